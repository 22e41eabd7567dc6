import { posix } from "node:path";
import { parseSync, Visitor } from "vite";

export interface Reference {
  specifier: string;
  typeOnly: boolean;
  line: number;
}

/** Something only certain files may contain. */
export interface Sighting {
  what: "environment" | "console" | "clock" | "sql" | "barrel" | "unreadable";
  text: string;
  line: number;
}

export interface Source {
  references: Reference[];
  sightings: Sighting[];
}

/** Reads a file's imports and the things the law restricts. */
export function readSource(path: string, code: string): Source {
  const { program, errors } = parseSync(path, code, { lang: path.endsWith("x") ? "tsx" : "ts" });
  const references: Reference[] = [];
  const sightings: Sighting[] = [];
  const lineOf = lineCounter(code);
  const refer = (specifier: string, typeOnly: boolean, start: number) =>
    references.push({ specifier, typeOnly, line: lineOf(start) });
  const see = (what: Sighting["what"], text: string, start: number) =>
    sightings.push({ what, text, line: lineOf(start) });

  for (const error of errors) see("unreadable", error.message, 0);

  new Visitor({
    ImportDeclaration(node) {
      const named = node.specifiers.filter((one) => one.type === "ImportSpecifier");
      const onlyTypes =
        named.length > 0 && named.length === node.specifiers.length && named.every((one) => one.importKind === "type");
      refer(node.source.value, node.importKind === "type" || onlyTypes, node.start);
      const fromProcess = /^(node:)?process$/.test(node.source.value);
      if (fromProcess && named.some((one) => nameOf(one.imported) === "env")) {
        see("environment", "the environment", node.start);
      }
    },
    ExportNamedDeclaration(node) {
      if (node.source) refer(node.source.value, node.exportKind === "type", node.start);
    },
    ExportAllDeclaration(node) {
      refer(node.source.value, node.exportKind === "type", node.start);
    },
    ImportExpression(node) {
      if (node.source.type === "Literal" && typeof node.source.value === "string") {
        refer(node.source.value, false, node.start);
      }
    },
    TSImportType(node) {
      refer(node.source.value, true, node.start);
    },
    MemberExpression(node) {
      const property = nameOf(node.property);
      if (property === "env" && isGlobal(node.object, "process")) see("environment", "process.env", node.start);
      if (property === "now" && isGlobal(node.object, "Date")) see("clock", "Date.now", node.start);
      if (isGlobal(node.object, "console")) see("console", `console.${property}`, node.start);
    },
    VariableDeclarator(node) {
      if (isGlobal(node.init, "console")) see("console", "console", node.start);
      if (isGlobal(node.init, "process") && node.id.type === "ObjectPattern") {
        const taken = node.id.properties.some((one) => one.type === "Property" && nameOf(one.key) === "env");
        if (taken) see("environment", "process.env", node.start);
      }
    },
    NewExpression(node) {
      if (isGlobal(node.callee, "Date") && node.arguments.length === 0) see("clock", "new Date()", node.start);
    },
    CallExpression(node) {
      if (isGlobal(node.callee, "Date")) see("clock", "Date()", node.start);
      if (node.arguments.some((one) => isGlobal(one, "console"))) see("console", "console", node.start);
      if (node.callee.type === "MemberExpression" && nameOf(node.callee.property) === "query") {
        see("sql", ".query(", node.start);
      }
    },
    TaggedTemplateExpression(node) {
      if (nameOf(node.tag) === "sql") see("sql", "sql`", node.start);
    },
  }).visit(program);

  const isReexport = (type: string) => type === "ExportAllDeclaration" || type === "ExportNamedDeclaration";
  const isBarrel =
    program.body.length > 0 &&
    program.body.every((node) => isReexport(node.type) && "source" in node && node.source !== null);
  if (isBarrel) see("barrel", "only re-exports other files", 0);

  return { references, sightings };
}

/** The file an import names, relative to the root; null for a package. */
export function resolveReference(from: string, specifier: string): string | null {
  const path = specifier.replace(/\?.*/, "");
  if (path.startsWith("#")) return posix.join("src", path.slice(1));
  if (path.startsWith(".")) return posix.join(posix.dirname(from), path);
  return null;
}

interface Node {
  type: string;
}

function nameOf(node: Node): string | undefined {
  if ("name" in node && typeof node.name === "string") return node.name;
  if ("value" in node && typeof node.value === "string") return node.value;
  return undefined;
}

function isGlobal(node: Node | null | undefined, name: string): boolean {
  if (!node) return false;
  if (node.type === "Identifier") return nameOf(node) === name;
  if (node.type !== "MemberExpression" || !("object" in node) || !("property" in node)) return false;
  return nameOf(node.property as Node) === name && nameOf(node.object as Node) === "globalThis";
}

function lineCounter(code: string): (offset: number) => number {
  const starts = [0];
  for (let at = code.indexOf("\n"); at !== -1; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
