import { integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import type { Tx } from "#platform/context.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { inserting } from "#platform/db/inserting.ts";

const things = pgTable("things", {
  companyId: companyId(),
  id: uuid().notNull(),
  amount: numeric({ precision: 10, scale: 2, mode: "number" }),
  words: text().array(),
  details: jsonb().$type<Record<string, unknown>>(),
  state: text().notNull().default("new"),
  place: integer(),
  dueAt: moment(),
});

function transaction() {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = ({ text }: { text: string }, values: unknown[]) => {
    sent.push({ text, values });
    return Promise.resolve();
  };
  return { sent, tx: { company: "c", db: { $client: { query } } } as unknown as Tx };
}
const columns = '("company_id", "id", "amount", "words", "details", "state", "place", "due_at")';

test("every column is named, absent ones are null or their default, values match the query builder's", async () => {
  const { sent, tx } = transaction();
  await inserting(things)(tx, [
    { id: "a", amount: 1.5, words: ["one", "two,three"], details: { a: [1] }, dueAt: new Date(0) },
    { id: "b", amount: null, details: null, state: "old", place: 0 },
  ]);
  expect(sent).toEqual([
    {
      text: `insert into "things" ${columns} values ($1, $2, $3, $4, $5, $6, $7, $8), ($9, $10, $11, $12, $13, $14, $15, $16)`,
      values: 'c a 1.5 {"one","two,three"} {"a":[1]} new null 1970-01-01T00:00:00.000Z c b null null null old 0 null'
        .split(" ")
        .map((value) => (value === "null" ? null : value === "0" ? 0 : value)),
    },
  ]);
});

test("no rows send no statement, and a row cannot name another company", async () => {
  const { sent, tx } = transaction();
  const insert = inserting(things);
  await insert(tx, []);
  expect(sent).toEqual([]);
  await insert(tx, [{ id: "a", companyId: "other" } as { id: string }]);
  expect(sent[0]?.values[0]).toBe("c");
});
