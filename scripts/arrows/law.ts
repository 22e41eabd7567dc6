import { posix } from "node:path";

/** The rooms, each with the rooms whose code it uses. */
export type Needs = Readonly<Record<string, readonly string[]>>;

const declared = {
  accounts: "",
  metrics: "accounts",
  records: "accounts metrics",
  forecasting: "",
  agents: "",
  authority: "accounts agents",
  tasks: "accounts agents authority",
  members: "accounts tasks",
  communications: "accounts agents authority",
  decisions: "accounts agents authority communications metrics records tasks",
  runs: "accounts communications decisions tasks",
  explore: "accounts agents imports metrics records",
  models: "accounts agents",
  expertise: "accounts agents communications decisions forecasting metrics records tasks",
  conversations:
    "accounts agents authority brain communications decisions expertise explore forecasting records runs tasks",
  initiatives: "agents tasks",
  plans: "accounts agents authority brain conversations decisions expertise explore initiatives mailroom records tasks",
  mind: "agents brain conversations expertise models plans",
  brain: "accounts agents communications decisions models records tasks",
  imports: "accounts brain decisions metrics records",
  orchestrator:
    "accounts agents authority conversations decisions expertise explore brain initiatives metrics mind plans records tasks",
  chat: "accounts agents communications conversations decisions expertise mind records runs tasks",
  executives: "accounts agents authority decisions tasks",
  identity: "accounts agents authority brain decisions models tasks",
  outbox: "accounts authority decisions",
  integrations: "accounts brain imports metrics records",
  mailroom: "accounts agents authority brain decisions integrations models outbox records tasks",
  tools: "agents decisions",
  slack: "accounts brain conversations decisions expertise integrations",
  oversight: "accounts agents authority decisions orchestrator",
  assistants: "brain explore metrics",
  setup:
    "accounts agents authority brain decisions executives identity metrics models orchestrator oversight records tasks",
  dashboard: "accounts agents authority communications decisions expertise imports metrics records runs setup tasks",
  today: "accounts",
  feed: "accounts agents setup",
  notifications:
    "accounts agents authority communications decisions expertise integrations mailroom members metrics models orchestrator oversight records slack tasks webhooks",
  webhooks: "accounts imports records",
  privacy: "accounts brain communications members models notifications tasks",
  operations: "accounts",
  security: "accounts agents brain",
  reports: "accounts decisions explore forecasting metrics",
  leads: "",
};

export const rooms: Needs = Object.fromEntries(
  Object.entries(declared).map(([room, needed]) => [room, needed.split(" ").filter(Boolean)]),
);

/** A sentence for every circular or unknown need. */
export function needFaults(needs: Needs): string[] {
  const faults: string[] = [];
  const done = new Set<string>();
  const walk = (room: string, trail: readonly string[]): void => {
    const start = trail.indexOf(room);
    if (start >= 0) faults.push(`Rooms need each other in a cycle: ${[...trail.slice(start), room].join(" → ")}.`);
    if (start >= 0 || done.has(room)) return;
    for (const needed of needs[room] ?? []) {
      if (needs[needed]) walk(needed, [...trail, room]);
      else faults.push(`${room} needs "${needed}", which does not exist.`);
    }
    done.add(room);
  };
  for (const room of Object.keys(needs)) walk(room, []);
  return faults;
}

const folders = ["contract", "platform", "agency", "connectors", "ui", "web", "app"] as const;
type Folder = (typeof folders)[number];

/** The files of a room in order; each may import those to its left. */
const furniture = [
  "contract",
  "rules",
  "tables",
  "events",
  "store",
  "skills",
  "service",
  "actions",
  "jobs",
  "routes",
] as const;
type Furniture = (typeof furniture)[number];

/** `pure` is a file with its own name in a sub-room; the law of `rules` applies to it. */
type Piece = Furniture | "pure" | "prompts" | "web";

export type Place = { folder: Folder; path: string } | { folder: "features"; path: string; room: string; piece: Piece };

const isFurniture = (name: string): name is Furniture => (furniture as readonly string[]).includes(name);
const isFolder = (name: string): name is Folder => (folders as readonly string[]).includes(name);

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Descriptions of fields and kinds of rows, of which contracts are made. */
const isDescription = (path: string): boolean => /\/(?:fields\/field|kinds\/(?!tables)[a-z-]+)\.ts$/.test(path);

/** The place of a file in `src/`, or a sentence why it has none. */
export function placeOf(path: string, needs: Needs): Place | string {
  const [, folder = "", ...inside] = path.split("/");
  if (isFolder(folder) && inside.length > 0) return { folder, path };
  if (folder !== "features") {
    return `src/ holds only the folders ${folders.join(", ")} and features.`;
  }
  const [room = "", ...rest] = inside;
  if (!needs[room]) {
    return `"${room}" is not a room; add a new one to scripts/arrows/law.ts with the rooms it needs.`;
  }
  if (rest.length === 0) return "A feature is a folder.";
  const at = (piece: Piece): Place => ({ folder: "features", path, room, piece });
  const subfolders = rest.slice(0, -1);
  if (subfolders.includes("web")) return at("web");
  if (subfolders.includes("prompts")) return at("prompts");
  const file = rest.at(-1) ?? "";
  if (isDescription(path)) return at("contract");
  const name = posix.basename(file, ".ts");
  if (isFurniture(name) && file.endsWith(".ts")) return at(name);
  if (subfolders.length > 0 && /(?<!\.d)\.(ts|json)$/.test(file)) return at("pure");
  return `A room holds only ${furniture.map((one) => `${one}.ts`).join(", ")}, web/, prompts/, sub-rooms and tests.`;
}

const mayImport: Record<Folder, readonly string[]> = {
  contract: [],
  platform: ["contract"],
  agency: ["contract", "platform"],
  connectors: ["contract", "platform"],
  ui: ["contract"],
  web: ["contract", "ui", "features"],
  app: ["contract", "platform", "agency", "connectors", "features"],
};

const forBrowser: readonly Piece[] = ["contract", "rules", "pure", "web"];
const forOtherRooms: readonly Piece[] = [
  "contract",
  "rules",
  "pure",
  "events",
  "service",
  "skills",
  "store",
  "tables",
  "actions",
];

/** Whether the browser may load this file. */
export function isForBrowser(place: Place): boolean {
  if (place.folder === "features") return forBrowser.includes(place.piece);
  return place.folder === "contract" || place.folder === "ui" || place.folder === "web";
}

export const isBrowserCode = (place: Place): boolean =>
  place.folder === "ui" || place.folder === "web" || (place.folder === "features" && place.piece === "web");

function rank(piece: Piece): number {
  if (piece === "pure") return furniture.indexOf("rules");
  if (piece === "prompts") return furniture.indexOf("skills");
  return piece === "web" ? -1 : furniture.indexOf(piece);
}

/** The law an import breaks, or null. */
export function importFault(from: Place, to: Place, typeOnly: boolean, needs: Needs): string | null {
  if (from.folder === "features") return importFromRoom(from, to, typeOnly, needs);
  if (from.folder === to.folder) return null;
  const allowed = mayImport[from.folder];
  if (!allowed.includes(to.folder)) {
    return `${from.folder} may import ${allowed.length === 0 ? "none of our code" : `only ${allowed.join(", ")}`}.`;
  }
  if (to.folder !== "features") return null;
  if (from.folder === "web" && !forBrowser.includes(to.piece)) {
    return "The browser reaches only contract and rules of a room, and its web.";
  }
  if (from.folder === "app" && to.piece === "web") return "app may import everything except ui and web.";
  return null;
}

type RoomPlace = Extract<Place, { folder: "features" }>;

function importFromRoom(from: RoomPlace, to: Place, typeOnly: boolean, needs: Needs): string | null {
  if (to.folder !== "features") return importOutOfRoom(from, to, typeOnly);
  if (to.room !== from.room && !needs[from.room]?.includes(to.room)) {
    return `${from.room} does not declare that it needs ${to.room}; listen to its event, move the code, or declare it.`;
  }
  if (from.piece === "web") {
    return forBrowser.includes(to.piece) ? null : "The browser reaches only contract and rules of a room, and its web.";
  }
  if (to.piece === "web") return "Server files never import web.";
  if (to.room !== from.room) {
    if (!forOtherRooms.includes(to.piece)) {
      return `Another room may use only contract, rules, events, service, skills, store, tables and actions, not ${to.piece}.`;
    }
    if (to.piece === "tables" && from.piece !== "tables") {
      return "The tables of another room are for foreign keys: only tables.ts imports them.";
    }
  }
  if (rank(to.piece) <= rank(from.piece)) return null;
  return `Within a room each piece imports only those to its left: ${furniture.join(" ← ")}.`;
}

/** Pure code that rules may import: what agents of a role may do, and how files are read. */
const pureElsewhere = /^src\/(?:agency\/policy\.ts|platform\/reading\/)/;

function importOutOfRoom(from: RoomPlace, to: Exclude<Place, RoomPlace>, typeOnly: boolean): string | null {
  const { folder } = to;
  if (folder === "contract") return null;
  if (from.piece === "web") return folder === "ui" ? null : "web of a room may import only contract, ui and rooms.";
  if (folder === "ui" || folder === "web" || folder === "app") {
    return "Server files of a room may import only contract, platform, agency, connectors and the rooms it needs.";
  }
  if (from.piece === "contract")
    return "contract.ts may import only the shared contract and contracts of the rooms it needs.";
  const pure = from.piece === "rules" || from.piece === "pure";
  if (pure && !typeOnly && !pureElsewhere.test(to.path))
    return "Rules, and files with their own names in sub-rooms, are pure: only types from outside the contract.";
  return null;
}

/** The law that importing this package breaks, or null. */
export function packageFault(from: Place, specifier: string): string | null {
  const name = specifier.split("/")[0];
  if (name === "pg-boss" && !from.path.startsWith("src/platform/jobs")) return "Only platform/jobs imports pg-boss.";
  if ((name === "pg" || name === "drizzle-orm") && !mayHoldSql(from)) return sqlLaw;
  return null;
}

const mayHoldSql = (place: Place): boolean => place.folder === "platform" || /\/(store|tables)\.ts$/.test(place.path);

const sqlLaw = "SQL belongs in a store, in tables, and in platform for its own tables.";

const isFile = (path: string, ...names: string[]) =>
  names.some((name) => path.startsWith(`src/${name}.ts`) || path.startsWith(`src/${name}/`));

const statement = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?([a-z_]+)\b/g;

/** The tables named in a file's SQL, with their positions. */
export const tablesNamedIn = (code: string): { table: string; at: number }[] =>
  [...code.matchAll(statement)].map((match) => ({ table: match[1] ?? "", at: match.index }));

export const tablesDefinedIn = (code: string): string[] =>
  [...code.matchAll(/\b(?:pgTable|recordTable)\(\s*"([a-z_]+)"/g)].map((match) => match[1] ?? "");

/** The law that naming another room's table in SQL breaks, or null. */
export function tableFault(place: Place, owner: string): string | null {
  // Platform contains the operator's queries across all companies.
  if (place.folder !== "features" || place.room === owner) return null;
  return `SQL names only tables of its own room: ask the store of ${owner}.`;
}

/** The law that a sighting breaks here, or null. */
export function sightingFault(place: Place, what: string): string | null {
  const { path } = place;
  if (what === "environment" && !isFile(path, "platform/config")) return "Only platform/config reads the environment.";
  if (what === "console" && !isFile(path, "platform/log", "ui/report")) {
    return "Only platform/log and ui/report write to the console.";
  }
  if (what === "clock" && !isFile(path, isBrowserCode(place) ? "ui/clock" : "platform/clock")) {
    return "Only platform/clock, and ui/clock in the browser, read the clock.";
  }
  if (what === "sql" && !isBrowserCode(place) && !mayHoldSql(place)) return sqlLaw;
  if (what === "barrel") return "No barrels: import from the defining file.";
  if (what === "unreadable") return "Every file must parse.";
  return null;
}

const anywhere = /^(utils?|helpers?|managers?|handlers?)$/;
const alone = /^(common|base|info)$/;

/** The law that a path's names break, or null. */
export function nameFault(path: string): string | null {
  const names = path.split("/").map((name) => name.replace(/(\.test|\.d)?\.[a-z]+$/, "").toLowerCase());
  if (names.at(-1) === "index" && /\.[cm]?[jt]sx?$/.test(path)) return "No index.ts: import from the defining file.";
  const vague = names.find(
    (name) => alone.test(name.split("-")[0] ?? "") || name.split("-").some((word) => anywhere.test(word)),
  );
  return vague === undefined
    ? null
    : `"${vague}" is too vague: do not use utils, helpers, common, manager, handler, base or info.`;
}
