import { describe, expect, it } from "vitest";
import { day, money, name, planned, table } from "../../../../test/plans.ts";

describe("what stands beside the headings", () => {
  const bills = (title: string) =>
    `${title}\n\n${table("Date;Ref No;Party;Amount;Due on", (at) => [day(at), `R-${at + 1}`, name(at), money(at), day(at, "04")])}`;

  it.each([
    ["Bills Payable", "payable"],
    ["Aged payables per supplier", "payable"],
    ["Offene Posten Kreditoren", "payable"],
    ["Outstanding receivables", "receivable"],
    ["Offene Posten Debitoren", "receivable"],
  ])("proposes who owes as the title says: %s", async (title, direction) => {
    const { preview, rows, open } = await planned(bills(title));
    expect(open).toEqual([]);
    const asked = preview.questions.find(({ id }) => id === "missing:direction");
    expect(asked?.items).toEqual([expect.objectContaining({ answer: direction, because: "the lines above say so" })]);
    expect((await rows())[0]).toMatchObject(
      direction === "payable" ? { direction, vendorName: name(0) } : { direction, customerName: name(0) },
    );
  });

  it.each(["Overview of the year", "Payables and receivables"])(
    "asks where the title says nothing or both: %s",
    async (title) => {
      const { open } = await planned(bills(title));
      expect(open.map(({ id }) => id)).toEqual(["missing:direction"]);
    },
  );
});

describe("a column that tells records apart", () => {
  const tickets = (heading: string, cell: (at: number) => string) =>
    table(`${heading};Date opened;Customer;Subject;Status`, (at) => [
      cell(at),
      day(at),
      name(at),
      `Case ${"abcdefghijkl"[at]} of the lift`,
      at % 2 ? "Open" : "Closed",
    ]);

  it.each(["Nº de ficha", "Fiche n°", "Case", "Vorgang"])("is a ticket's number: %s", async (heading) => {
    const { open, rows } = await planned(tickets(heading, (at) => `F-${518 + at}`));
    expect(open).toEqual([]);
    expect((await rows())[0]).toMatchObject({ number: "F-518" });
  });

  it("is none where it only counts the lines, or its heading says something else", async () => {
    const counted = await planned(tickets("Line", (at) => `${at + 1}`));
    expect((await counted.rows())[0]).not.toMatchObject({ number: "1" });
    const phones = await planned(
      tickets("Phone", (at) => `+49 40 ${5500 + at}`),
      { target: "tickets" },
    );
    expect((await phones.rows())[0]).not.toHaveProperty("number", "+49 40 5500");
  });
});

describe("outcomes beside a deal's stage", () => {
  const words = ["Won", "Open", "Lost", "Parked"];
  const deals = (outcomes: readonly string[]) =>
    table("Opportunity;Company;Stage;Status;Value;Opened", (at) => [
      `Deal ${at}`,
      name(at),
      ["Qualified", "Negotiation", "Proposal"][at % 3] ?? "",
      outcomes[at % outcomes.length] ?? "",
      money(at),
      day(at),
    ]);

  it("win and lose deals whatever stage they stood in; other words are asked about", async () => {
    const asked = await planned(deals(words));
    expect(asked.open.map(({ id }) => id)).toEqual(["words:Status"]);
    const question = asked.open[0];
    expect(question?.items.map(({ item, answer }) => [item, answer])).toEqual([
      ["Won", "won"],
      ["Open", "its stage"],
      ["Lost", "lost"],
      ["Parked", null],
    ]);
    const { rows, open } = await planned(deals(words), {
      answers: [{ question: "words:Status", item: "Parked", answer: "lost" }],
    });
    expect(open).toEqual([]);
    expect((await rows()).slice(0, 4)).toMatchObject([
      { stage: "won" },
      { stage: "negotiation" },
      { stage: "lost" },
      { stage: "lost" },
    ]);
  });

  it("are nothing where no word says that a deal was won or lost", async () => {
    const { preview } = await planned(deals(["Warm", "Cold"]));
    expect(preview.questions.map(({ id }) => id)).not.toContain("words:Status");
  });
});

it("keeps an amount under a heading with a sign in brackets", async () => {
  const bill = table("Bill no;Supplier;Date;Amount (N)", (at) => [`B${at}`, name(at), day(at), money(at)]);
  const { preview, rows } = await planned(bill);
  expect(preview.missing).toBe(null);
  expect((await rows())[0]).toMatchObject({ amount: 101.25 });
});

it("does not ask how invoices stand where the open amount says it", async () => {
  const heading = "Invoice no;Customer;Invoice date;Total;Balance;Er kontakt";
  const { open } = await planned(
    table(heading, (at) => [
      `R${at}`,
      name(at),
      day(at),
      money(at),
      at % 2 ? "0.00" : money(at),
      at % 2 ? "Eva" : "Ann",
    ]),
  );
  expect(open.map(({ id }) => id)).not.toContain("heading:status");
});

it("offers a stage once, which keeps its own words", async () => {
  const heading = "Couple;Offer;Where it stands;Seen";
  const text = table(heading, (at) => [`Ann & Bo ${at}`, money(at), at % 2 ? "Booked!" : "Thinking", day(at)]);
  const { preview } = await planned(text, { target: "deals" });
  const options = preview.questions.find(({ id }) => id === "headings")?.options.map(({ value }) => value);
  expect(options).toContain("stage");
  expect(options).not.toContain("stageName");
});

it("asks what columns of unknown headings say of people", async () => {
  const staff = table("Name;Job title;Zort;Blap;Status", (at) => [
    `Ann ${"ABCDEFGHIJKL"[at]}`,
    "Cook",
    day(at),
    (4_000_000 + at * 12_345.5).toFixed(2),
    "Active",
  ]);
  const { open } = await planned(staff);
  expect(open.map(({ id, column }) => [id, column])).toEqual([
    ["heading:monthlyCost", "Blap"],
    ["heading:startedOn", "Zort"],
  ]);
});

it("finds the delimiter below titles that end with it, and headings marked with a sign", async () => {
  const lines = Array.from(
    { length: 12 },
    (_, at) => `${day(at)};PAYMENT ${at};${name(at)};${money(at).replace(".", ",")};${at},00;`,
  );
  const text = [
    "Bank of Things;",
    "Street 2;",
    "00-959 Town;",
    "",
    "#Client;",
    "WORKSHOP;",
    "",
    "#Opening balance;18 244,16 PLN;",
    "",
    "#Booking date;#Description;#Payee;#Amount;#Balance;",
    ...lines,
  ].join("\n");
  const { preview, rows } = await planned(text);
  expect(preview.columns.slice(0, 4).map(({ heading }) => heading)).toEqual([
    "Booking date",
    "Description",
    "Payee",
    "Amount",
  ]);
  expect((await rows())[0]).toMatchObject({ bookedOn: "2026-03-11", amount: 101.25 });
});
