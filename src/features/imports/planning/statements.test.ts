import { describe, expect, it } from "vitest";
import type { Question } from "#features/imports/contract.ts";
import type { Choices } from "#features/imports/planning/choices.ts";
import { lineReader } from "#features/imports/planning/line-reader.ts";
import { previewOf } from "#features/imports/planning/preview.ts";
import { profileFile } from "#platform/reading/profile.ts";
import { sourceOf } from "#platform/reading/reading.ts";

const place = { currency: "EUR", timeZone: "Europe/Berlin" };

/** What a table is taken as: the fields of its columns, open questions, and the records of its first lines. */
async function taken(target: NonNullable<Choices["target"]>, text: string, answers: Choices["answers"] = []) {
  const profile = await profileFile(sourceOf(new TextEncoder().encode(`${text.trim()}\n`)), place);
  const { preview, planned } = previewOf({
    profile,
    fileName: "table.csv",
    place,
    choices: { target, answers },
    remembered: new Map(),
    facts: null,
  });
  const open = preview.questions.filter(({ items }: Question) => items.some(({ answer }) => answer === null));
  const read = planned.plan ? lineReader(planned.plan, place, "2026-06-15") : null;
  const rows = profile.first
    .map(({ cells }) => read?.(cells))
    .map((one) => (one && "row" in one ? one.row.fields : one));
  const of = (name: string) => rows.map((row) => (row as Record<string, unknown>)[name] ?? null);
  return { preview, open: open.map(({ id }) => id), of };
}

const statement = (out: string, into: string, balance = "Saldo") => `
Datum;Text;${out};${into};${balance}
01.03.2026;Miete;1200,50;;8799,50
02.03.2026;Kunde A;;400,00;9199,50
03.03.2026;Strom;80,25;;9119,25
13.03.2026;Kunde B;;1000,00;10119,25
14.03.2026;Porto;9,75;;10109,50`;
const amounts = [-1200.5, 400, -80.25, 1000, -9.75];

describe("two columns of which each line fills one", () => {
  it.each([
    ["Retiros", "Depósitos"],
    ["Ausgaben", "Einnahmen"],
    ["Débit", "Crédit"],
    ["Uscite", "Entrate"],
    ["Saídas", "Entradas"],
    ["Withdrawal Amt.", "Deposit Amt."],
    ["Lorem", "Ipsum"],
  ])("%s and %s are money out and in", async (out, into) => {
    const { of, open } = await taken("transactions", statement(out, into));
    expect(open).toEqual([]);
    expect(of("amount")).toEqual(amounts);
    expect(of("balance").at(-1)).toBe(10109.5);
  });

  it("are read with the balance newest first", async () => {
    const [heading, ...lines] = statement("Lorem", "Ipsum", "Dolor").trim().split("\n");
    const { of, open } = await taken("transactions", [heading, ...lines.toReversed()].join("\n"));
    expect(open).toEqual([]);
    expect(of("amount")).toEqual(amounts.toReversed());
  });

  it("are asked about where nothing tells, or the balance contradicts the words", async () => {
    const without = statement("Lorem", "Ipsum").replaceAll(/;[^;\n]*$/gm, "");
    expect((await taken("transactions", without)).open).toEqual(["heading:-amount"]);
    expect((await taken("transactions", statement("Credit", "Debit"))).open).toEqual(["heading:-amount"]);
    const answer = [{ question: "heading:-amount", item: "", answer: "Lorem" }];
    expect((await taken("transactions", without, answer)).of("amount")).toEqual(amounts);
  });
});

describe("one column of bank amounts", () => {
  const lines = (mark: (at: number) => string, heading = "Art") =>
    `Datum;${heading};Betrag;Saldo;Beleg\n` +
    amounts
      .map((amount, at) => {
        const balance = 10_000 + amounts.slice(0, at + 1).reduce((sum, one) => sum + one, 0);
        return `${10 + at}.03.2026;${mark(at)};${Math.abs(amount).toFixed(2).replace(".", ",")};${balance.toFixed(2).replace(".", ",")};${2001 + at}`;
      })
      .join("\n");

  it.each([
    ["D", "C"],
    ["Af", "Bij"],
    ["Soll", "Haben"],
    ["XQ", "ZV"],
  ])("has its signs by the words %s and %s beside it", async (out, into) => {
    const { of, open } = await taken(
      "transactions",
      lines((at) => ((amounts[at] ?? 0) < 0 ? out : into)),
    );
    expect(open).toEqual([]);
    expect(of("amount")).toEqual(amounts);
  });

  it("is not taken where only the balance knows its signs", async () => {
    const { preview, open } = await taken(
      "transactions",
      lines((at) => `Text ${at}`),
    );
    expect(open).toEqual(["sign:Betrag"]);
    expect(preview.missing).toContain("rises and falls");
  });
});

describe("signs", () => {
  it("of invoices that are all negative are asked about", async () => {
    const table = (amount: string) =>
      `Number,Customer,Issued,Due,Amount\nA1,Ann,2026-01-02,2026-02-02,${amount}\nA2,Bo,2026-01-03,2026-02-03,-20.00`;
    expect((await taken("invoices", table("-10.00"))).open).toEqual(["sign:Amount"]);
    expect((await taken("invoices", table("10.00"))).open).toEqual([]);
    const answer = [{ question: "sign:Amount", item: "", answer: "turned" }];
    expect((await taken("invoices", table("-10.00"), answer)).of("amount")).toEqual([10, 20]);
  });

  it("of receivables marked DR and CR are owed and credit", async () => {
    const { of, open } = await taken(
      "invoices",
      "Number,Customer,Issued,Due,Amount\nA1,Ann,2026-01-02,2026-02-02,10.00 DR\nA2,Bo,2026-01-03,2026-02-03,20.00 CR",
    );
    expect(open).toEqual([]);
    expect(of("amount")).toEqual([10, -20]);
    expect(of("document")).toEqual(["invoice", "credit note"]);
  });

  it("of payments: a negative charge and a word for it are refunds", async () => {
    const { of } = await taken(
      "payments",
      "Date,Type,Amount,State\n2026-01-02,Charge,10.00,ok\n2026-01-03,Charge,-4.00,ok\n2026-01-04,Charge,3.00,Erstattet",
    );
    expect(of("type")).toEqual(["charge", "refund", "refund"]);
    expect(of("amount")).toEqual([10, -4, -3]);
    expect((await taken("payments", "Date,Type,Amount\n2026-01-02,Reembolso,10.00")).of("amount")).toEqual([-10]);
  });
});

describe("people", () => {
  it("who left are told by their last day", async () => {
    const { of } = await taken("people", "Name,End date\nAnn,2026-05-31\nBo,2026-12-31\nCy,");
    expect(of("status")).toEqual(["left", "active", "active"]);
  });

  it.each([
    ["Monthly salary", 6000],
    ["Annual salary", 500],
    ["Jahresgehalt", 500],
    ["Salario anual", 500],
  ])("cost what %s comes to in a month", async (heading, cost) => {
    const { of, open } = await taken("people", `Name,${heading}\nAnn,6000.00\nBo,6000.00`);
    expect(open).toEqual([]);
    expect(of("monthlyCost")).toEqual([cost, cost]);
  });

  it("have money of no said period asked about", async () => {
    for (const heading of ["Salary", "Gehalt", "Salaire brut", "Lorem"])
      expect((await taken("people", `Name,${heading}\nAnn,6000.00\nBo,5000.00`)).open).toEqual(["heading:monthlyCost"]);
    const answer = [{ question: "heading:monthlyCost", item: "", answer: "yearly:Gehalt" }];
    expect((await taken("people", "Name,Gehalt\nAnn,6000.00", answer)).of("monthlyCost")).toEqual([500]);
    const { of, preview } = await taken("people", "Name,Stundenlohn\nAnn,25.00\nBo,30.00");
    expect(of("monthlyCost")).toEqual([null, null]);
    expect(preview.notes.join(" ")).toContain("by the hour");
  });
});

describe("lines of a bank that failed or wait, beside a balance", () => {
  /** Each line's word, and whether the balance moves by it. */
  const bank = (words: readonly (readonly [string, boolean])[], heading = "Status") => {
    let balance = 100_000;
    const lines = words.map(([word, moves], at) => {
      const cents = at % 2 ? -1_000 - at * 37 : 5_000 + at * 11;
      balance += moves ? cents : 0;
      return [
        `2026-03-${String(at + 11)}`,
        `Shop ${at}`,
        (cents / 100).toFixed(2),
        word,
        (balance / 100).toFixed(2),
      ].join(";");
    });
    return [`Date;Description;Amount;${heading};Balance`, ...lines].join("\n");
  };
  const done = ["Completed", true] as const;

  it.each(["Failed", "Pending", "Storniert"])("leaves %s out where the balance does not move by it", async (word) => {
    const { of, open, preview } = await taken(
      "transactions",
      bank([done, [word, false], done, done, [word, false], done]),
    );
    expect(open).toEqual([]);
    expect(preview.questions.find(({ id }) => id === "words:Status")?.items).toMatchObject([
      { item: word, count: 2, because: "the balance does not move by it" },
    ]);
    expect(of("left").filter(Boolean)).toHaveLength(2);
  });

  it.each(["Failed", "Pending", "Storniert"])("takes %s where the balance moves by it", async (word) => {
    const { of, open } = await taken("transactions", bank([done, [word, true], done, done, [word, true], done]));
    expect(open).toEqual([]);
    expect(of("left").filter(Boolean)).toHaveLength(0);
  });

  it("tells each of several words, newest first as well", async () => {
    const text = bank([done, ["Failed", false], done, ["Pending", true], done, ["Failed", false], done]);
    const [heading, ...lines] = text.split("\n");
    for (const one of [text, [heading, ...lines.toReversed()].join("\n")]) {
      const { of, open } = await taken("transactions", one);
      expect(open).toEqual([]);
      expect(of("left").filter(Boolean)).toHaveLength(2);
    }
  });

  it("asks where the balance moves by some lines of a word and not by others", async () => {
    const { open } = await taken("transactions", bank([done, ["Failed", false], done, done, ["Failed", true], done]));
    expect(open).toEqual(["words:Status"]);
  });
});

it("asks which column is money out where the words beside it deny its heading, as in the books of a bank account", async () => {
  const lines = (balance: boolean) =>
    [
      `Date;Particulars;Vch Type;Debit;Credit${balance ? ";Balance" : ""}`,
      ...[
        "01.03.2026;Customer A;Receipt;400,00;;400,00",
        "02.03.2026;Rent;Payment;;150,50;249,50",
        "03.03.2026;Customer B;Receipt;1000,00;;1249,50",
        "04.03.2026;Power;Payment;;80,25;1169,25",
        "05.03.2026;Customer C;Receipt;60,00;;1229,25",
      ].map((line) => (balance ? line : line.slice(0, line.lastIndexOf(";")))),
    ].join("\n");
  const asked = await taken("transactions", lines(false));
  expect(asked.open).toEqual(["heading:-amount"]);
  const answered = await taken("transactions", lines(false), [
    { question: "heading:-amount", item: "", answer: "Credit" },
  ]);
  expect(answered.of("amount")).toEqual([400, -150.5, 1000, -80.25, 60]);
});
