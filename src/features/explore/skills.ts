import { z } from "zod";
import { defineAction } from "#agency/action.ts";
import { AppError } from "#contract/errors.ts";
import { origins } from "#contract/origins.ts";
import { calendarUnits, fieldsIn, period, type Query, query, queryResult, querySubject } from "#contract/query.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { describeQueryResult, describeSubjects, mostRows } from "#features/explore/results/for-model.ts";
import * as store from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";
import { read, readDear } from "#platform/db/transaction.ts";

const forAllRoles = { effect: "read", cost: "zero", roles: agentRoleIds, capability: null } as const;

/** The subjects an agent can query, with their fields. */
export const listSubjects = defineAction({
  id: "explore_subjects",
  label: "Look up what can be queried",
  description: "Gives every kind of row there is with its fields, their types and what they can be.",
  ...forAllRoles,
  input: z.strictObject({
    only: z.array(z.string().max(100)).max(20).default([]).describe("Ids of subjects; leave it out for all of them."),
  }),
  output: z.array(querySubject),
  run: (ctx, _caller, { only }) =>
    read(ctx, async (tx) => (await store.subjects(tx)).filter(({ id }) => only.length === 0 || only.includes(id))),
  describeForModel: describeSubjects,
});

/** The rows a model is given of a query's; the query counts or measures all. */
const rowsGiven = z.int().min(0).max(mostRows);

/** What a model gives: a period as one object, which is most of what the schema of a query says. */
const queryForModel = query.extend({
  period: z
    .strictObject({
      kind: z.enum(["between", "last", "next", "calendar", "toDate"]),
      from: z.string().optional(),
      to: z.string().optional(),
      unit: z.enum(calendarUnits).optional(),
      count: z.number().optional(),
      shift: z.number().optional(),
    })
    .pipe(period)
    .nullable()
    .default(null)
    .describe(
      "between from and to; the last or next count units; calendar unit: 0 this one, -1 the one before; toDate.",
    ),
  part: z
    .array(z.unknown())
    .pipe(query.shape.part.unwrap())
    .default([])
    .describe("Filters of the rows that the measure share counts."),
  rows: rowsGiven.optional().describe("Rows to list; 10 of a count, else none."),
  allFields: z.boolean().optional().describe("List them with all their fields."),
});

/** Runs a query over the company's rows, as Explore does for people. */
export const runQuery = defineAction({
  id: "explore_query",
  label: "Query the company's rows",
  description:
    "Takes a subject with filters, a period, a group, a measure and a comparison; gives figures with the address that opens the same rows. Subjects are customers, vendors, deals, invoices (those of customers are receivable, bills payable), contracts, subscriptions, tickets, figures, tasks, decisions, forecasts, messages and runs. Look up the fields of those you need with explore_subjects first. What is left out is as by default: all rows, counted. Amounts of different currencies are never added.",
  ...forAllRoles,
  input: query.extend({ rows: rowsGiven.optional(), allFields: z.boolean().optional() }),
  output: z.strictObject({ result: queryResult, origins: z.array(z.enum(origins)), rows: rowsGiven.optional() }),
  forModel: { input: queryForModel, read: async (_, given) => queryForModel.parse(given) },
  run: (ctx, _caller, { rows, allFields: isWhole = false, ...asked }) =>
    readDear(ctx, async (tx) => ({
      ...(await answered(tx, asked, { isWhole })),
      ...(rows === undefined ? {} : { rows }),
    })),
  describeForModel: describeQueryResult,
});

/** Runs several queries as one step of a run. */
export const runQueries = defineAction({
  id: "explore_queries",
  label: "Query the company's rows",
  description: "Takes up to 30 queries, and gives the figures of each in their order.",
  ...forAllRoles,
  input: z.array(query).max(30),
  output: z.array(runQuery.output),
  run: (ctx, _caller, all) =>
    readDear(ctx, async (tx) => {
      const found = [];
      for (const asked of all) found.push(await answered(tx, asked));
      return found;
    }),
});

async function answered(tx: Tx, asked: Query, { isWhole = false } = {}): ReturnType<typeof store.run> {
  try {
    return await store.run(tx, asked, { isWhole });
  } catch (error) {
    if (!(error instanceof AppError && error.code === "invalid")) throw error;
    // A refusal would repeat the label, which is not fenced.
    const isOfOwn = fieldsIn(asked).some((name) => name.startsWith(customPrefix));
    const sentence = isOfOwn ? "This query does not fit the fields it names" : error.message;
    throw new AppError("invalid", `${sentence}. ${await describePossible(tx, asked.subject)}`, { cause: error });
  }
}

/** Lists the valid subjects or fields for a refused query; only built-in names, because errors are not fenced. */
async function describePossible(tx: Tx, subject: string): Promise<string> {
  const all = await store.subjects(tx);
  const found = all.find(({ id }) => id === subject);
  if (!found) return `Subjects are ${all.map(({ id }) => id).join(", ")}`;
  const needed = found.needs ? `Filter by ${found.needs} with one of the values that explore_subjects gives. ` : "";
  const own = found.fields.some(({ name }) => name.startsWith(customPrefix));
  const builtIn = found.fields.filter(({ name }) => !name.startsWith(customPrefix));
  return `${needed}Fields are ${builtIn.map(({ name, type }) => `${name} (${type})`).join(", ")}${own ? ", and those of the company's own that explore_subjects gives" : ""}`;
}
