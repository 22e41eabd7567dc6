import { describe, expect, it } from "vitest";
import { imported, planned } from "../../../../test/plans.ts";

const quickBooks = `Bellweather Trading
General Ledger
"January 1 - February 28, 2026"

,Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance
Checking,,,,,,,,
,Beginning Balance,,,,,,,"10,000.00"
,01/05/2026,Check,1001,Metro Offices,January rent,Rent,"-1,200.00","8,800.00"
,01/09/2026,Deposit,,Alder,Payment INV-1,Accounts Receivable,750.25,"9,550.25"
,01/15/2026,Expense,,Power Co,Electricity,Utilities:Electricity,-98.40,"9,451.85"
,02/05/2026,Check,1002,Metro Offices,February rent,Rent,"-1,200.00","8,251.85"
,02/11/2026,Deposit,,Birke,Payment INV-2,Accounts Receivable,"1,310.00","9,561.85"
Total for Checking,,,,,,,"-$438.15",
Accounts Receivable,,,,,,,,
,Beginning Balance,,,,,,,750.25
,01/09/2026,Payment,,Alder,Payment INV-1,Checking,-750.25,0.00
,01/20/2026,Invoice,INV-2,Birke,Consulting,Sales,"1,310.00","1,310.00"
,02/11/2026,Payment,,Birke,Payment INV-2,Checking,"-1,310.00",0.00
,02/20/2026,Invoice,INV-3,Cedro,Consulting,Sales,480.00,480.00
Total for Accounts Receivable,,,,,,,-270.25,
Sales,,,,,,,,
,01/20/2026,Invoice,INV-2,Birke,Consulting,Accounts Receivable,"1,310.00","1,310.00"
,02/20/2026,Invoice,INV-3,Cedro,Consulting,Accounts Receivable,480.00,"1,790.00"
Total for Sales,,,,,,,"1,790.00",
Rent,,,,,,,,
,01/05/2026,Check,1001,Metro Offices,January rent,Checking,"1,200.00","1,200.00"
,02/05/2026,Check,1002,Metro Offices,February rent,Checking,"1,200.00","2,400.00"
Total for Rent,,,,,,,"2,400.00",
Utilities,,,,,,,,
   Electricity,,,,,,,,
,01/15/2026,Expense,,Power Co,Electricity,Checking,98.40,98.40
   Total for Electricity,,,,,,,98.40,
Total for Utilities,,,,,,,98.40,
"Thursday, Mar 12, 2026 09:12:44 AM GMT-8 - Accrual Basis",,,,,,,,
`;

const xero = `Account Transactions
Bellweather Trading
For the period 1 January 2026 to 28 February 2026

Date,Source,Description,Reference,Debit,Credit,Running Balance,Gross,VAT
Accounts Receivable,,,,,,,,
Opening Balance,,,,,,750.25,,
9 Jan 2026,Receivable Payment,Alder - Payment,INV-1,,750.25,0.00,-750.25,0.00
20 Jan 2026,Receivable Invoice,Birke - Consulting,INV-2,"1,310.00",,"1,310.00","1,310.00",0.00
20 Feb 2026,Receivable Invoice,Cedro - Consulting,INV-3,480.00,,"1,790.00",480.00,0.00
Total Accounts Receivable,,,,"1,790.00",750.25,,,
Closing Balance,,,,,,"1,790.00",,
Rent,,,,,,,,
5 Jan 2026,Spend Money,Metro Offices - rent,,"1,000.00",,"1,000.00","1,200.00",200.00
5 Feb 2026,Spend Money,Metro Offices - rent,,"1,000.00",,"2,000.00","1,200.00",200.00
Total Rent,,,,"2,000.00",0.00,,,
Closing Balance,,,,,,"2,000.00",,
Sales,,,,,,,,
20 Jan 2026,Receivable Invoice,Birke - Consulting,INV-2,,"1,091.67","-1,091.67","-1,310.00",-218.33
20 Feb 2026,Receivable Invoice,Cedro - Consulting,INV-3,,400.00,"-1,491.67",-480.00,-80.00
Total Sales,,,,0.00,"1,491.67",,,
Closing Balance,,,,,,"-1,491.67",,
Total,,,,"3,790.00","2,241.67",,,
`;

const myob = `Bellweather Trading
Account Transactions [Accrual]
1/07/2026 To 31/08/2026

ID No,Src,Date,Memo,Debit,Credit,Job No.,Net Activity,Ending Balance
1-1110,Business Bank Account,,,,,,,
,,,,,,Beginning Balance:,,"$5,000.00"
CR000012,CR,3/07/2026,Payment; Alder,"$1,310.00",,,"$1,310.00","$6,310.00"
CD000044,CD,5/07/2026,Rent; Metro,,"$1,200.00",,"-$1,200.00","$5,110.00"
CD000045,CD,5/08/2026,Rent; Metro,,"$1,200.00",,"-$1,200.00","$3,910.00"
,,,Total:,"$1,310.00","$2,400.00",,"-$1,090.00",
4-1000,Consulting Income,,,,,,,
,,,,,,Beginning Balance:,,$0.00
SJ000101,SJ,20/07/2026,Sale; Birke,,"$1,310.00",,"$1,310.00","$1,310.00"
SJ000102,SJ,20/08/2026,Sale; Cedro,,$480.00,,$480.00,"$1,790.00"
,,,Total:,$0.00,"$1,790.00",,"$1,790.00",
6-2000,Rent,,,,,,,
,,,,,,Beginning Balance:,,$0.00
CD000044,CD,5/07/2026,Rent; Metro,"$1,200.00",,,"$1,200.00","$1,200.00"
CD000045,CD,5/08/2026,Rent; Metro,"$1,200.00",,,"$1,200.00","$2,400.00"
,,,Total:,"$2,400.00",$0.00,,"$2,400.00",
`;

const answers = (groups: string, types: Record<string, string> = {}, column = "Group") => ({
  answers: [
    { question: "missing:groups", item: "", answer: groups },
    ...Object.entries(types).map(([item, answer]) => ({ question: `words:${column}`, item, answer })),
  ],
});
const left = "leave these lines out";
const summed = async (text: string, types: Record<string, string>) => {
  const { records, refused, preview } = await imported(text, answers("ledger", types));
  expect(refused).toEqual([]);
  expect(preview).toMatchObject({ target: "ledger", missing: null });
  const found = records as { account: string; month: string; type: string; actual: number }[];
  return Object.fromEntries(
    found.map(({ account, month, type, actual }) => [`${account} ${month.slice(0, 7)}`, `${type} ${actual}`]),
  );
};

describe("a general ledger by accounts", () => {
  it.each([
    ["QuickBooks", quickBooks, '"Checking", "Accounts Receivable", "Sales"'],
    ["Xero", xero, '"Accounts Receivable", "Rent", "Sales"'],
    ["MYOB", myob, '"1-1110 Business Bank Account", "4-1000 Consulting Income", "6-2000 Rent"'],
  ])("of %s is taken for nothing without an answer", async (_, text, names) => {
    const { open, preview } = await planned(text);
    expect(open[0]).toMatchObject({
      id: "missing:groups",
      sentence: `The lines stand in groups below ${names}. What are these?`,
    });
    expect(preview.rows).toEqual([]);
  });

  it("is the sum of each account and month: QuickBooks, as signed amounts", async () => {
    const types = { Checking: left, "Accounts Receivable": left, Rent: "expense", "Utilities: Electricity": "expense" };
    expect(await summed(quickBooks, types)).toEqual({
      "Sales 2026-01": "income 1310",
      "Sales 2026-02": "income 480",
      "Rent 2026-01": "expense 1200",
      "Rent 2026-02": "expense 1200",
      "Utilities: Electricity 2026-01": "expense 98.4",
    });
  });

  it("is the sum of each account and month: Xero, as debits and credits", async () => {
    expect(await summed(xero, { "Accounts Receivable": "asset", Rent: "expense" })).toEqual({
      "Accounts Receivable 2026-01": "asset 559.75",
      "Accounts Receivable 2026-02": "asset 480",
      "Rent 2026-01": "expense 1000",
      "Rent 2026-02": "expense 1000",
      "Sales 2026-01": "income 1091.67",
      "Sales 2026-02": "income 400",
    });
  });

  it("is the sum of each account and month: MYOB, below numbers and names of accounts", async () => {
    const text = myob.replaceAll("$", "");
    const types = {
      "1-1110 Business Bank Account": left,
      "4-1000 Consulting Income": "income",
      "6-2000 Rent": "expense",
    };
    expect(await summed(text, types)).toEqual({
      "4-1000 Consulting Income 2026-07": "income 1310",
      "4-1000 Consulting Income 2026-08": "income 480",
      "6-2000 Rent 2026-07": "expense 1200",
      "6-2000 Rent 2026-08": "expense 1200",
    });
  });
});

it("takes the names above open invoices as those of their customers", async () => {
  const text = `A/R Aging Detail
Bellweather Trading

Date,Transaction type,Num,Due date,Amount,Open balance
Alder & Co,,,,,
2026-03-01,Invoice,1001,2026-03-31,100.50,100.50
2026-03-04,Invoice,1002,2026-04-03,80.00,20.00
Total for Alder & Co,,,,180.50,120.50
Birke,,,,,
2026-03-09,Invoice,1003,2026-04-08,64.25,64.25
Total for Birke,,,,64.25,64.25
TOTAL,,,,244.75,184.75
`;
  const { open } = await planned(text);
  expect(open.map(({ id }) => id)).toContain("missing:groups");
  const { open: rest, preview, rows } = await planned(text, answers("customers"));
  expect(rest).toEqual([]);
  expect(preview.target).toBe("invoices");
  const found = (await rows()) as { number: string; customerName: string; openAmount: number }[];
  expect(found.map(({ number, customerName, openAmount }) => `${number} ${customerName} ${openAmount}`)).toEqual([
    "1001 Alder & Co 100.5",
    "1002 Alder & Co 20",
    "1003 Birke 64.25",
  ]);
});

it("keeps the account of each line of a statement of several", async () => {
  const text = `Date,Description,Amount,Balance
Current account 4411,,,
2026-03-01,Rent,-1200.00,3800.00
2026-03-04,Alder,750.25,4550.25
Savings account 9020,,,
2026-03-09,Interest,4.10,904.10
`;
  const { rows, preview } = await planned(text, answers("banks"));
  expect(preview.target).toBe("transactions");
  const found = (await rows()) as { accountName: string; amount: number }[];
  expect(found.map(({ accountName, amount }) => `${accountName} ${amount}`)).toEqual([
    "Current account 4411 -1200",
    "Current account 4411 750.25",
    "Savings account 9020 4.1",
  ]);
});

it("groups no table whose first line is a record, and none below a single note", async () => {
  const lines = ["2026-03-01,Rent,-1200.00,3800.00", "2026-03-04,Alder,750.25,4550.25", "2026-03-09,Fee,-4.10,4546.15"];
  for (const note of ["In EUR,,,", "", ",,,\nIn EUR,,,"]) {
    const { open, preview } = await planned(["Date,Description,Amount,Balance", note, ...lines].join("\n"));
    expect(open.map(({ id }) => id)).not.toContain("missing:groups");
    expect(preview.lines).toBe(3);
  }
});
