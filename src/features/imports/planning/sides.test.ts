import { describe, expect, it } from "vitest";
import { answers, day, money, name, planned, table } from "../../../../test/plans.ts";

const pairs = [
  ["Debit", "Credit"],
  ["DR", "CR"],
  ["D", "C"],
  ["S", "H"],
  ["Soll", "Haben"],
  ["Débit", "Crédit"],
  ["Debe", "Haber"],
  ["Cargo", "Abono"],
  ["Débito", "Crédito"],
  ["Dare", "Avere"],
  ["D", "K"],
  ["D", "A"],
  ["借方", "貸方"],
  ["借", "贷"],
];
const cents = (rows: object[], field: string) =>
  rows.map((row) => Math.round(Number((row as Record<string, unknown>)[field]) * 100));
const amounts = Array.from({ length: 12 }, (_, at) => Math.round(Number(money(at)) * 100));

describe("invoices", () => {
  const open = (party: string, [debit = "", credit = ""]: string[]) =>
    table(`Invoice no;${party};Invoice date;Due date;Amount;Side`, (at) => [
      `R-${at}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
      at % 5 ? debit : credit,
    ]);

  it.each(pairs)("are owed by customers where they are %s, and taken off where they are %s", async (...pair) => {
    const { rows, open: asked, preview } = await planned(open("Customer", pair));
    expect(asked).toEqual([]);
    expect(cents(await rows(), "amount")).toEqual(amounts.map((one, at) => (at % 5 ? one : -one)));
    expect(preview.notes).toContain('"Side" says which amounts are taken off.');
  });

  it("are owed to vendors on the other side", async () => {
    const { rows, open: asked } = await planned(open("Vendor", ["Haben", "Soll"]));
    expect(asked).toEqual([]);
    expect(cents(await rows(), "amount")).toEqual(amounts.map((one, at) => (at % 5 ? one : -one)));
  });

  it("keep signs that a column of sides repeats", async () => {
    const text = table("Invoice no;Customer;Invoice date;Due date;Amount;Side", (at) => [
      `R-${at}`,
      name(at),
      day(at),
      day(at, "04"),
      at % 5 ? money(at) : `-${money(at)}`,
      at % 5 ? "D" : "C",
    ]);
    expect(cents(await (await planned(text)).rows(), "amount")).toEqual(
      amounts.map((one, at) => (at % 5 ? one : -one)),
    );
  });
});

describe("bank lines with reversals below 0", () => {
  const statement = (pair: string[], sign: (at: number) => 1 | -1) =>
    table("Date;Text;Amount;Side", (at) => [
      day(at),
      `${name(at)} ${at}`,
      `${sign(at) * Number(money(at))}`,
      pair[at % 3 ? 0 : 1] ?? "",
    ]);
  const target = { target: "transactions" } as const;

  it.each(pairs)("go out where they are %s, and come in where they are %s", async (...pair) => {
    const { rows, open } = await planned(
      statement(pair, (at) => (at === 5 ? -1 : 1)),
      target,
    );
    expect(open).toEqual([]);
    expect(cents(await rows(), "amount")).toEqual(
      amounts.map((one, at) => (at % 3 ? -one : one) * (at === 5 ? -1 : 1)),
    );
  });

  it("keep signs that a column of sides repeats", async () => {
    const { rows, open } = await planned(
      statement(["Debit", "Credit"], (at) => (at % 3 ? -1 : 1)),
      target,
    );
    expect(open).toEqual([]);
    expect(cents(await rows(), "amount")).toEqual(amounts.map((one, at) => (at % 3 ? -one : one)));
  });
});

describe("ledger lines", () => {
  const accounts = ["Sales", "Rent", "Wages", "Services"];
  const types = ["income", "expense", "expense", "income"];
  const ledger = (side: (at: number) => string, sign: (at: number) => number = () => 1) =>
    table("Account;Type;Period;Amount;Side", (at) => [
      accounts[at % 4] ?? "",
      types[at % 4] ?? "",
      `2026-0${Math.floor(at / 4) + 1}-01`,
      sign(at) * Number(money(at)),
      side(at),
    ]);
  const isIncome = (at: number) => at % 4 === 0 || at % 4 === 3;

  it.each(pairs)("add up income on the side of credits and costs on that of debits: %s, %s", async (...pair) => {
    // Two lines are taken back.
    const isBack = (at: number) => at === 4 || at === 6;
    const text = ledger((at) => pair[isIncome(at) === isBack(at) ? 0 : 1] ?? "");
    const { rows, open } = await planned(text);
    expect(open).toEqual([]);
    expect(cents(await rows(), "actual")).toEqual(amounts.map((one, at) => (isBack(at) ? -one : one)));
  });

  it("are turned where a program writes income below 0, as a person sees", async () => {
    const text = ledger(
      () => "",
      (at) => (isIncome(at) ? -1 : 1),
    );
    const { rows, preview } = await planned(text);
    const asked = preview.questions.find(({ id }) => id === "sign:Amount");
    expect(asked?.items).toMatchObject([{ answer: "turned", because: "the others are above 0" }]);
    expect(cents(await rows(), "actual")).toEqual(amounts);
    const kept = await planned(text, answers(["sign:Amount", "as written"]));
    expect(cents(await kept.rows(), "actual")).toEqual(amounts.map((one, at) => (isIncome(at) ? -one : one)));
  });
});
