import { z } from "zod";
import type { ConnectorCall } from "#connectors/connector.ts";
import {
  account,
  ask,
  askIfAllowed,
  owners,
  pipelines,
  properties,
  send,
  total,
  version,
} from "#connectors/hubspot/api.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { type Column, columnShape, mostColumns, timeThere, unread } from "#connectors/sales.ts";

/** How the account is set up: what its values mean. */
export const setupShape = z.object({
  readAt: z.int(),
  currency: z.string().nullable(),
  owners: z.record(z.string(), z.string()),
  columns: z.object({ companies: z.array(columnShape), deals: z.array(columnShape) }),
});
export type Setup = z.infer<typeof setupShape>;

export const stagesShape = z.record(
  z.string(),
  z.object({
    label: z.string(),
    pipeline: z.string(),
    isClosed: z.boolean(),
    isWon: z.boolean(),
    probability: z.number().nullable(),
  }),
);
export type Stages = z.infer<typeof stagesShape>;

/** The stages of deals by id, as the company calls them now, and HubSpot's time. */
export async function readStages(call: ConnectorCall, now: Date): Promise<{ stages: Stages; time: number }> {
  const answer = await send(call, { path: `crm/pipelines/${version}/deals` });
  const { success, data } = pipelines.safeParse(jsonOf(answer));
  if (!success) throw unread("HubSpot");
  const all = data.results.flatMap(({ label: pipeline, stages }) =>
    stages.map(({ id, label, metadata }): [string, Stages[string]] => {
      const given = Number(metadata?.probability ?? "");
      const probability = metadata?.probability && given >= 0 && given <= 1 ? given : null;
      const isClosed = metadata?.isClosed === "true";
      return [id, { label, pipeline, isClosed, isWon: isClosed && probability === 1, probability }];
    }),
  );
  return { stages: Object.fromEntries(all), time: timeThere(answer.headers, now) };
}

const types: Readonly<Record<string, Column["type"]>> = {
  string: "text",
  enumeration: "text",
  phone_number: "text",
  number: "number",
  date: "day",
  datetime: "day",
  bool: "flag",
};

async function readColumns(call: ConnectorCall, kind: "companies" | "deals"): Promise<Column[]> {
  const read = await askIfAllowed(call, properties, { path: `crm/properties/${version}/${kind}` });
  return (read?.results ?? [])
    .filter(({ hubspotDefined, hidden, type }) => hubspotDefined !== true && hidden !== true && types[type])
    .slice(0, mostColumns)
    .map(({ name, label, type, options }) => ({
      name,
      label,
      type: types[type] ?? "text",
      ...(type === "enumeration" && {
        options: Object.fromEntries((options ?? []).map((one) => [one.value, one.label])),
      }),
    }));
}

const mostOwners = 2_000;

export async function readOwners(call: ConnectorCall): Promise<Setup["owners"]> {
  const names: Record<string, string> = {};
  for (let after: string | null = null, isMore = true; isMore && Object.keys(names).length < mostOwners; ) {
    const query: string = `limit=100${after === null ? "" : `&after=${encodeURIComponent(after)}`}`;
    const read: z.infer<typeof owners> | null =
      (await askIfAllowed(call, owners, { path: `crm/owners/${version}?${query}` })) ??
      (await askIfAllowed(call, owners, { path: `crm/v3/owners/?${query}` }));
    for (const { id, firstName, lastName, email } of read?.results ?? []) {
      const name = [firstName, lastName].filter(Boolean).join(" ") || email;
      if (name) names[id] = name;
    }
    after = read?.paging?.next?.after ?? null;
    isMore = after !== null;
  }
  return names;
}

export async function readSetup(call: ConnectorCall, now: Date): Promise<Setup> {
  const details = await askIfAllowed(call, account, { path: `account-info/${version}/details` });
  return {
    readAt: now.getTime(),
    currency: details?.companyCurrency?.toUpperCase() ?? null,
    owners: await readOwners(call),
    columns: { companies: await readColumns(call, "companies"), deals: await readColumns(call, "deals") },
  };
}

/** How many there are; deals without an amount have no place here. */
export async function countObjects(call: ConnectorCall): Promise<Record<string, number>> {
  const count = async (kind: string, filters: object[]) =>
    (
      await ask(call, total, {
        path: `crm/objects/${version}/${kind}/search`,
        post: { filterGroups: filters.length > 0 ? [{ filters }] : [], limit: 1 },
      })
    ).total;
  return {
    customers: await count("companies", []),
    deals: await count("deals", [{ propertyName: "amount", operator: "HAS_PROPERTY" }]),
  };
}
