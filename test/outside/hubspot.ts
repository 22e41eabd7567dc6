import { readFileSync } from "node:fs";
import { openGrants } from "./oauth-grants.ts";
import { type Answer, type Call, type openClock, openService } from "./service.ts";

/** Answers as HubSpot's documentation shows them; what is made here has their fields. */
const { hubspot: examples } = JSON.parse(
  readFileSync(new URL("../data/sales-answers.json", import.meta.url), "utf8"),
) as { hubspot: Record<string, object> };

export const hubspotKey = "pat-eu1-0123-boardroom-stand-in";
export const hubspotClient = { client_id: "hubspot-client-1", client_secret: "hubspot-secret-1" };

type Kind = "companies" | "deals";
type Properties = Record<string, string | null>;
type Kept = {
  id: string;
  properties: Properties;
  /** When a search shows its latest change. */
  shownAt: number;
  archivedAt: string | null;
  company: string | null;
};
type Stage = { id: string; label: string; isClosed: boolean; probability: string };

const refused = (status: number, message: string): Answer => ({
  status,
  body: { status: "error", message, correlationId: "c9", category: "VALIDATION_ERROR" },
});

/**
 * HubSpot as its API behaves: texts for all values, searches that are late and never show the recycling bin, whose
 * objects keep their stamp, at most 200 results in a page, and a limit of calls.
 */
export async function openHubspot(clock?: ReturnType<typeof openClock>) {
  const kept: Record<Kind, Map<string, Kept>> = { companies: new Map(), deals: new Map() };
  const settings = {
    key: hubspotKey,
    /** By kind, what the key may not read. */
    denied: new Set<string>(),
    currency: "USD" as string | null,
    /** How late a search shows a change. */
    lateMs: 0,
    stages: [
      { id: "first", label: "First talk", isClosed: false, probability: "0.2" },
      { id: "contractsent", label: "Contract sent", isClosed: false, probability: "0.9" },
      { id: "yes", label: "Signed", isClosed: true, probability: "1.0" },
      { id: "no", label: "Walked away", isClosed: true, probability: "0.0" },
    ] as Stage[],
    pipelines: ["Sales Pipeline"],
    owners: [{ id: "41629779", email: "a@acme.com", firstName: "Ada", lastName: "Berg" }],
    columns: { companies: [], deals: [] } as Record<
      Kind,
      { name: string; label: string; type: string; options?: object[] }[]
    >,
  };
  let counter = 1_000;
  const service = await openService((call) => dated(serve(call)), clock && { clock });
  const now = (): number => service.clock.now().getTime();
  const grants = openGrants({
    client: hubspotClient,
    clock: service.clock,
    seconds: 1_800,
    tokens: ({ access, refresh }) => ({ ...examples["tokens"], access_token: access, refresh_token: refresh }),
    refused: examples["badRefresh"] ?? {},
  });
  const dated = (answer: Answer): Answer => ({
    ...answer,
    headers: { ...answer.headers, date: service.clock.now().toUTCString() },
  });
  const get = (kind: Kind, id: string): Kept => {
    const found = kept[kind].get(id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  };
  const stamp = (of: Kept, at = now()): void => {
    of.properties["hs_lastmodifieddate"] = new Date(at).toISOString();
    of.shownAt = at + settings.lateMs;
  };

  function add(kind: Kind, properties: Properties, { company = null as string | null, at = now() } = {}): string {
    counter += 1;
    const id = String(counter);
    const created = { createdate: new Date(at).toISOString(), hs_object_id: id };
    const one: Kept = { id, properties: { ...created, ...properties }, shownAt: 0, archivedAt: null, company };
    stamp(one, at);
    kept[kind].set(id, one);
    return id;
  }
  function change(kind: Kind, id: string, properties: Properties, at = now()): void {
    const one = get(kind, id);
    Object.assign(one.properties, properties);
    stamp(one, at);
  }

  const shown = (one: Kept, properties: readonly string[]) => ({
    ...examples["deal"],
    id: one.id,
    properties: {
      hs_object_id: one.id,
      createdate: one.properties["createdate"],
      hs_lastmodifieddate: one.properties["hs_lastmodifieddate"],
      ...Object.fromEntries(properties.map((name) => [name, one.properties[name] ?? null])),
    },
    updatedAt: one.properties["hs_lastmodifieddate"],
    archived: one.archivedAt !== null,
    ...(one.archivedAt && { archivedAt: one.archivedAt }),
  });
  const byId = (one: Kept, other: Kept): number => Number(one.id) - Number(other.id);
  const live = (kind: Kind) => [...kept[kind].values()].filter(({ archivedAt }) => archivedAt === null).toSorted(byId);

  type Filter = { propertyName: string; operator: string; value?: string };
  const numeric = (value: string | null | undefined): number =>
    value && /^\d{4}-/.test(value) ? Date.parse(value) : Number(value);
  const meets = (one: Kept, { propertyName, operator, value }: Filter): boolean => {
    const own = one.properties[propertyName];
    if (operator === "HAS_PROPERTY") return own !== null && own !== undefined && own !== "";
    const [left, right] = [numeric(own), Number(value)];
    if (operator === "GTE") return left >= right;
    if (operator === "GT") return left > right;
    throw new Error(`A search by ${operator}.`);
  };

  function search(kind: Kind, call: Call): Answer {
    const asked = JSON.parse(call.text) as {
      filterGroups?: { filters: Filter[] }[];
      sorts?: { propertyName: string }[];
      properties?: string[];
      limit?: number;
      after?: string;
    };
    const { filterGroups = [], properties = [], limit = 10, after = "0" } = asked;
    if (limit > 200 || Number(after) + limit > 10_000) return refused(400, "The limit is 200, and 10,000 in all.");
    const found = live(kind).filter(
      (one) =>
        one.shownAt <= now() &&
        (filterGroups.length === 0 || filterGroups.some(({ filters }) => filters.every((each) => meets(one, each)))),
    );
    const results = found.slice(Number(after), Number(after) + limit).map((one) => shown(one, properties));
    return { body: { total: found.length, results } };
  }

  function list(kind: Kind, query: URLSearchParams): Answer {
    const limit = Number(query.get("limit") ?? 10);
    if (limit > 100) return refused(400, "The limit is 100.");
    const all =
      query.get("archived") === "true"
        ? [...kept[kind].values()].filter(({ archivedAt }) => archivedAt !== null).toSorted(byId)
        : live(kind);
    const behind = all.filter(({ id }) => Number(id) > Number(query.get("after") ?? 0));
    const properties = (query.get("properties") ?? "").split(",").filter(Boolean);
    const results = behind.slice(0, limit).map((one) => ({
      ...shown(one, properties),
      ...(query.get("associations") === "companies" &&
        one.company !== null && {
          associations: { companies: { results: [{ id: one.company, type: "deal_to_company" }] } },
        }),
    }));
    const more = behind.length > limit ? { paging: { next: { after: results.at(-1)?.id } } } : {};
    return { body: { results, ...more } };
  }

  function batch(kind: Kind, call: Call): Answer {
    const { inputs, properties = [] } = JSON.parse(call.text) as { inputs: { id: string }[]; properties?: string[] };
    if (inputs.length > 100) return refused(400, "A batch has at most 100.");
    const found = inputs.flatMap(({ id }) => {
      const one = kept[kind].get(id);
      return one && one.archivedAt === null ? [shown(one, properties)] : [];
    });
    const missing = inputs.length - found.length;
    const errors = [{ status: "error", category: "OBJECT_NOT_FOUND", message: "Could not get some objects" }];
    return {
      status: missing > 0 ? 207 : 200,
      body: { status: "COMPLETE", results: found, ...(missing > 0 && { numErrors: missing, errors }) },
    };
  }

  function associations(from: Kind, call: Call): Answer {
    const { inputs } = JSON.parse(call.text) as { inputs: { id: string }[] };
    const to = (id: string): string[] =>
      from === "deals"
        ? [kept.deals.get(id)?.company ?? []].flat()
        : live("deals")
            .filter(({ company }) => company === id)
            .map((one) => one.id);
    const results = inputs.flatMap(({ id }) => {
      const found = to(id);
      const associationTypes = [{ category: "HUBSPOT_DEFINED", typeId: 341, label: null }];
      return found.length === 0
        ? []
        : [{ from: { id }, to: found.map((toObjectId) => ({ toObjectId, associationTypes })) }];
    });
    return { body: { status: "COMPLETE", results } };
  }

  function serve(call: Call): Answer {
    const { path, query, headers } = call;
    if (path === "/oauth/authorize") return grants.authorize(call);
    if (path === "/oauth/2026-09/token") return grants.exchange(call);
    if (path === "/oauth/2026-09/token/revoke") return grants.revoke(call);
    const token = (headers.authorization ?? "").replace("Bearer ", "");
    if (token !== settings.key && !grants.admits(token))
      return { status: 401, body: examples[token.startsWith("access-") ? "expired" : "unauthenticated"] ?? {} };
    if (path === "/account-info/2026-09/details")
      return { body: { ...examples["account"], companyCurrency: settings.currency } };
    if (path === "/crm/owners/2026-09")
      return { body: { results: settings.owners.map((one) => ({ type: "PERSON", archived: false, ...one })) } };
    if (path === "/crm/pipelines/2026-09/deals") {
      const shownStages = settings.stages.map(({ id, label, isClosed, probability }, displayOrder) => ({
        id,
        label,
        displayOrder,
        metadata: { isClosed: String(isClosed), probability },
        archived: false,
      }));
      const results = settings.pipelines.map((label, at) => ({
        id: at === 0 ? "default" : `pipeline${at}`,
        label,
        displayOrder: at,
        stages: shownStages.map((stage) => ({ ...stage, id: at === 0 ? stage.id : `${stage.id}${at}` })),
        archived: false,
      }));
      return { body: { results } };
    }
    const found = /^\/crm\/(objects|properties|associations)\/2026-09\/(companies|deals)(\/.*)?$/.exec(path);
    if (!found) return refused(404, "There is no such address.");
    const [, what, kind, rest = ""] = found as unknown as [string, string, Kind, string | undefined];
    if (settings.denied.has(kind)) return { status: 403, body: examples["missingScopes"] ?? {} };
    if (what === "associations") return associations(kind, call);
    if (what === "properties") {
      const standard = [{ name: "amount", label: "Amount", type: "number", hubspotDefined: true }];
      return {
        body: { results: [...standard, ...settings.columns[kind].map((one) => ({ hubspotDefined: false, ...one }))] },
      };
    }
    if (rest === "/search") return search(kind, call);
    if (rest === "/batch/read") return batch(kind, call);
    return list(kind, query);
  }

  return {
    ...service,
    settings,
    grants,
    examples,
    add,
    change,
    /** Into the recycling bin, and out of it: no stamp moves. */
    archive: (kind: Kind, id: string) => void (get(kind, id).archivedAt = new Date(now()).toISOString()),
    restore: (kind: Kind, id: string) => void (get(kind, id).archivedAt = null),
    /** For good, without a trace. */
    purge: (kind: Kind, id: string) => void kept[kind].delete(id),
    /** The bin forgets after 90 days. */
    emptyBin: (): void => {
      for (const all of Object.values(kept))
        for (const { id, archivedAt } of all.values()) if (archivedAt !== null) all.delete(id);
    },
    merge(kind: Kind, into: string, from: string): void {
      kept[kind].delete(from);
      const before = get(kind, into).properties["hs_merged_object_ids"];
      change(kind, into, { hs_merged_object_ids: [before, from].filter(Boolean).join(";") });
    },
    objects: (kind: Kind) => live(kind),
    archived: (kind: Kind) => [...kept[kind].values()].filter(({ archivedAt }) => archivedAt !== null),
  };
}
