import { describe, expect, it } from "vitest";
import type { Choices } from "#features/imports/planning/choices.ts";
import { lineReader } from "#features/imports/planning/line-reader.ts";
import { previewOf } from "#features/imports/planning/preview.ts";
import { profileFile } from "#platform/reading/profile.ts";
import { sourceOf } from "#platform/reading/reading.ts";
import { isTable, recordsOf } from "#platform/reading/records.ts";

const place = { currency: "EUR", timeZone: "Europe/Berlin" };

/** A table of 12 lines by a function for its cells. */
const table = (heading: string, cellsOf: (at: number) => (string | number)[]): string =>
  [heading, ...Array.from({ length: 12 }, (_, at) => cellsOf(at).join(";"))].join("\n");
const day = (at: number, month = "03") => `2026-${month}-${String(at + 11).padStart(2, "0")}`;
const money = (at: number) => (at * 37.5 + 101.25).toFixed(2);
const names = ["Alder & Söhne", "Birke", "Cedro", "Erable SA"];
const name = (at: number) => `${names[at % 4] ?? ""}`;

async function planned(text: string, choices: Choices = {}, remembered = new Map<string, string>()) {
  const source = sourceOf(new TextEncoder().encode(text));
  const profile = await profileFile(source, place);
  const { preview, planned: found } = previewOf({
    profile,
    fileName: "export.csv",
    place,
    today: "2026-11-27",
    choices,
    remembered,
    facts: null,
  });
  const open = preview.questions.filter(({ items }) => items.some(({ answer }) => answer === null));
  const rows = async () => {
    if (!found.plan) throw new Error("There is no plan.");
    const read = lineReader(found.plan, place);
    const taken: object[] = [];
    for await (const { cells } of recordsOf(source, profile)) {
      const line = read(cells);
      taken.push("row" in line ? line.row.fields : line);
    }
    return taken;
  };
  const fields = Object.fromEntries(preview.columns.map(({ heading, field }) => [heading, field]));
  return { preview, open, rows, fields };
}
const answers = (...given: [string, string][]) => ({
  answers: given.map(([question, answer]) => ({ question, item: "", answer })),
});

describe("what no line has", () => {
  const invoices = (heading: string) => table(heading, (at) => [`R-${at + 1}`, name(at), day(at), money(at)]);

  it.each([
    "Invoice no;Customer;Invoice date;Total",
    "Rechnungsnummer;Kunde;Rechnungsdatum;Betrag",
    "Numéro de facture;Client;Date de facture;Montant",
    "Numero fattura;Cliente;Data fattura;Importo",
  ])("leaves the due day empty where the file has none, and offers terms: %s", async (heading) => {
    const asked = await planned(invoices(heading));
    expect(asked.preview).toMatchObject({ target: "invoices", missing: null });
    expect(asked.open).toEqual([]);
    expect((await asked.rows())[0]).not.toHaveProperty("dueOn");
    const offered = asked.preview.questions.find(({ id }) => id === "missing:dueOn");
    expect(offered).toMatchObject({
      sentence: "These invoices have no due day. When are they due?",
      items: [{ answer: "none", because: "the file has none" }],
    });
    expect(offered?.options.map(({ label }) => label)).toEqual([
      "No due day: never overdue",
      "On the day of issue",
      "7 days after it",
      "14 days after it",
      "30 days after it",
      "60 days after it",
    ]);
    const chosen = await planned(invoices(heading), answers(["missing:dueOn", "30"]));
    expect(chosen.open).toEqual([]);
    expect((await chosen.rows())[0]).toMatchObject({ issuedOn: "2026-03-11", dueOn: "2026-04-10", amount: 101.25 });
    const again = await planned(invoices(heading), {}, new Map([["missing:dueOn\n", "14"]]));
    expect(again.open).toEqual([]);
    expect((await again.rows())[0]).toMatchObject({ dueOn: "2026-03-25" });
  });

  it.each(["", "-", "n/a"])("offers terms for the lines alone whose due day is empty, written %j", async (nothing) => {
    const text = table("Invoice no;Customer;Invoice date;Due date;Total", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      at % 4 === 1 ? nothing : "2026-12-24",
      money(at),
    ]);
    const asked = await planned(text);
    expect(asked.open).toEqual([]);
    expect(asked.preview.questions.find(({ id }) => id === "missing:dueOn")?.sentence).toMatch(
      /^\d+ of these invoices have no due day\. When are they due\?$/,
    );
    expect((await asked.rows()).slice(0, 2)).toMatchObject([{ dueOn: "2026-12-24" }, { dueOn: null }]);
    const chosen = await planned(text, answers(["missing:dueOn", "30"]));
    expect(chosen.open).toEqual([]);
    expect((await chosen.rows()).slice(0, 2)).toMatchObject([
      { dueOn: "2026-12-24" },
      { issuedOn: "2026-03-12", dueOn: "2026-04-11" },
    ]);
  });

  it.each(["Amount paid", "Bezahlt (EUR)", "Montant payé"])(
    "takes what was paid off what is open: %s",
    async (paid) => {
      const text = table(`Invoice no;Customer;Invoice date;Total;${paid}`, (at) => [
        `R-${at + 1}`,
        name(at),
        day(at),
        money(at),
        at === 0 ? money(at) : at === 1 ? "" : "10.25",
      ]);
      const { preview, open, rows } = await planned(text);
      expect(open).toEqual([]);
      expect(preview.notes).toContain(`"${paid}" is taken off the amount: the rest is open.`);
      const [first, second, third] = (await rows()) as { amount: number; openAmount: number }[];
      expect([first?.openAmount, second?.openAmount]).toEqual([0, second?.amount]);
      expect(third?.openAmount).toBeCloseTo((third?.amount ?? 0) - 10.25, 2);
    },
  );

  it.each(["1;0", "yes;no"])("reads whether an invoice is paid from %s", async (words) => {
    const [yes = "", no = ""] = words.split(";");
    const text = table("Invoice no;Customer;Invoice date;Total;Paid", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      money(at),
      at % 2 ? yes : no,
    ]);
    expect((await (await planned(text)).rows()).slice(0, 2)).toMatchObject([{ status: "open" }, { status: "paid" }]);
  });

  it.each(["Company", "Firma", "Kontrahent", "Name"])(
    "asks who owes where a party is only called %s",
    async (party) => {
      const text = table(`Invoice no;${party};Invoice date;Total`, (at) => [
        `R-${at + 1}`,
        name(at),
        day(at),
        money(at),
      ]);
      expect((await planned(text)).open.map(({ id }) => id)).toEqual(["missing:direction"]);
      const bills = await planned(text, answers(["missing:direction", "payable"]));
      expect((await bills.rows())[0]).toMatchObject({ vendorName: expect.any(String), direction: "payable" });
    },
  );

  it("refuses days it cannot read under a heading that says they are days, and offers none in their place", async () => {
    const text = table("Rechnungsnummer;Kunde;Rechnungsdatum;Betrag", (at) => [
      `R-${at + 1}`,
      name(at),
      `Reiwa 8, ${at + 1}. Monat`,
      money(at),
    ]);
    const { preview, open } = await planned(text);
    expect(open).toEqual([]);
    expect(preview.rows.map(({ fault }) => fault)).toEqual(
      preview.rows.map(() => expect.stringMatching(/^Issued: "Reiwa .* is not a date/)),
    );
  });

  it("asks the other way when only the due day is there", async () => {
    const text = table("Invoice no;Customer;Due date;Total", (at) => [`R-${at + 1}`, name(at), day(at), money(at)]);
    expect((await planned(text)).open.map(({ id }) => id)).toEqual(["missing:issuedOn"]);
    const chosen = await planned(text, answers(["missing:issuedOn", "-14"]));
    expect((await chosen.rows())[0]).toMatchObject({ issuedOn: "2026-02-25", dueOn: "2026-03-11" });
  });

  it("numbers invoices without a number by day and party, each its own", async () => {
    const text = table("Customer;Invoice date;Due date;Total", (at) => [name(at % 2), day(0), day(0, "04"), money(at)]);
    const target = { target: "invoices" as const };
    expect((await planned(text, target)).open.map(({ id }) => id)).toEqual(["missing:number"]);
    const chosen = await planned(text, { ...target, ...answers(["missing:number", "counted"]) });
    const numbers = (await chosen.rows()).map((row) => ("number" in row ? row.number : null));
    expect(new Set(numbers).size).toBe(12);
    expect(numbers[0]).toBe("2026-03-11 Alder & Söhne");
  });

  it("counts deals without a day of opening as opened on the day of the import, and says so", async () => {
    const text = table("Deal name;Company;Deal stage;Amount;Close date", (at) => [
      `Order ${at}`,
      name(at),
      "proposal",
      money(at),
      day(at, "12"),
    ]);
    const { preview, open, rows } = await planned(text);
    expect(open).toEqual([]);
    expect(preview.target).toBe("deals");
    expect(preview.questions.find(({ id }) => id === "missing:openedOn")?.items).toEqual([
      { item: "", count: 0, answer: "today", because: "only their age depends on it" },
    ]);
    expect((await rows())[0]).toMatchObject({ openedOn: "2026-11-27" });
  });

  it("calls tickets without a title by their number", async () => {
    const text = table("Ticket number;Created;Status;Priority", (at) => [`T-${at + 1}`, day(at), "open", "high"]);
    const { open, rows } = await planned(text, { target: "tickets" });
    expect(open).toEqual([]);
    expect((await rows())[0]).toMatchObject({ number: "T-1", title: "T-1" });
  });

  it("asks an older call nothing: it names its columns", async () => {
    const { preview } = await planned(invoices("Invoice no;Customer;Invoice date;Total"), {
      target: "invoices",
      columns: [{ heading: "Invoice no", field: "number" }],
      given: { onlyColumns: true },
    });
    expect(preview.missing).toContain("Choose the column that holds");
  });
});

describe("columns that no heading names", () => {
  it("takes the only column of days and the only one of amounts, and says so", async () => {
    const text = table("Quando;Wofür;Wieviel", (at) => [day(at % 5), `${name(at)} ${at}`, money(at)]);
    const { fields, preview } = await planned(text, { target: "transactions" });
    expect(fields).toMatchObject({ Quando: "bookedOn", Wieviel: "amount" });
    expect(preview.notes.join(" ")).toMatch(/"Quando" is taken as "Booked".*"Wieviel" is taken as "Amount"/);
  });

  it("asks which of two columns of days is which", async () => {
    const text = table("Rechnungsnummer;Kunde;Erster;Zweiter;Betrag", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
    ]);
    const { open } = await planned(text, { target: "invoices" });
    expect(open.map(({ id }) => id)).toEqual(["heading:issuedOn", "heading:dueOn"]);
    const chosen = await planned(text, {
      target: "invoices",
      ...answers(["heading:issuedOn", "Erster"], ["heading:dueOn", "Zweiter"]),
    });
    expect(chosen.open).toEqual([]);
    expect((await chosen.rows())[0]).toMatchObject({ issuedOn: "2026-03-11", dueOn: "2026-04-11" });
  });

  it("never takes a day for the due day without a question, beside the day of issue", async () => {
    const text = table("Invoice no;Customer;Invoice date;Shipped;Total", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
    ]);
    expect((await planned(text)).open.map(({ id }) => id)).toEqual(["heading:dueOn"]);
    const none = await planned(text, answers(["heading:dueOn", "none"]));
    expect(none.open).toEqual([]);
    expect((await none.rows())[0]).not.toHaveProperty("dueOn");
  });
});

describe("what is in a file", () => {
  it.each([
    ["Day;Gross;Net;Receipts", (at: number) => [day(at), money(at), money(at), (at % 5) + 40]],
    ["Datum;Wochentag;Brutto;Netto", (at: number) => [day(at), ["Mo", "Di", "Mi"][at % 3] ?? "", money(at), money(at)]],
    ["Jour;Espèces;Carte", (at: number) => [day(at), money(at), money(at + 3)]],
  ])("takes one line a day with numbers as daily figures: %s", async (heading, cellsOf) => {
    expect((await planned(table(heading, cellsOf))).preview.target).toBe("figures");
  });

  it.each([
    ["Projekt;Auftraggeber;Budget;Actual", (at: number) => [`Umbau ${at}`, name(at), money(at), money(at)]],
    ["Account;Date;Category;Amount", (at: number) => [name(at), day(at), "Design", money(at)]],
    ["Name;Date;Total", (at: number) => [name(at), day(at % 4), money(at)]],
    ["Beleg;Wer;Wann;Bis;Wieviel", (at: number) => [`B-${at}`, name(at), day(at), day(at, "04"), money(at)]],
    ["Date;Doc;Amount", (at: number) => [day(at), 20260117 + at, money(at)]],
  ])("asks what a table is that has little of what identifies a kind: %s", async (heading, cellsOf) => {
    const { preview, open } = await planned(table(heading, cellsOf));
    expect(preview.target).toBeNull();
    expect(open.map(({ kind }) => kind)).toEqual(["target"]);
  });

  it("takes a list of payments with signs or a balance as transactions", async () => {
    const text = table("Date;Description;Amount;Balance", (at) => [day(at % 6), `Rent ${at}`, -at - 1, money(at)]);
    expect((await planned(text)).preview.target).toBe("transactions");
  });
});

it("tells a table from a text by its lines", async () => {
  const rows = table("Nr;Wer;Wann", (at) => [at, name(at), day(at)]);
  const text =
    "Terms, as agreed.\nThe notice period is 30 days, or more.\nBoth sides, their heirs, and others agree.\n";
  const bytes = (content: string) => sourceOf(new TextEncoder().encode(content));
  expect(await isTable(bytes(rows.replaceAll(";", "\t")), place)).toBe(true);
  expect(await isTable(sourceOf(Buffer.from(`\uFEFF${rows.replaceAll(";", "\t")}`, "utf16le")), place)).toBe(true);
  expect(await isTable(bytes(text.repeat(4)), place)).toBe(false);
});

describe("what of invoices is paid", () => {
  const heading = "Bill no;Supplier;Bill date;Due date;Amount";
  const bill = (at: number, ...more: string[]) => [`B-${at + 1}`, name(at), day(at), day(at, "04"), money(at), ...more];
  const paidOf = (at: number) => (at % 3 === 0 ? money(at) : at % 3 === 1 ? "" : "50.00");
  const leftOf = (at: number) => (Number(money(at)) - Number(paidOf(at))).toFixed(2);

  it("is asked where two columns make up the amount and neither heading says which is which", async () => {
    const text = table(`${heading};So far;Left over`, (at) => bill(at, paidOf(at), leftOf(at)));
    const { open } = await planned(text);
    expect(open).toMatchObject([
      {
        id: "missing:openAmount",
        options: [{ value: "open:So far" }, { value: "open:Left over" }, { value: "neither" }],
      },
    ]);
    // They may be something else, such as a price and a tax that some do not pay.
    const { rows: neither } = await planned(text, answers(["missing:openAmount", "neither"]));
    expect((await neither())[0]).not.toHaveProperty("openAmount");
    const { rows, open: none } = await planned(text, answers(["missing:openAmount", "open:Left over"]));
    expect(none).toEqual([]);
    expect((await rows()).slice(0, 3)).toMatchObject([
      { openAmount: 0, direction: "payable" },
      { openAmount: Number(leftOf(1)) },
      { openAmount: Number(leftOf(2)) },
    ]);
  });

  it("is asked of one column that is nothing of the amount here and all of it there", async () => {
    const text = table(`${heading};So far`, (at) => bill(at, paidOf(at)));
    expect((await planned(text)).open).toMatchObject([{ id: "missing:openAmount" }]);
    const { rows } = await planned(text, answers(["missing:openAmount", "paid:So far"]));
    expect((await rows()).slice(0, 3)).toMatchObject([{ openAmount: 0 }, {}, { openAmount: Number(leftOf(2)) }]);
    const { rows: all } = await planned(text, answers(["missing:openAmount", "neither"]));
    expect((await all())[0]).not.toHaveProperty("openAmount");
  });

  it("is not asked of numbers that are no part of the amount, or are its tax", async () => {
    const asked = async (more: string, of: (at: number) => string) =>
      (await planned(table(`${heading};${more}`, (at) => bill(at, of(at))))).open;
    expect(await asked("Pieces of it", (at) => `${at + 900}`)).toEqual([]);
    expect(await asked("VAT", (at) => (at % 3 === 0 ? "0" : "10.00"))).toEqual([]);
  });

  it.each(["Paid", "Bezahlt", "Pagata"])("is said by words under %s, which are no days", async (paid) => {
    const { rows, open } = await planned(
      table(`${heading};${paid}`, (at) => bill(at, at % 2 === 0 ? "Paid" : "Unpaid")),
    );
    expect(open).toEqual([]);
    expect((await rows()).slice(0, 2)).toMatchObject([{ status: "paid" }, { status: "open" }]);
  });

  it("is asked whose they are where a type and the party do not agree", async () => {
    const text = table(`Type;${heading}`, (at) => ["Invoice", ...bill(at)]);
    expect((await planned(text)).open).toMatchObject([{ id: "missing:direction", column: "Type" }]);
    const { rows } = await planned(text, answers(["missing:direction", "payable"]));
    expect((await rows())[0]).toMatchObject({ vendorName: names[0], direction: "payable" });
  });
});

it.each(["Supplier", "Customer"])("a type beside %s tells credit notes from invoices", async (party) => {
  const text = table(`Type;Bill no;${party};Bill date;Due date;Amount`, (at) => [
    at % 4 === 3 ? "Credit note" : "Invoice",
    `B-${at + 1}`,
    name(at),
    day(at),
    day(at, "04"),
    money(at),
  ]);
  const { open, rows } = await planned(text, answers(["missing:direction", "payable"]));
  expect(open).toEqual([]);
  expect((await rows()).slice(2, 4)).toMatchObject([
    { document: "invoice", amount: Number(money(2)) },
    { document: "credit note", amount: -Number(money(3)) },
  ]);
});
