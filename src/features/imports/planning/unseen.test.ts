import { describe, expect, it } from "vitest";
import { isTable } from "#platform/reading/records.ts";
import { sourceOf } from "#platform/reading/reading.ts";
import { answers, day, money, name, place, planned, table } from "../../../../test/plans.ts";

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
  it("asks about the only column of its type too, of several in one question that shows their cells", async () => {
    const text = table("Quando;Wofür;Wieviel", (at) => [day(at % 5), `${name(at)} ${at}`, money(at)]);
    const asked = await planned(text, { target: "transactions" });
    expect(asked.fields).toEqual({ Quando: null, Wofür: null, Wieviel: null });
    expect(asked.preview.questions.map(({ id }) => id)).toEqual(["headings"]);
    expect(asked.open[0]).toMatchObject({
      sentence: "These headings are not known. What does each column hold?",
      items: [
        { item: "Quando", answer: null, because: 'such as "2026-03-11", "2026-03-12", "2026-03-13"' },
        { item: "Wofür", answer: null },
        { item: "Wieviel", answer: null },
      ],
    });
    const chosen = await planned(text, {
      target: "transactions",
      answers: [
        { question: "headings", item: "Quando", answer: "bookedOn" },
        { question: "headings", item: "Wofür", answer: "none" },
        { question: "headings", item: "Wieviel", answer: "amount" },
      ],
    });
    expect(chosen.fields).toEqual({ Quando: "bookedOn", Wofür: "custom:Wofür", Wieviel: "amount" });
  });

  it.each([
    ["Invoice no;Customer;Invoice date;Due date;Whatever", "heading:amount"],
    ["Invoice no;Customer;Whatever;Due date;Total", "heading:issuedOn"],
    ["Whatever;Customer;Invoice date;Due date;Total", "heading:number"],
    ["Invoice no;Customer;Invoice date;Due date;Amount (approved)", "heading:amount"],
    ["Invoice no;Customer;Invoice date;Due date;AMOUNT YTD", "heading:amount"],
  ])("asks about one column of an unknown heading: %s", async (heading, id) => {
    const text = table(heading, (at) => [`R-${at + 1}`, name(at), day(at), day(at, "04"), money(at)]);
    expect((await planned(text, { target: "invoices" })).open.map((one) => one.id)).toEqual([id]);
  });

  it("lets an empty column of a field's name give way to the one that is answered", async () => {
    const text = table("Invoice no;Customer;Invoice date;Due date;Whatever;Amount", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
      "",
    ]);
    const { rows } = await planned(text, { target: "invoices", ...answers(["heading:amount", "Whatever"]) });
    expect((await rows())[0]).toMatchObject({ amount: 101.25 });
  });

  it("asks in one question which of two columns of days is which", async () => {
    const text = table("Rechnungsnummer;Kunde;Erster;Zweiter;Betrag", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
    ]);
    const { open } = await planned(text, { target: "invoices" });
    expect(open.map(({ id, items }) => [id, ...items.map(({ item }) => item)])).toEqual([
      ["headings", "Erster", "Zweiter"],
    ]);
    const answered = (first: string, second: string) => [
      { question: "headings", item: "Erster", answer: first },
      { question: "headings", item: "Zweiter", answer: second },
    ];
    const chosen = await planned(text, { target: "invoices", answers: answered("issuedOn", "dueOn") });
    expect(chosen.open).toEqual([]);
    expect((await chosen.rows())[0]).toMatchObject({ issuedOn: "2026-03-11", dueOn: "2026-04-11" });
    // Both the same: the first holds, and what is still lacking is said.
    const twice = await planned(text, { target: "invoices", answers: answered("dueOn", "dueOn") });
    expect(twice.open.map(({ id }) => id)).toEqual(["missing:issuedOn"]);
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

it("asks what a shop's orders are, and takes instalments that fall due for no deals", async () => {
  const orders = table(
    "Order Number;Order Status;Order Date;First Name (Billing);Last Name (Billing);Address (Billing);Coupon;Gift wrap;Order Total Amount;Order Tax;SKU;Item Cost",
    (at) => [
      7000 + at,
      at % 5 ? "completed" : "on-hold",
      day(at),
      "Ann",
      "Roe",
      `${at + 3} Elm Road`,
      "",
      "",
      money(at),
      "1.20",
      `S-${at % 5}`,
      "9.90",
    ],
  );
  const asked = await planned(orders);
  expect(asked.preview.target === null || asked.preview.target === "payments").toBe(true);
  const { fields, preview } = await planned(orders, { target: "payments" });
  expect(fields).toMatchObject({
    "Order Total Amount": "amount",
    "Order Number": "reference",
    "Address (Billing)": null,
  });
  const words = preview.questions.find(({ id }) => id === "words:Order Status");
  expect(words?.items).toMatchObject([{ item: "on-hold", answer: "leave these lines out" }]);
  const receivables = table(
    "Nome do cliente;Código de referência;Data de vencimento;Descrição;Situação;Valor original da parcela (R$);Valor da parcela em aberto (R$)",
    (at) => [
      name(at),
      `R-${at}`,
      day(at, "04"),
      `Venda ${at}`,
      at % 2 ? "Pago" : "Em aberto",
      money(at),
      at % 2 ? "0,00" : money(at),
    ],
  );
  const owed = await planned(receivables);
  expect(owed.preview.target).toBe("invoices");
  expect(owed.fields).toMatchObject({
    "Data de vencimento": "dueOn",
    "Valor original da parcela (R$)": "amount",
    "Valor da parcela em aberto (R$)": "openAmount",
  });
});

it("takes who is inactive as having left, whatever stands about how they are employed", async () => {
  const text = table(
    "Employee #;First Name;Last Name;Hire Date;Job Title;Department;Employment Status;Status",
    (at) => [
      at + 1,
      "Ann",
      `Roe ${at}`,
      day(at),
      "Clerk",
      at % 2 ? "Sales" : "Depot",
      "Full-Time",
      at % 4 ? "Active" : "Inactive",
    ],
  );
  const { rows } = await planned(text, { target: "people" });
  const found = (await rows()) as { status: string }[];
  expect(found.map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, (_, at) => (at % 4 ? "active" : "left")),
  );
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

describe("words of a status", () => {
  const invoices = (words: readonly string[]) =>
    table("Invoice no;Customer;Invoice date;Due date;Total;Status", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
      words[at % words.length] ?? "",
    ]);
  const statusOf = (row: object | undefined) => (row && "status" in row ? row.status : null);

  it("are shown where they were read by their meaning or have several, and can be changed", async () => {
    const words = ["paid", "Pending", "Betald"];
    const { open, preview, rows } = await planned(invoices(words));
    expect(open).toEqual([]);
    const question = preview.questions.find(({ id }) => id === "words:Status");
    expect(question?.items.map(({ item, answer }) => [item, answer])).toEqual([
      ["Pending", "open"],
      ["Betald", "paid"],
    ]);
    expect((await rows()).slice(0, 3).map(statusOf)).toEqual(["paid", "open", "paid"]);
    const answer = { answers: [{ question: "words:Status", item: "Pending", answer: "draft" }] };
    const changed = await planned(invoices(words), answer);
    expect((await changed.rows()).slice(0, 3).map(statusOf)).toEqual(["paid", "draft", "paid"]);
    expect(changed.preview.questions.find(({ id }) => id === "words:Status")?.items[0]?.answer).toBe("draft");
  });

  it("are asked about where one of their meanings is a state that is no choice", async () => {
    const { open } = await planned(invoices(["paid", "Waiting", "Lost"]));
    expect(open.map(({ items }) => items.map(({ item }) => item))).toEqual([["Waiting", "Lost"]]);
  });
});

describe("days that are counted", () => {
  const seconds = (at: number) => Date.UTC(2026, 2, 11 + at, 23, 30) / 1000;

  it.each([
    ["seconds", (at: number) => seconds(at)],
    ["milliseconds", (at: number) => seconds(at) * 1000],
    ["seconds with a fraction", (at: number) => `${seconds(at)}.250`],
  ])("are read from %s since 1970, as the company's days", async (_, cellOf) => {
    const text = table("created;type;amount;fee;net;id", (at) => [
      cellOf(at),
      "charge",
      money(at),
      0,
      money(at),
      `ch_${at}`,
    ]);
    const { open, rows, preview } = await planned(text, { target: "payments" });
    expect([open, preview.missing]).toEqual([[], null]);
    expect((await rows()).slice(0, 2)).toMatchObject([{ paidOn: "2026-03-12" }, { paidOn: "2026-03-13" }]);
  });

  it("are no amounts, and offered as days under an unknown heading", async () => {
    const text = table("Quux;Description;Amount", (at) => [seconds(at), `Shop ${at}`, `-${money(at)}`]);
    expect((await planned(text, { target: "transactions" })).open.map(({ id }) => id)).toEqual(["heading:bookedOn"]);
  });

  it("are read in a column of more distinct cells than are kept", async () => {
    const days = Array.from({ length: 400 }, (_, at) => `R-${at};${name(at)};${44_000 + at};${money(at)}`);
    const { rows, preview } = await planned(["Invoice no;Customer;Invoice date;Total", ...days].join("\n"));
    expect(preview.missing).toBeNull();
    expect((await rows())[399]).toMatchObject({ issuedOn: "2021-07-22" });
  });
});

describe("units of durations", () => {
  const contracts = (heading: string, cellOf: (at: number) => string) =>
    table(`Contract;Vendor;Annual value;Start;End;${heading}`, (at) => [
      `Hosting ${at}`,
      name(at),
      money(at),
      day(at),
      day(at, "12"),
      cellOf(at),
    ]);
  const noticeOf = (row: object | undefined) => (row && "noticeDays" in row ? row.noticeDays : null);

  it.each([
    ["Notice period", "90 days", 90],
    ["Notice period", "3 months", 90],
    ["Kündigungsfrist", "4 Wochen", 28],
    ["Notice period", "60", 60],
    ["Notice (days)", "3", 3],
  ])("of %s: %s", async (heading, cell, days) => {
    const { open, rows } = await planned(
      contracts(heading, () => cell),
      { target: "contracts" },
    );
    expect(open).toEqual([]);
    expect(noticeOf((await rows())[0])).toBe(days);
  });

  it("are asked about where numbers are bare and small", async () => {
    const text = contracts("Notice period", (at) => `${(at % 3) + 1}`);
    expect((await planned(text, { target: "contracts" })).open.map(({ id }) => id)).toEqual([
      "missing:unit:Notice period",
    ]);
    const { rows, preview } = await planned(text, {
      target: "contracts",
      ...answers(["missing:unit:Notice period", "months"]),
    });
    expect(noticeOf((await rows())[2])).toBe(90);
    expect(preview.notes).toContain('Notice, days: a month of "Notice period" is read as 30 days.');
  });

  it("are not made of units that do not fit: days are no months", async () => {
    const text = contracts("Renewal term", (at) => (at % 2 ? "30 days" : "1 year"));
    const { rows } = await planned(text, { target: "contracts" });
    expect((await rows()).slice(0, 2)).toMatchObject([{ renewalMonths: 12 }, {}]);
    expect((await rows())[1]).not.toHaveProperty("renewalMonths", 30);
  });
});

describe("how things stand and whose they are", () => {
  it("says that invoices are taken for open where no column says what is paid", async () => {
    const text = table("Invoice no;Customer;Invoice date;Due date;Total", (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
    ]);
    const { open, preview, rows } = await planned(text);
    expect(open).toEqual([]);
    expect(preview.questions.find(({ id }) => id === "missing:status")?.items).toMatchObject([
      { answer: "open", because: "no column says what is paid" },
    ]);
    expect((await rows())[0]).toMatchObject({ status: "open" });
    const paid = await planned(text, answers(["missing:status", "paid"]));
    expect((await paid.rows())[0]).toMatchObject({ status: "paid" });
  });

  it("asks whose bills of a party are that is only called by its name", async () => {
    const text = table("Bill no;Party name;Bill date;Amount", (at) => [`B-${at + 1}`, name(at), day(at), money(at)]);
    expect((await planned(text, { target: "invoices" })).open.map(({ id }) => id)).toContain("missing:direction");
  });

  it("asks which way positive amounts went where most are, and no balance tells", async () => {
    const card = table("Date;Merchant;Amount", (at) => [
      day(at),
      `Shop ${at}`,
      at % 5 === 4 ? `-${money(at)}` : money(at),
    ]);
    const target = { target: "transactions" as const };
    expect((await planned(card, target)).open.map(({ id }) => id)).toEqual(["sign:Amount"]);
    const { rows } = await planned(card, { ...target, ...answers(["sign:Amount", "out"]) });
    expect((await rows()).slice(3, 5)).toMatchObject([{ amount: -213.75 }, { amount: 251.25 }]);
  });
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
    const ofTax = await asked("VAT", (at) => (at % 3 === 0 ? "0" : "10.00"));
    expect(ofTax.map(({ id }) => id)).toEqual(["missing:beside:VAT"]);
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
    expect((await rows())[0]).toMatchObject({ vendorName: name(0), direction: "payable" });
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
