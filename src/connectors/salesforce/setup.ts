import { z } from "zod";
import type { ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import {
  ask,
  data,
  description,
  organization,
  queryPath,
  send,
  stages as stagesAnswer,
} from "#connectors/salesforce/api.ts";
import { type Column, columnShape, mostColumns, timeThere, unread } from "#connectors/sales.ts";

/** What is read of each kind, as far as the person who signed in may see it. */
export const fields = {
  Account: ["Name", "Phone", "Industry", "Type", "CreatedDate", "LastActivityDate", "Owner.Name"],
  Opportunity: [
    "Name",
    "StageName",
    "Amount",
    "Probability",
    "CloseDate",
    "IsClosed",
    "IsWon",
    "NextStep",
    "CreatedDate",
    "LastActivityDate",
    "Account.Name",
    "Owner.Name",
  ],
} as const;

/** How the organization is set up: what its values mean. */
export const setupShape = z.object({
  readAt: z.int(),
  /** Of all amounts; null where each has its own. */
  currency: z.string().nullable(),
  hasCurrencies: z.boolean(),
  /** The names of fields that may be read. */
  readable: z.object({ Account: z.array(z.string()), Opportunity: z.array(z.string()) }),
  columns: z.object({ Account: z.array(columnShape), Opportunity: z.array(columnShape) }),
});
export type Setup = z.infer<typeof setupShape>;

export const stagesShape = z.record(
  z.string(),
  z.object({ label: z.string(), isClosed: z.boolean(), isWon: z.boolean(), probability: z.number().nullable() }),
);
export type Stages = z.infer<typeof stagesShape>;

/** The stages by the name that opportunities have, as the company calls them now, and Salesforce's time. */
export async function readStages(call: ConnectorCall, now: Date): Promise<{ stages: Stages; time: number }> {
  const soql =
    "SELECT ApiName, MasterLabel, IsClosed, IsWon, DefaultProbability FROM OpportunityStage ORDER BY ApiName";
  const answer = await send(call, queryPath(soql));
  const { success, data: read } = stagesAnswer.safeParse(jsonOf(answer));
  if (!success) throw unread("Salesforce");
  const all = read.records.map((one): [string, Stages[string]] => [
    one.ApiName,
    {
      label: one.MasterLabel,
      isClosed: one.IsClosed,
      isWon: one.IsWon,
      probability: typeof one.DefaultProbability === "number" ? one.DefaultProbability / 100 : null,
    },
  ]);
  return { stages: Object.fromEntries(all), time: timeThere(answer.headers, now) };
}

const types: Readonly<Record<string, Column["type"]>> = {
  string: "text",
  textarea: "text",
  picklist: "text",
  multipicklist: "text",
  combobox: "text",
  email: "text",
  phone: "text",
  url: "text",
  double: "number",
  int: "number",
  long: "number",
  currency: "number",
  percent: "number",
  date: "day",
  datetime: "day",
  boolean: "flag",
};

async function describe(call: ConnectorCall, kind: keyof Setup["columns"]) {
  const { fields: found } = await ask(call, description, `${data}/sobjects/${kind}/describe`);
  const columns = found
    .filter(({ custom, type }) => custom && types[type] !== undefined)
    .slice(0, mostColumns)
    .map(({ name, label, type, picklistValues }): Column => {
      const labelled = (picklistValues ?? []).filter((one) => one.label && one.label !== one.value);
      const options = Object.fromEntries(labelled.map((one) => [one.value, one.label ?? one.value]));
      // Only of choices can there be several in one text.
      return { name, label, type: types[type] ?? "text", ...(type.endsWith("picklist") && { options }) };
    });
  const names = new Set(found.map(({ name }) => name));
  const readable = fields[kind].map((name) => name.replace(/\.Name$/, "Id")).filter((name) => names.has(name));
  return { columns, readable, hasCurrencies: names.has("CurrencyIsoCode") };
}

export async function readSetup(call: ConnectorCall, now: Date): Promise<Setup> {
  const [accounts, deals] = [await describe(call, "Account"), await describe(call, "Opportunity")];
  for (const name of ["StageName", "Amount", "IsClosed", "IsWon"])
    if (!deals.readable.includes(name))
      throw new ConnectorFault("denied", `Salesforce does not let this user read ${name} of opportunities.`);
  const answer = deals.hasCurrencies ? null : await send(call, `${data}/connect/organization`, [403, 404]);
  const { data: read } = organization.safeParse(answer && answer.status < 400 ? jsonOf(answer) : null);
  return {
    readAt: now.getTime(),
    currency: read?.features?.defaultCurrencyIsoCode?.toUpperCase() ?? null,
    hasCurrencies: deals.hasCurrencies,
    readable: { Account: accounts.readable, Opportunity: deals.readable },
    columns: { Account: accounts.columns, Opportunity: deals.columns },
  };
}
