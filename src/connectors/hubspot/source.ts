import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { ConnectorCall, Pulled, PulledColumn, Source } from "#connectors/connector.ts";
import { ask, associations, batch, type HubSpotObject, objects, page, version } from "#connectors/hubspot/api.ts";
import { asked, companyRow, dealRow, mergedInto, pipelineColumn } from "#connectors/hubspot/rows.ts";
import { countObjects, readOwners, readSetup, readStages, setupShape, stagesShape } from "#connectors/hubspot/setup.ts";
import { inBatches, pulledColumns } from "#connectors/sales.ts";

const kinds = ["companies", "deals"] as const;
type Kind = (typeof kinds)[number];
const targets = { companies: "customers", deals: "deals" } as const;

const ids = z.array(z.string());
const step = z.discriminatedUnion("how", [
  /** Everything, in pages. */
  z.object({ how: z.literal("all"), kind: z.enum(kinds), after: z.string().nullable() }),
  /** What was changed, by id: a page of a search ends at 10,000, and many rows have one stamp. */
  z.object({ how: z.literal("changed"), kind: z.enum(kinds), after: z.string() }),
  /** What is in the recycling bin: searches do not show it, and its stamp does not move. */
  z.object({ how: z.literal("archived"), kind: z.enum(kinds), after: z.string().nullable(), found: ids }),
  z.object({ how: z.literal("these"), kind: z.enum(kinds), ids }),
  /** Deals of companies, which may have another name now. */
  z.object({ how: z.literal("of"), ids }),
]);
type Step = z.infer<typeof step>;

const cursorShape = z.object({
  /** Changes are known up to there, by HubSpot's clock; null: not everything was read yet. */
  since: z.int().nullable(),
  startedAt: z.int(),
  todo: z.array(step),
  /** What was in the recycling bin, so that what is taken out of it is noticed. */
  archived: z.object({ companies: ids, deals: ids }),
  stages: stagesShape,
  setup: setupShape,
});
type Cursor = z.infer<typeof cursorShape>;

/** HubSpot's index is some minutes late. */
const overlapMs = 5 * 60_000;
const setupMs = 86_400_000;
/** The recycling bin forgets after 90 days: after a longer silence everything is read anew. */
const keptMs = 85 * 86_400_000;
const mostRows = 300;
const mostArchived = 5_000;
const searchSize = 200;

/** What a new reading has to do; null: nothing is left to go on from. */
async function begin(call: ConnectorCall, before: Cursor | null, now: Date): Promise<Cursor | null> {
  if (before?.since && now.getTime() - before.since > keptMs) return null;
  const { stages, time } = await readStages(call, now);
  const isOld = !before || now.getTime() - before.setup.readAt >= setupMs;
  const setup = isOld ? await readSetup(call, now) : before.setup;
  const isNew = (kind: Kind): boolean =>
    before?.since == null ||
    setup.currency !== before.setup.currency ||
    !isDeepStrictEqual(setup.columns[kind], before.setup.columns[kind]) ||
    // Owners who joined since come with their deals.
    Object.entries(before.setup.owners).some(
      ([id, name]) => setup.owners[id] !== undefined && setup.owners[id] !== name,
    ) ||
    (kind === "deals" && !isDeepStrictEqual(stages, before.stages));
  const todo = [
    ...kinds.map(
      (kind): Step => (isNew(kind) ? { how: "all", kind, after: null } : { how: "changed", kind, after: "0" }),
    ),
    ...kinds.map((kind): Step => ({ how: "archived", kind, after: null, found: [] })),
  ];
  const archived = before?.archived ?? { companies: [], deals: [] };
  return { since: before?.since ?? null, startedAt: time, todo, archived, stages, setup };
}

const propertiesOf = (kind: Kind, { setup }: Cursor): string[] => [
  ...asked[kind],
  ...setup.columns[kind].map(({ name }) => name),
];

/** The objects with these ids; what is not found is missing. */
async function objectsWith(call: ConnectorCall, kind: Kind, wanted: readonly string[], properties: readonly string[]) {
  const found: HubSpotObject[] = [];
  for (const some of inBatches(wanted, 100)) {
    const post = { inputs: some.map((id) => ({ id })), properties };
    found.push(...(await ask(call, batch, { path: `${objects(kind)}/batch/read`, post })).results);
  }
  return found;
}

async function associated(call: ConnectorCall, from: Kind, to: Kind, of: readonly string[]) {
  const found = new Map<string, string[]>();
  for (const some of inBatches(of, 1_000)) {
    const path = `crm/associations/${version}/${from}/${to}/batch/read`;
    const { results } = await ask(call, associations, { path, post: { inputs: some.map((id) => ({ id })) } });
    for (const one of results)
      found.set(
        one.from.id,
        one.to.map(({ toObjectId }) => toObjectId),
      );
  }
  return found;
}

/** The names of the companies that deals are with. */
async function customersOf(call: ConnectorCall, deals: readonly HubSpotObject[]): Promise<Map<string, string>> {
  const inline = deals.filter(({ associations: known }) => known !== undefined);
  const companies = new Map(
    inline.map(({ id, associations: known }) => {
      const all = known?.companies?.results ?? [];
      // The list names an association twice, and the main one by a type without a label of its own.
      return [id, (all.find(({ type }) => type === "deal_to_company") ?? all[0])?.id];
    }),
  );
  const others = deals.filter(({ associations: known }) => known === undefined).map(({ id }) => id);
  for (const [deal, [first]] of await associated(call, "deals", "companies", others)) companies.set(deal, first);
  const wanted = [...new Set([...companies.values()].filter((id) => id !== undefined))];
  const found = await objectsWith(call, "companies", wanted, ["name", "domain"]);
  const names = new Map(found.map(({ id, properties: { name, domain } }) => [id, name || domain || `Company ${id}`]));
  return new Map(
    [...companies].flatMap(([deal, company]) => {
      const name = names.get(company ?? "");
      return name === undefined ? [] : [[deal, name] as const];
    }),
  );
}

type Took = { objects: HubSpotObject[]; gone: string[]; next: Step[] };

async function take(call: ConnectorCall, one: Step, cursor: Cursor): Promise<Took & { kind: Kind }> {
  const kind = one.how === "of" ? "deals" : one.kind;
  const properties = propertiesOf(kind, cursor);
  if (one.how === "of") {
    const deals = [...new Set([...(await associated(call, "companies", "deals", one.ids)).values()].flat())];
    const next = inBatches(deals, mostRows).map((some): Step => ({ how: "these", kind, ids: some }));
    return { kind, objects: [], gone: [], next };
  }
  if (one.how === "these") {
    const found = await objectsWith(call, kind, one.ids, properties);
    const here = new Set(found.map(({ id }) => id));
    return { kind, objects: found, gone: one.ids.filter((id) => !here.has(id)), next: [] };
  }
  if (one.how === "changed") {
    const filters = [
      { propertyName: "hs_lastmodifieddate", operator: "GTE", value: String(cursor.since) },
      { propertyName: "hs_object_id", operator: "GT", value: one.after },
    ];
    const sorts = [{ propertyName: "hs_object_id", direction: "ASCENDING" }];
    const post = { filterGroups: [{ filters }], sorts, properties, limit: searchSize };
    const { results } = await ask(call, page, { path: `${objects(kind)}/search`, post });
    const last = results.at(-1)?.id;
    const next: Step[] = last !== undefined && results.length >= searchSize ? [{ ...one, after: last }] : [];
    if (kind === "companies" && results.length > 0) next.push({ how: "of", ids: results.map(({ id }) => id) });
    return { kind, objects: results, gone: [], next };
  }
  const query = new URLSearchParams({ limit: "100" });
  if (one.after !== null) query.set("after", one.after);
  if (one.how === "archived") query.set("archived", "true");
  else query.set("properties", properties.join(","));
  if (one.how === "all" && kind === "deals") query.set("associations", "companies");
  const { results, paging } = await ask(call, page, { path: `${objects(kind)}?${query.toString()}` });
  const after = paging?.next?.after ?? null;
  if (one.how === "all")
    // Without an association HubSpot leaves them out altogether.
    return {
      kind,
      objects: results.map((each) => ({ ...each, associations: each.associations ?? null })),
      gone: [],
      next: after === null ? [] : [{ ...one, after }],
    };
  const gone = results.map(({ id }) => id);
  const found = [...one.found, ...gone];
  if (after !== null) return { kind, objects: [], gone, next: [{ ...one, after, found }] };
  const still = new Set(found);
  const restored = cursor.archived[kind].filter((id) => !still.has(id));
  cursor.archived[kind] = found.slice(-mostArchived);
  return { kind, objects: [], gone, next: restored.length > 0 ? [{ how: "these", kind, ids: restored }] : [] };
}

/** Asks for the owners once more where one is not known; an owner without a name is none. */
async function knowOwners(call: ConnectorCall, found: readonly HubSpotObject[], { setup }: Cursor): Promise<void> {
  const ids = found.flatMap(({ properties }) => properties["hubspot_owner_id"] || []);
  if (ids.every((id) => setup.owners[id] !== undefined)) return;
  setup.owners = { ...setup.owners, ...(await readOwners(call)) };
  for (const id of ids) setup.owners[id] ??= "";
}

/** The rows that objects become. A deal without an amount is refused with its reason, and one it had is not kept. */
async function rowsOf(call: ConnectorCall, kind: Kind, found: readonly HubSpotObject[], cursor: Cursor) {
  await knowOwners(call, found, cursor);
  const { setup, stages } = cursor;
  const target = targets[kind];
  if (kind === "companies") return { rows: found.map((one) => ({ target, row: companyRow(one, setup) })), gone: [] };
  const names = await customersOf(call, found);
  const rows = found.map((one) => ({ target, row: dealRow(one, names.get(one.id) ?? null, setup, stages) }));
  return { rows, gone: rows.filter(({ row }) => row["amount"] === null).map(({ row }) => row.externalId) };
}

const columnsOf = ({ setup, stages }: Cursor): PulledColumn[] => [
  ...(new Set(Object.values(stages).map(({ pipeline }) => pipeline)).size > 1 ? [pipelineColumn] : []),
  ...pulledColumns(setup.columns, targets),
];

/** HubSpot's companies and deals, with the stages, owners and columns that are the company's own. */
export const hubspotSource: Source = {
  targets: ["customers", "deals"],
  everyMinutes: 15,
  count: countObjects,
  async pull(call, given, { now }) {
    const before = cursorShape.safeParse(given).data ?? null;
    const cursor = before && before.todo.length > 0 ? before : await begin(call, before, now);
    if (!cursor) return null;
    const pulled: Pulled = { rows: [], gone: [], cursor, isMore: false };
    while (pulled.rows.length < mostRows) {
      const [one, ...rest] = cursor.todo;
      if (!one) break;
      const { kind, objects: found, gone, next } = await take(call, one, cursor);
      const made = await rowsOf(call, kind, found, cursor);
      const ended = [...gone, ...made.gone, ...found.flatMap(mergedInto)];
      pulled.rows.push(...made.rows);
      pulled.gone.push(...ended.map((id) => ({ target: targets[kind], id })));
      cursor.todo = [...next, ...rest];
    }
    pulled.isMore = cursor.todo.length > 0;
    if (!pulled.isMore) cursor.since = cursor.startedAt - overlapMs;
    return { ...pulled, columns: columnsOf(cursor) };
  },
};
