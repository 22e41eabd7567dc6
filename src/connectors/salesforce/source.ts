import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { ConnectorCall, Pulled, PulledRow, Source } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { roundedIn } from "#connectors/money.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { ask, found, queryPath, refusalIn, type SalesforceObject, send } from "#connectors/salesforce/api.ts";
import { fields, readSetup, readStages, setupShape, stagesShape } from "#connectors/salesforce/setup.ts";
import { ownValues, pulledColumns, stageOf, unread } from "#connectors/sales.ts";

const kinds = ["Account", "Opportunity"] as const;
type Kind = (typeof kinds)[number];
const targets = { Account: "customers", Opportunity: "deals" } as const;

const step = z.object({ kind: z.enum(kinds), isAll: z.boolean(), after: z.string() });
const cursorShape = z.object({
  /** Changes are known up to there, by Salesforce's clock; null: not everything was read yet. */
  since: z.int().nullable(),
  startedAt: z.int(),
  todo: z.array(step),
  stages: stagesShape,
  setup: setupShape,
});
type Cursor = z.infer<typeof cursorShape>;

/** What a transaction stamps before it commits, and how often the columns are looked at. */
const [overlapMs, setupMs] = [5 * 60_000, 86_400_000];
/** The recycling bin forgets after 15 days: after a longer silence everything is read anew. */
const keptMs = 14 * 86_400_000;
const [pageSize, mostRows] = [500, 300];

/** Rows show names of others: who owns them, and whom a deal is with. */
const changed: Readonly<Record<Kind, readonly string[]>> = {
  Account: ["SystemModstamp", "Owner.LastModifiedDate"],
  Opportunity: ["SystemModstamp", "Account.SystemModstamp", "Owner.LastModifiedDate"],
};

function soqlOf({ kind, isAll, after }: Cursor["todo"][number], { since, setup }: Cursor): string {
  const readable = fields[kind].filter((name) => setup.readable[kind].includes(name.replace(/\.Name$/, "Id")));
  const all = ["Id", "IsDeleted", ...readable, ...setup.columns[kind].map(({ name }) => name)];
  if (kind === "Account") all.push("(SELECT Id FROM Opportunities WHERE IsWon = true LIMIT 1)");
  else if (setup.hasCurrencies) all.push("CurrencyIsoCode");
  const from = new Date(since ?? 0).toISOString();
  const conditions = [
    ...(isAll ? ["IsDeleted = false"] : [`(${changed[kind].map((field) => `${field} >= ${from}`).join(" OR ")})`]),
    ...(after === "" ? [] : [`Id > '${after}'`]),
  ];
  return `SELECT ${all.join(", ")} FROM ${kind} WHERE ${conditions.join(" AND ")} ORDER BY Id LIMIT ${pageSize}`;
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function accountRow(one: SalesforceObject, { setup }: Cursor): PulledRow {
  const hasBought = /^customer/i.test(text(one["Type"]) ?? "") || (one.Opportunities?.totalSize ?? 0) > 0;
  return {
    ...ownValues(setup.columns.Account, one),
    externalId: one.Id,
    name: text(one["Name"]) ?? `Account ${one.Id}`,
    phone: text(one["Phone"]),
    segment: text(one["Industry"]),
    status: hasBought ? "active" : "prospect",
    ownerName: one.Owner?.Name ?? null,
    since: text(one["CreatedDate"]),
    lastContactOn: text(one["LastActivityDate"]),
  };
}

function dealRow(one: SalesforceObject, { setup, stages }: Cursor): PulledRow {
  const stage = stages[text(one["StageName"]) ?? ""];
  const currency = (text(one["CurrencyIsoCode"]) ?? setup.currency ?? "unknown").toUpperCase();
  const { Amount: amount, Probability: percent, IsClosed: isClosed } = one;
  const probability = typeof percent === "number" ? percent / 100 : null;
  return {
    ...ownValues(setup.columns.Opportunity, one),
    externalId: one.Id,
    name: text(one["Name"]) ?? `Opportunity ${one.Id}`,
    customerName: one.Account?.Name ?? null,
    stage: stageOf({
      isClosed: isClosed === true,
      isWon: one["IsWon"] === true,
      probability: stage?.probability ?? probability,
    }),
    stageName: stage?.label ?? text(one["StageName"]),
    amount: typeof amount === "number" ? roundedIn(amount, currency) : null,
    currency,
    probability,
    ownerName: one.Owner?.Name ?? null,
    openedOn: text(one["CreatedDate"]),
    expectedCloseOn: text(one["CloseDate"]),
    closedOn: isClosed === true ? text(one["CloseDate"]) : null,
    lastActivityOn: text(one["LastActivityDate"]),
    nextStep: text(one["NextStep"]),
  };
}

/** What a new reading has to do; null: nothing is left to go on from. */
async function begin(call: ConnectorCall, before: Cursor | null, now: Date): Promise<Cursor | null> {
  if (before?.since && now.getTime() - before.since > keptMs) return null;
  const { stages, time } = await readStages(call, now);
  const isOld = !before || now.getTime() - before.setup.readAt >= setupMs;
  const setup = isOld ? await readSetup(call, now) : before.setup;
  const todo = kinds.map((kind) => ({
    kind,
    after: "",
    isAll:
      before?.since == null ||
      !isDeepStrictEqual(setup.columns[kind], before.setup.columns[kind]) ||
      setup.currency !== before.setup.currency ||
      (kind === "Opportunity" && !isDeepStrictEqual(stages, before.stages)),
  }));
  return { since: before?.since ?? null, startedAt: time, todo, stages, setup };
}

/** A page; null: a column is no more there. */
async function query(call: ConnectorCall, soql: string) {
  const answer = await send(call, queryPath(soql, true), [400]);
  const refusal = refusalIn(answer);
  if (refusal?.errorCode === "INVALID_FIELD") return null;
  if (refusal) throw new ConnectorFault("setup", `Salesforce refused: ${(refusal.message ?? "").slice(0, 200)}`);
  const { success, data } = found.safeParse(jsonOf(answer));
  if (!success) throw unread("Salesforce");
  return data;
}

/** A page cut short by Salesforce goes on behind its last id. */
const isLast = ({ records, done }: z.infer<typeof found>): boolean => done && records.length < pageSize;

/** Salesforce's accounts and opportunities, with the stages, owners and columns that are the company's own. */
export const salesforceSource: Source = {
  targets: ["customers", "deals"],
  everyMinutes: 15,
  async pull(call, given, { now }) {
    const before = cursorShape.safeParse(given).data ?? null;
    const cursor = before && before.todo.length > 0 ? before : await begin(call, before, now);
    if (!cursor) return null;
    const pulled: Pulled = { rows: [], gone: [], cursor, isMore: false };
    while (pulled.rows.length < mostRows) {
      const [one, ...rest] = cursor.todo;
      if (!one) break;
      const { kind } = one;
      const target = targets[kind];
      let page = await query(call, soqlOf(one, cursor));
      if (!page) {
        cursor.setup = await readSetup(call, now);
        page = await query(call, soqlOf(one, cursor));
      }
      if (!page) throw new ConnectorFault("denied", `Salesforce does not let this user read every field of ${kind}.`);
      for (const record of page.records)
        if (record.IsDeleted) pulled.gone.push({ target, id: record.Id });
        else {
          const row = kind === "Account" ? accountRow(record, cursor) : dealRow(record, cursor);
          pulled.rows.push({ target, row });
          // It is refused with its reason, and one it had is not kept.
          if (row["amount"] === null) pulled.gone.push({ target, id: record.Id });
        }
      const last = page.records.at(-1)?.Id;
      cursor.todo = last === undefined || isLast(page) ? rest : [{ ...one, after: last }, ...rest];
    }
    pulled.isMore = cursor.todo.length > 0;
    if (!pulled.isMore) cursor.since = cursor.startedAt - overlapMs;
    return { ...pulled, columns: pulledColumns(cursor.setup.columns, targets) };
  },
  async count(call) {
    const count = async (from: string) => (await ask(call, found, queryPath(`SELECT COUNT() FROM ${from}`))).totalSize;
    // Deals without an amount have no place here.
    return { customers: await count("Account"), deals: await count("Opportunity WHERE Amount != null") };
  },
};
