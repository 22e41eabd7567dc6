import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { currency, day, id } from "#contract/words.ts";

const amounts = z.array(z.number().nullable());

export const getProfit = endpoint("GET", "/api/records/books/profit", {
  summary: "Profit and loss of the last 12 months of the ledger by account, with budgets, in the company's currency.",
  response: z.strictObject({
    currency,
    /** First days, oldest first. */
    months: z.array(day),
    /** One amount a month each; null without a ledger line. At most 300 accounts. */
    accounts: z.array(z.strictObject({ type: z.string(), account: z.string(), actual: amounts, budget: amounts })),
    /** Currencies of other lines, which are not added. */
    elsewhere: z.array(z.string()),
  }),
  access: "viewer",
  rate: "polled",
});
export type ProfitTable = z.infer<typeof getProfit.response>;

export const getAccounts = endpoint("GET", "/api/records/books/accounts", {
  summary: "Bank accounts with their latest known balance, and those that only transactions name.",
  response: z.array(
    z.strictObject({
      id: id.nullable(),
      name: z.string(),
      currency,
      balance: z.number().nullable(),
      day: day.nullable(),
      isOpen: z.boolean(),
    }),
  ),
  access: "viewer",
  rate: "polled",
});
export type AccountBalances = z.infer<typeof getAccounts.response>;

export const getStaff = endpoint("GET", "/api/records/books/staff", {
  summary: "The people who work here today by team, with monthly costs; viewers see costs of teams of three or more.",
  response: z.strictObject({
    currency,
    teams: z.array(
      z.strictObject({
        team: z.string().nullable(),
        people: z.number().int(),
        cost: z.number().nullable(),
        /** How many have a monthly cost. */
        costed: z.number().int(),
      }),
    ),
    /** People paid in another currency, whose cost is not added. */
    elsewhere: z.number().int(),
  }),
  access: "viewer",
  rate: "polled",
});
