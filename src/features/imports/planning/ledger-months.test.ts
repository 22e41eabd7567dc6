import { describe, expect, it } from "vitest";
import { answers, imported, planned } from "../../../../test/plans.ts";

const lines = (heading: string, ...rows: string[]) => `${[heading, ...rows].join("\n")}\n`;

describe("payroll of several months", () => {
  const files = {
    "a day of pay": lines(
      "Pay date,Employee,Department,Gross pay",
      "2026-01-31,Ann Lee,Sales,3000.00",
      "2026-01-31,Bob Roy,Support,2800.00",
      "2026-02-28,Ann Lee,Sales,3100.00",
      "2026-02-28,Bob Roy,Support,2800.00",
    ),
    "twice a month": lines(
      "Pay date,Employee,Department,Gross pay",
      "2026-01-15,Ann Lee,Sales,1500.00",
      "2026-01-31,Ann Lee,Sales,1500.00",
      "2026-01-31,Bob Roy,Support,2800.00",
      "2026-02-28,Ann Lee,Sales,3100.00",
      "2026-02-28,Bob Roy,Support,2800.00",
    ),
    "year and month": lines(
      "Year,Month,Employee ID,First name,Last name,Gross pay",
      "2026,1,7,Ann,Lee,3000.00",
      "2026,1,8,Bob,Roy,2800.00",
      "2026,2,7,Ann,Lee,3100.00",
      "2026,2,8,Bob,Roy,2800.00",
    ),
    "in German": lines(
      "Monat;Mitarbeiter;Abteilung;Bruttolohn",
      "01/2026;Ann Lee;Vertrieb;3.000,00",
      "01/2026;Bob Roy;Technik;2.800,00",
      "02/2026;Ann Lee;Vertrieb;3.100,00",
      "02/2026;Bob Roy;Technik;2.800,00",
    ),
  };

  it.each(Object.entries(files))("asks what it is for, and keeps every month without a name: %s", async (_, text) => {
    const asked = await planned(text, { target: "people" });
    expect(asked.open.map(({ id }) => id)).toContain("payroll");
    const { records, refused, preview } = await imported(text, { target: "people", ...answers(["payroll", "months"]) });
    expect(preview).toMatchObject({ target: "ledger", missing: null });
    expect(refused).toEqual([]);
    expect(records).toMatchObject([
      { account: "Payroll", type: "expense", month: "2026-01-01", actual: 5800 },
      { account: "Payroll", type: "expense", month: "2026-02-01", actual: 5900 },
    ]);
    expect(JSON.stringify(records)).not.toContain("Ann");
  });

  it("takes each person's newest line where that is the answer", async () => {
    const given = {
      target: "people",
      ...answers(["payroll", "people"], ["heading:monthlyCost", "Gross pay"]),
    } as const;
    const { records } = await imported(files["a day of pay"], given);
    expect(records.map(({ name, monthlyCost }) => [name, monthlyCost])).toEqual([
      ["Ann Lee", 3100],
      ["Bob Roy", 2800],
    ]);
  });

  it("asks which of several columns is the pay", async () => {
    const text = lines(
      "Month,Employee,Gross pay,Employer cost",
      "2026-01,Ann Lee,3000,3600",
      "2026-01,Bob Roy,2800,3300",
      "2026-02,Ann Lee,3100,3700",
      "2026-02,Bob Roy,2800,3300",
    );
    const { open } = await planned(text, { target: "people", ...answers(["payroll", "months"]) });
    expect(open).toMatchObject([
      { id: "heading:actual", options: [{ value: "Gross pay" }, { value: "Employer cost" }, {}] },
    ]);
  });

  it("asks one question at a time, and leaves what one person gets out of the ledger", async () => {
    const text = lines(
      "Last name,First name,Department,Check date,Regular hours,Gross earnings,Employee taxes,Net pay,Employer cost",
      'Diaz,Ana,Sales,2026-10-30,80.5,"4,000.00",800.00,"3,200.00","4,306.00"',
      'Okafor,Sam,Support,2026-10-30,80.5,"3,000.00",550.00,"2,450.00","3,229.50"',
      'Diaz,Ana,Sales,2026-11-13,80.5,"4,000.00",800.00,"3,200.00","4,306.00"',
      'Okafor,Sam,Support,2026-11-13,80.5,"3,000.00",550.00,"2,450.00","3,229.50"',
    );
    expect((await planned(text)).open.map(({ id }) => id)).toEqual(["payroll"]);
    const { open } = await planned(text, answers(["payroll", "months"]));
    expect(open).toMatchObject([{ id: "heading:actual", sentence: expect.stringContaining("the company's cost") }]);
    expect(open[0]?.options.map(({ value }) => value)).not.toContain("Regular hours");
    const given = answers(["payroll", "months"], ["heading:actual", "Employer cost"]);
    const { records, preview } = await imported(text, given);
    expect(records.map(({ month, actual }) => [month, actual])).toEqual([
      ["2026-10-01", 7535.5],
      ["2026-11-01", 7535.5],
    ]);
    const kept = preview.columns.filter(({ field }) => field !== null).map(({ heading }) => heading);
    expect(kept).toEqual(["Check date", "Employer cost"]);
  });

  it("asks nothing of a list of people", async () => {
    const staff = lines(
      "Name,Birthday,Started,Monthly cost",
      ...["Ann Lee", "Bob Roy", "Cy Day", "Dee Fox"].map((name, at) => `${name},1990-0${at + 1}-03,2024-01-01,3000`),
    );
    expect((await planned(staff, { target: "people" })).preview.questions.map(({ id }) => id)).not.toContain("payroll");
  });
});

describe("months without a year", () => {
  const wide = lines(
    "Account,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec,Jan,Feb,Mar,FY2026",
    `Sales${",10".repeat(12)},120`,
    `Turnover${",5".repeat(12)},60`,
  );
  const long = lines(
    "Monat;Konto;Budget",
    "Januar;Umsatz;10",
    "Februar;Umsatz;11",
    "Januar;Sales;7",
    "Februar;Sales;7",
  );

  it("asks which months they are, in words that leave no doubt about a fiscal year", async () => {
    const { open } = await planned(wide);
    expect(open[0]).toMatchObject({ id: "year:Month", column: "Month" });
    expect(open[0]?.options.map(({ label }) => label).slice(0, 2)).toEqual([
      "2026-04 to 2027-03",
      "2025-04 to 2026-03",
    ]);
    const toCome = await planned(wide, answers(["year:Month", "2026"]));
    expect(toCome.open.map(({ id }) => id)).toEqual(["budget:Amount"]);
    const chosen = await planned(wide, answers(["year:Month", "2025"]));
    expect(chosen.open).toEqual([]);
    const months = (await chosen.rows()).map((row) => (row as { month: string }).month);
    expect([months[0], months[8], months[9], months[11]]).toEqual([
      "2025-04-01",
      "2025-12-01",
      "2026-01-01",
      "2026-03-01",
    ]);
  });

  it("asks in a long table as well, and again for the next file", async () => {
    expect((await planned(long)).open.map(({ id }) => id)).toContain("year:Monat");
    const next = await planned(long, {}, new Map([["year:Monat\n", "2025"]]));
    expect(next.open.map(({ id }) => id)).toContain("year:Monat");
    const chosen = await planned(long, answers(["year:Monat", "2027"]));
    expect((await chosen.rows())[0]).toMatchObject({ month: "2027-01-01", budget: 10 });
  });
});

describe("amounts that may be a budget", () => {
  const of = (title: string, year: number) =>
    `${title}${lines(
      "Account,Jan,Feb,Nov".replaceAll(/[A-Z][a-z]{2}(?=,|$)/g, (month) => `${month} ${year}`),
      "Sales,1,2,3",
      "Turnover,4,5,6",
    )}`;

  it("are one where the file says so", async () => {
    const { preview, rows } = await planned(of("Our plan\n\n", 2027));
    expect((await rows())[0]).toMatchObject({ budget: 1 });
    expect(preview.columns.at(-1)?.field).toBe("budget");
  });

  it("are asked about where months are still to come", async () => {
    const asked = await planned(of("", 2027));
    expect(asked.open[0]).toMatchObject({
      id: "budget:Amount",
      sentence: '"Amount" has amounts of months to come. What are they?',
    });
    expect((await (await planned(of("", 2027), answers(["budget:Amount", "budget"]))).rows())[0]).toMatchObject({
      budget: 1,
    });
    expect((await planned(of("", 2025))).open).toEqual([]);
  });
});

it("says which texts of a daily sheet are left out", async () => {
  const days = Array.from(
    { length: 6 },
    (_, at) =>
      `2026-03-0${at + 1},${at * 10 + 100},${at + 3},${["Sunny", "Rain"][at % 2]},${at === 2 ? "Market day" : ""}`,
  );
  const text = lines("Date,Sales,Orders,Weather,Remarks", ...days);
  const { preview, rows } = await planned(text, { target: "figures" });
  expect(preview.notes).toEqual(['"Weather", "Remarks" are left out: a day keeps numbers alone.']);
  expect((await rows())[0]).toMatchObject({ day: "2026-03-01", "figure:daily_revenue": 100, "figure:orders": 3 });
});

it.each(["", "Account"])("names no program for a profit and loss that any could have written: %j", async (label) => {
  const text = lines(
    `${label},Jan 2026,Feb 2026,Total`,
    "Trading Income,,,",
    "Sales,100.00,120.00,220.00",
    "Total Trading Income,100.00,120.00,220.00",
    "Less Operating Expenses,,,",
    "Rent,25.00,25.00,50.00",
    "Wages,40.00,40.00,80.00",
    "Total Operating Expenses,65.00,65.00,130.00",
    "Net Profit,35.00,55.00,90.00",
  );
  const { preview, open, rows } = await planned(text);
  expect(open).toEqual([]);
  expect(preview).toMatchObject({ program: null, target: "ledger", missing: null });
  const found = (await rows()) as { type: string; actual: number }[];
  expect(found.map(({ type, actual }) => `${type} ${actual}`)).toEqual([
    "income 100",
    "income 120",
    "expense 25",
    "expense 25",
    "expense 40",
    "expense 40",
  ]);
});
