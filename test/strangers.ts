import { z } from "zod";
import { badCursor } from "#contract/cursor.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { changed, checksum } from "./checksum.ts";
import { request } from "./fuzz.ts";
import { allSamples, type Ground, nameOf, type Sample } from "./samples.ts";
import type { Reply, World } from "./world.ts";

const unknownId = "00000000-0000-4000-8000-00000000dead";
const isId = (value: unknown): value is string => z.uuid().safeParse(value).success;

/** A sample with some of its ids taken from another one, or all of them unknown; a cursor would be of another filter. */
function withIds(sample: Sample, other: Sample | null, from: ReadonlySet<string>): Sample {
  const swap = <T>(part: "params" | "query" | "body", value: T): T => {
    if (typeof value !== "object" || value === null) return value;
    const theirs = (other?.[part] ?? {}) as Record<string, unknown>;
    const entries = Object.entries(value).map(([key, inner]) => {
      if (!isId(inner) || !from.has(`${part}.${key}`)) return [key, inner];
      return [key, other ? theirs[key] : unknownId];
    });
    return Object.fromEntries(entries) as T;
  };
  return {
    params: swap("params", sample.params ?? {}),
    query: swap("query", withoutCursor(sample.query)),
    body: swap("body", sample.body),
  };
}

function withoutCursor(query: Sample["query"] = {}): NonNullable<Sample["query"]> {
  const { cursor: _cursor, ...rest } = query;
  return rest;
}

/** Where a sample names rows by their id. */
export function idPlaces(sample: Sample): string[] {
  return (["params", "query", "body"] as const).flatMap((part) =>
    Object.entries((sample[part] ?? {}) as object)
      .filter(([, value]) => isId(value))
      .map(([key]) => `${part}.${key}`),
  );
}

/** Everything that identifies a company's rows: all of their ids, and the names people gave. */
async function marksOf(world: World, ground: Ground): Promise<string[]> {
  const { companyId, id, username } = ground.member.user;
  const marks = new Set([companyId, id, username, ground.ceo, ground.cfo, ground.decision, ground.task, ground.import]);
  for (const mark of [
    ground.reset,
    ground.session,
    ground.apiToken,
    ground.packLink,
    ground.pushDevice,
    ground.calendarLink,
    ground.colleague,
    ground.invitation,
    ground.passkey,
  ])
    marks.add(mark);
  const owned = [
    "agents",
    "agent_runs",
    "decisions",
    "tasks",
    "communications",
    "grants",
    "exposures",
    "authorizations",
    "backtests",
    "chat_turns",
    "promotion_history",
    "authority_level_changes",
    "consents",
    "model_accounts",
    "audit_verifications",
  ];
  const planned = ["plans", "plan_items", "initiatives", "memories", "reflections", "autopilot_cycles"];
  const known = ["brain_documents", "brain_uploads", "brain_entities", "brain_facts", "brain_goals", "brain_insights"];
  const records = [
    "customers",
    "vendors",
    "deals",
    "contracts",
    "bank_accounts",
    "transaction_rules",
    "imports",
    "record_removals",
  ];
  for (const table of [...owned, ...planned, ...known, ...records])
    for (const row of await world.asOwner<{ id: string }>(`SELECT id FROM ${table} WHERE company_id = $1`, [companyId]))
      marks.add(row.id);
  const labels = "SELECT label FROM record_custom_fields WHERE company_id = $1 AND label IS NOT NULL";
  for (const { label } of await world.asOwner<{ label: string }>(labels, [companyId])) marks.add(label);
  return [...marks];
}

/** How often a stranger to a company got hold of something, in sentences; with how much the company itself sees. */
export type Findings = { leaks: string[]; calls: number; seenByOwner: string[] };

/** An empty list, by itself or as the rows of a page or of a file. */
function isEmpty(answer: unknown): boolean {
  const { rows, items, lines, entities } = (Array.isArray(answer) ? { rows: answer } : answer) as Record<
    string,
    unknown
  >;
  const listed = rows ?? items ?? lines ?? entities ?? answer;
  return Array.isArray(listed) && listed.length === 0;
}

/**
 * Makes every call as `stranger`, or those it may make, with every mix of its own and `owner`'s ids, and says what came of
 * it.
 */
export async function tryAsStranger(
  world: World,
  owner: Ground,
  stranger: Ground,
  mayMake: (endpoint: Endpoint) => boolean = () => true,
): Promise<Findings> {
  const findings: Findings = { leaks: [], calls: 0, seenByOwner: [] };
  const marks = await marksOf(world, owner);
  const before = await checksum(world, owner.member.user.companyId);
  const send = async (ground: Ground, endpoint: Parameters<typeof request>[0], sample: Sample): Promise<Reply> => {
    findings.calls += 1;
    const { path, body, headers } = request(endpoint, sample);
    return ground.member.send(endpoint.method, path, { body, headers });
  };
  // What writes for the stranger stands last, and what takes its session away is left out.
  const rows = allSamples().filter(({ endpoint }) => endpoint.access !== "public" && mayMake(endpoint));
  for (const { endpoint, good } of rows) {
    const [mine, theirs] = [good(stranger), good(owner)];
    if (mine.query?.["cursor"]) {
      const reply = await send(stranger, endpoint, {
        ...mine,
        query: { ...mine.query, cursor: theirs.query?.["cursor"] ?? "" },
      });
      if (reply.status !== 400 || reply.text !== badCursor)
        findings.leaks.push(`${nameOf(endpoint)} cursor: ${reply.status} ${reply.text.slice(0, 100)}`);
    }
    for (const place of idPlaces(mine)) {
      for (const places of [new Set([place]), new Set(idPlaces(mine))]) {
        const foreign = await send(stranger, endpoint, withIds(mine, theirs, places));
        const unknown = await send(stranger, endpoint, withIds(mine, null, places));
        // Beside a row's own id it names a place in that row.
        const isFilter = place.startsWith("query.") && endpoint.method === "GET" && !endpoint.path.includes("/:id");
        for (const reply of [foreign, unknown]) {
          const isRefused = isFilter ? reply.status === 200 && isEmpty(reply.json) : reply.status === 404;
          const isSame = reply.text === unknown.text && (isFilter || reply.text === "Not found");
          if (!isRefused || !isSame)
            findings.leaks.push(`${nameOf(endpoint)} ${place}: ${reply.status} ${reply.text.slice(0, 100)}`);
        }
      }
    }
  }
  for (const { endpoint, good, writes } of rows) {
    if (!writes) {
      const { query: _all, ...sample } = good(owner);
      const required = endpoint.query.safeParse({}).success ? {} : { query: good(owner).query ?? {} };
      const own = await send(owner, endpoint, { ...sample, ...required });
      if (marks.some((mark) => own.text.includes(mark))) findings.seenByOwner.push(nameOf(endpoint));
    }
    const { query, ...sample } = good(stranger);
    const reply = await send(
      stranger,
      endpoint,
      endpoint.query.safeParse({}).success ? sample : { ...sample, query: query ?? {} },
    );
    if (reply.status !== 200)
      findings.leaks.push(`${nameOf(endpoint)} refuses its own company: ${reply.status} ${reply.text}`);
    const shown = marks.filter((mark) => reply.text.includes(mark));
    if (shown.length > 0) findings.leaks.push(`${nameOf(endpoint)} shows ${shown.join(", ")}`);
  }
  for (const table of changed(before, await checksum(world, owner.member.user.companyId)))
    findings.leaks.push(`${table} of the other company was changed`);
  return findings;
}
