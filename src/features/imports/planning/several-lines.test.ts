import { describe, expect, it } from "vitest";
import { answers, day, imported, money, name, planned, table } from "../../../../test/plans.ts";

const byText = (one: unknown, other: unknown): number => String(one).localeCompare(String(other));
const month = (at: number): string => `2026-${String(at + 1).padStart(2, "0")}`;
/** Three people in each of four months; the last of them leaves. */
const payroll = (heading: string, when: (at: number) => string, order: (lines: string[]) => string[] = (all) => all) =>
  [
    heading,
    ...order(
      Array.from({ length: 12 }, (_, at) =>
        [name(at % 3), "Roofer", when(Math.floor(at / 3)), (2000 + at).toFixed(2), at === 11 ? "2026-04-20" : ""].join(
          ";",
        ),
      ),
    ),
  ].join("\n");
const asPeople = { target: "people", ...answers(["payroll", "people"]) } as const;
const heading = (when: string) => `Name;Position;${when};Monthly gross pay;Leaving date`;

describe("people in several lines", () => {
  it.each([
    ["Payment date", (at: number) => `${month(at)}-28`],
    ["Pay month", month],
    ["Lohnmonat", month],
    ["Whatever", (at: number) => `${month(at)}-28`],
  ])("stand as in their newest line by %s, in either order", async (when, of) => {
    for (const order of [(all: string[]) => all, (all: string[]) => all.toReversed()]) {
      const { preview, records } = await imported(payroll(heading(when), of, order), asPeople);
      expect(preview.notes.join(" ")).toContain(`as in the newest "${when}"`);
      expect(records.map((row) => [row["name"], row["monthlyCost"], row["endedOn"] ?? null]).toSorted(byText)).toEqual(
        [0, 1, 2].map((at) => [name(at), 2009 + at, at === 2 ? "2026-04-20" : null]).toSorted(byText),
      );
    }
  });

  it("stand as in their newest line where first and last names are apart, and nothing is asked of the day", async () => {
    const people = ["Kruger;Elmarie", "Kruger;Jaco", "Botha;Elmarie"];
    const text = table("Last Name;First Name;Pay Point;Payslip Date;Gross Income", (at) => [
      people[at % 3] ?? "",
      "Directors",
      `${month(Math.floor(at / 3))}-25`,
      `${2000 + at}.50`,
    ]).replaceAll('"', "");
    const { open } = await planned(text, asPeople);
    expect(JSON.stringify(open)).not.toContain("Payslip Date");
    const { records, refused } = await imported(text, {
      ...asPeople,
      ...answers(
        ["payroll", "people"],
        ...open.flatMap(({ id }) => (id.startsWith("heading:") ? [[id, "none"] as [string, string]] : [])),
      ),
    });
    expect(refused).toEqual([]);
    expect(records).toHaveLength(3);
  });

  it("are refused where nothing says which line is newer", async () => {
    const text = payroll(heading("Department"), () => "Works");
    const { preview, records } = await imported(text, { target: "people" });
    expect(preview.notes.join(" ")).not.toContain("newest");
    // An import refuses all but the first of each.
    expect(records).toHaveLength(12);
  });

  it("are taken once and refused once more where two are of one day", async () => {
    const text = payroll(heading("Pay month"), (at) => month(Math.min(at, 2)));
    const { records, refused } = await imported(text, asPeople);
    expect(records.map(({ monthlyCost }) => monthlyCost)).toEqual([2006, 2007, 2008]);
    expect(refused).toEqual(
      [8, 9, 10].map((line) => `Line ${line} is of the same person and of the same "Pay month".`),
    );
  });
});

it("the day a deal was won or lost is its closing day, the later of both", async () => {
  const text = table(
    "Deal - Title;Deal - Value;Deal - Stage;Deal - Status;Deal - Deal created;Deal - Won time;Deal - Lost time",
    (at) => [
      `Pump ${at}`,
      money(at),
      "Proposal made",
      ["won", "lost", "open"][at % 3] ?? "",
      day(0, "01"),
      at % 3 === 0 ? `${day(at)} 10:12:00` : "",
      at % 3 === 1 || at === 0 ? `${day(0, "01")} 09:00:00` : "",
    ],
  );
  const { rows } = await planned(text, { target: "deals" });
  const closed = (await rows()).map((row) => (row as { closedOn?: string }).closedOn ?? null);
  expect(closed.slice(1, 6)).toEqual([day(0, "01"), null, day(3), day(0, "01"), null]);
  expect(closed[0]).toBe([day(0), day(0, "01")].toSorted().at(-1));
});

describe("parties named in several lines", () => {
  it.each([
    [
      "Quote No;Customer;Title;Status;Quote Date;Total",
      (at: number) => [`Q-${at}`, name(at % 3), `Roof ${at}`, "Won", day(at), money(at)],
    ],
    [
      "Job;Client;Roof type;Status;Start;Finish",
      (at: number) => [`J-${at}`, name(at % 4), "Slate", "On site", day(at), day(at, "05")],
    ],
    ["Order;Supplier;Category;Placed", (at: number) => [`O-${at}`, name(at % 4), "Timber", day(at)]],
  ])("are no list of parties: %s", async (head, cells) => {
    const { preview } = await planned(table(head, cells));
    expect(["customers", "vendors"]).not.toContain(preview.target);
  });
});

it("an account beside a vendor is one of the books, not a customer", async () => {
  const text = table("Bill no;Supplier;Bill date;Due date;Amount;Account Name", (at) => [
    `B-${at}`,
    name(at),
    day(at),
    day(at, "04"),
    money(at),
    ["Materials", "Rent"][at % 2] ?? "",
  ]);
  const { rows, open } = await planned(text);
  expect(open).toEqual([]);
  expect((await rows())[0]).toMatchObject({ vendorName: name(0), direction: "payable" });
  expect((await rows())[0]).not.toHaveProperty("customerName", "Materials");
});

it.each(["取引先", "거래처", "Partner"])("a party that may owe or be owed is asked about: %s", async (party) => {
  const text = table(`Invoice no;${party};Invoice date;Due date;Amount`, (at) => [
    `B-${at}`,
    name(at),
    day(at),
    day(at, "04"),
    money(at),
  ]);
  expect((await planned(text)).open.map(({ id }) => id)).toEqual(["missing:direction"]);
  const { rows } = await planned(text, answers(["missing:direction", "payable"]));
  expect((await rows())[0]).toMatchObject({ vendorName: name(0), direction: "payable" });
});

describe("the number of a ticket", () => {
  const tickets = (head: string, second: string, cell: (at: number) => string) =>
    table(`${head};Opened;Customer;Subject;Status;${second}`, (at) => [
      cell(at),
      day(at),
      name(at),
      `Case ${"abcdefghijkl"[at]} of the lift`,
      at % 2 ? "Open" : "Closed",
      `K${2400 + at * 7}`,
    ]);

  it.each(["Ticket ID", "Complaint Ref", "Job No", "ID", "Case Id", "Request ID", "Vorgangs-ID"])(
    "may be called %s, beside the number of another thing",
    async (head) => {
      for (const cell of [
        (at: number) => `${3001 + at}`,
        (at: number) => `${48120733 + at * 219}`,
        (at: number) => `CB${301 + at}`,
      ]) {
        const { rows, open } = await planned(tickets(head, "Booking No", cell), { target: "tickets" });
        expect(open).toEqual([]);
        expect((await rows())[0]).toMatchObject({ number: cell(0) });
      }
    },
  );
});

it("a quote's total without tax is its amount", async () => {
  const text = table("Deal name;Customer;Stage;Created;Total excl. VAT", (at) => [
    `Roof ${at}`,
    name(at),
    "Won",
    day(at),
    money(at),
  ]);
  const { rows, open } = await planned(text, { target: "deals" });
  expect(open).toEqual([]);
  expect((await rows())[0]).toMatchObject({ amount: Number(money(0)) });
});

describe("records of one name", () => {
  const quotes = (order: (lines: string[]) => string[]) =>
    [
      "Quote No;Deal name;Customer;Stage;Created;Amount",
      ...order(
        Array.from({ length: 12 }, (_, at) =>
          [`Q-${501 + at}`, `Roof ${at % 11}`, "Birke", "Won", day(at), money(at)].join(";"),
        ),
      ),
    ].join("\n");

  it("are told apart by their number, the first of them in either order", async () => {
    for (const order of [(all: string[]) => all, (all: string[]) => all.toReversed()]) {
      const { preview, records, ids } = await imported(quotes(order), { target: "deals" });
      expect(preview.notes).toContain('2 lines share a name with another: "Quote No" tells them apart.');
      expect(records).toHaveLength(12);
      expect(ids.filter((id) => id.startsWith("roof 0 ")).toSorted(byText)).toEqual([
        "roof 0 · birke",
        "roof 0 · birke · Q-512",
      ]);
      expect(new Set(ids).size).toBe(12);
    }
  });
});

describe("contacts that may be customers or vendors", () => {
  const contacts = (words: readonly string[]) =>
    [
      "Name;Type;Email;Phone",
      ...Array.from(
        { length: 8 },
        (_, at) => `Firm ${"ABCDEFGH"[at]};${words[at % words.length]};f${at}@example.com;0${at}`,
      ),
    ].join("\n");

  it.each([[["Customer", "Supplier"]], [["Kunde", "Lieferant"]], [["Client", "Vendor", "Client"]]])(
    "are left out where a word says the other: %j",
    async (words) => {
      const { rows, preview } = await planned(contacts(words), { target: "customers" });
      expect(preview.questions.map(({ id }) => id)).toContain("party:Type");
      const of = words.filter((_, at) => at !== 1).length / words.length;
      expect((await rows()).filter((row) => "name" in row)).toHaveLength(Math.round(8 * of));
      const all = await planned(contacts(words), {
        target: "customers",
        answers: [{ question: "party:Type", item: words[1] ?? "", answer: "customers" }],
      });
      expect((await all.rows()).filter((row) => "name" in row)).toHaveLength(8);
    },
  );

  it.each([[["Customer", "Prospect"]], [["Customer and vendor", "Customer"]]])(
    "are all taken where no word says so: %j",
    async (words) => {
      const { preview } = await planned(contacts(words), { target: "customers" });
      expect(preview.questions.map(({ id }) => id)).not.toContain("party:Type");
    },
  );

  it("of Xero are asked about where a column is filled that only vendors have", async () => {
    const text = [
      "*ContactName;AccountNumber;EmailAddress;FirstName;LastName;PurchasesAccountCode",
      ...Array.from({ length: 8 }, (_, at) => `Firm ${at};C${at};f${at}@example.com;;;${at > 5 ? "310" : ""}`),
    ].join("\n");
    expect((await planned(text)).open.map(({ id }) => id)).toEqual(["party:PurchasesAccountCode"]);
    const { rows } = await planned(text, answers(["party:PurchasesAccountCode", "leave these lines out"]));
    expect((await rows()).filter((row) => "name" in row)).toHaveLength(6);
  });
});
