import { describe, expect, it } from "vitest";
import { answers, planned } from "../../../../test/plans.ts";

const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

describe("an accounting journal", () => {
  const inColumns = lines(
    "Date,Journal no,Account,Debit,Credit,Description",
    "2026-10-02,J1,Cash,800.00,,Payment",
    "2026-10-02,J1,Accounts receivable,,800.00,Payment",
    "2026-10-05,J2,Rent expense,1500.00,,Rent",
    "2026-10-05,J2,Cash,,1500.00,Rent",
    "2026-10-06,J3,Utilities,100.10,,Power",
    "2026-10-06,J3,VAT,20.00,,Power",
    "2026-10-06,J3,Cash,,120.10,Power",
  );
  const signed = lines(
    "Datum;Konto;Betrag;Text",
    "02.10.2026;Bank;800,00;Zahlung",
    "02.10.2026;Forderungen;-800,00;Zahlung",
    "05.10.2026;Mietaufwand;1.500,00;Miete",
    "05.10.2026;Bank;-1.500,00;Miete",
  );

  it.each([
    ["with debits and credits", inColumns],
    ["with signs", signed],
  ])("%s is no bank statement: it is refused as one, and can be kept as it is", async (_, text) => {
    const { preview } = await planned(text, { target: "transactions" });
    expect(preview.missing).toMatch(/^This is an accounting journal, not a bank statement/);
    expect((await planned(text, { target: "entries" })).preview.missing).toBeNull();
  });

  it("is none where the days of several bank accounts do not cancel out, or only own accounts pay each other", async () => {
    const [heading = "", ...rows] = inColumns.trim().split("\n");
    const statement = lines(heading, ...rows, "2026-10-07,J4,Savings,,12.00,Interest");
    expect((await planned(statement, { target: "transactions" })).preview.missing).toBeNull();
    const between = lines(
      "Date,Account,Amount,Description",
      "2026-10-02,Main,-800.00,To savings",
      "2026-10-02,Savings,800.00,From main",
      "2026-10-05,Main,-100.00,To savings",
      "2026-10-05,Savings,100.00,From main",
    );
    expect((await planned(between, { target: "transactions" })).preview.missing).toBeNull();
  });
});

it("asks what a table is whose balance moves by an amount, though few of its headings are known", async () => {
  const text = lines(
    [
      "Дата i час операції;Деталі операції;MCC;Сума в валюті картки (UAH);Сума в валюті операції",
      "Курс;Сума кешбеку (UAH);Залишок після операції",
    ].join(";"),
    "26.11.2026;Silpo;5411;-1250,50;-1250,50;;12,50;31167,51",
    "25.11.2026;Kovalenko;4829;25000,00;25000,00;;;32418,01",
    "23.11.2026;Poshta;4215;-431,99;-431,99;;;7418,01",
    "03.11.2026;GitHub;5734;-4150,00;-100,00;41,5;;7850,00",
    "02.11.2026;Silpo;5411;-80,25;-80,25;;0,80;12000,00",
  );
  const { preview, open } = await planned(text);
  expect([preview.target, open.map(({ id }) => id)]).toEqual([null, ["target"]]);
  expect(open[0]?.options[0]).toEqual({ value: "transactions", label: "transactions" });
  expect((await planned(text, answers(["target", "transactions"]))).fields["Залишок після операції"]).toBe("balance");
});
