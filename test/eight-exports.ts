import { expect } from "vitest";
import { listMetrics } from "#features/metrics/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { write } from "./data/exports/corpus.ts";
import type { Entity } from "./data/exports/export.ts";
import { us } from "./data/exports/locales.ts";
import { shapes } from "./data/exports/shapes.ts";
import type { Client } from "./world.ts";

const exportOf = (program: string, name: string) => {
  const shape = shapes.find((one) => one.program === program && one.name === name);
  if (!shape) throw new Error(`No shape ${program} ${name}.`);
  return write(shape, us);
};

/** What the owner of a company in the US has in eight programs. */
const files = {
  customers: exportOf("QuickBooks Online", "customer contact list"),
  invoices: exportOf("QuickBooks Online", "invoice list"),
  deals: exportOf("Salesforce", "opportunities with the company's stages"),
  tickets: exportOf("Zendesk", "tickets"),
  transactions: exportOf("Chase", "checking activity"),
  ledger: exportOf("QuickBooks Online", "profit and loss by month"),
  people: exportOf("Gusto", "employee list"),
  payments: exportOf("Stripe", "balance transactions"),
};
export const eightExports = Object.values(files);

const rowsOf = (kind: keyof typeof files): Entity[] => files[kind].truth.records.map(({ fields }) => fields);
const cents = (amount: number) => Math.round(amount * 100) / 100;
const sumOf = (rows: readonly Entity[], field: string) =>
  cents(rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0));
const sumsBy = (rows: readonly Entity[], group: string, field: string) =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => String(row[group]))].map(([name, own]) => [name, sumOf(own, field)]),
  );

/** Compares what the company shows with sums worked out from what its files say, to the cent. */
export async function expectSums(member: Client): Promise<void> {
  const list = async (kind: RecordKind, query: object = {}) =>
    await member.call(listRecords, { params: { kind }, query: query as never });
  const amount = async (kind: RecordKind, view: string) =>
    cents(((await list(kind, { view })).sums ?? []).reduce((sum, one) => sum + one.amount, 0));
  const figure = async (name: string) => await member.call(listMetrics, { query: { name } });
  const last = async (name: string) => (await figure(name)).at(-1)?.metricValue;

  const names = new Set(
    (["customers", "invoices", "deals", "tickets"] as const).flatMap((kind) =>
      rowsOf(kind).flatMap((row) => row["customerName"] ?? (kind === "customers" ? row["name"] : null) ?? []),
    ),
  );
  expect((await list("customers")).total).toBe(names.size);

  expect(await amount("invoices", "receivable")).toBe(sumOf(rowsOf("invoices"), "openAmount"));

  const open = rowsOf("deals").filter(({ stage }) => stage !== "won" && stage !== "lost");
  expect((await list("deals", { view: "open" })).total).toBe(open.length);
  expect(await amount("deals", "open")).toBe(sumOf(open, "amount"));

  for (const [status, own] of Map.groupBy(rowsOf("tickets"), (row) => String(row["status"])))
    expect((await list("tickets", { status })).total, status).toBe(own.length);

  const booked = rowsOf("transactions").toSorted((one, other) =>
    String(one["bookedOn"]) < String(other["bookedOn"]) ? -1 : 1,
  );
  await expect.poll(() => last("cash")).toBe(booked.at(-1)?.["balance"]);

  const ledger = await list("ledger");
  const stored = ledger.rows.map(({ fields }) => fields as Entity);
  expect(ledger.total).toBe(rowsOf("ledger").length);
  for (const type of new Set(rowsOf("ledger").map((row) => row["type"]))) {
    const ofType = (rows: readonly Entity[]) => rows.filter((row) => row["type"] === type);
    expect(sumsBy(ofType(stored), "month", "actual"), String(type)).toEqual(
      sumsBy(ofType(rowsOf("ledger")), "month", "actual"),
    );
  }
  const signed = rowsOf("ledger").map((row) => ({
    month: String(row["month"]).slice(0, 7),
    amount: Number(row["actual"]) * (/income/.test(String(row["type"])) ? 1 : -1),
  }));
  const profits = async () =>
    Object.fromEntries((await figure("profit")).map((one) => [one.measurementDate.slice(0, 7), one.metricValue]));
  await expect.poll(profits).toEqual(sumsBy(signed, "month", "amount"));

  await expect.poll(() => last("headcount")).toBe(rowsOf("people").filter(({ status }) => status === "active").length);

  const sales = rowsOf("payments").filter(({ type }) => type === "charge" || type === "refund");
  const revenue = async () =>
    Object.fromEntries((await figure("daily_revenue")).map((one) => [one.measurementDate, one.metricValue]));
  await expect.poll(revenue).toEqual(sumsBy(sales, "paidOn", "amount"));
}
