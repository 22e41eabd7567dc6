import { z } from "zod";
import { defineAction } from "#agency/action.ts";
import { origins } from "#contract/origins.ts";
import { query, queryResult, querySubject } from "#contract/query.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { describeQueryResult, describeSubjects } from "#features/explore/results/for-model.ts";
import * as store from "#features/explore/store.ts";
import { read } from "#platform/db/transaction.ts";

const forEverybody = { effect: "read", cost: "zero", roles: agentRoleIds, capability: null } as const;

/** The subjects an agent can query, with their fields. */
export const listSubjects = defineAction({
  id: "explore_subjects",
  label: "Look up what can be queried",
  description: "Gives every kind of row there is with its fields, their types and what they can be.",
  ...forEverybody,
  input: z.strictObject({}),
  output: z.array(querySubject),
  run: (ctx) => read(ctx, store.subjects),
  describeForModel: describeSubjects,
});

/** Runs a query over the company's rows, as Explore does for people. */
export const runQuery = defineAction({
  id: "explore_query",
  label: "Query the company's rows",
  description:
    "Takes a subject with filters, a period, a group, a measure and a comparison; gives figures with the address that opens the same rows. Look up subjects and fields with explore_subjects first. What is left out is as by default: all rows, counted. Amounts of different currencies are never added.",
  ...forEverybody,
  input: query,
  output: z.strictObject({ result: queryResult, origins: z.array(z.enum(origins)) }),
  run: (ctx, _caller, asked) => read(ctx, (tx) => store.run(tx, asked)),
  describeForModel: describeQueryResult,
});
