import { pick } from "../entities.ts";
import type { Entity, How, Shape } from "../export.ts";
import { au, ca, ch, de, fr, gb, ie, india, nl, us } from "../locales.ts";

/** A sign before each amount, of several currencies. */
const signed: How = ({ amount, currency }) =>
  `${{ USD: "$", CAD: "$", AUD: "$", EUR: "€", GBP: "£" }[String(currency)] ?? ""}${Number(amount).toFixed(2)}`;
const invoice: Shape["columns"] = [
  ["Invoice number", "number"],
  ["Customer", "customerName"],
  ["Invoice date", "issuedOn"],
  ["Due date", "dueOn"],
];
const receivable: Entity = { direction: "receivable" };

/** What looks clear and is not: files of people, and rarer rows of programs. */
export const traps: readonly Shape[] = [
  {
    program: "spreadsheet",
    name: "invoices with two columns of one heading",
    target: "invoices",
    locales: [us, gb, de],
    implied: receivable,
    ask: [{ kind: "heading", column: null }],
    columns: [...invoice, ["Amount", "amount"], ["Amount", null, ({ amount }) => ({ amount: Number(amount) * 0.8 })]],
  },
  {
    program: "spreadsheet",
    name: "invoices with net, tax and gross",
    target: "invoices",
    locales: [us, gb, fr],
    implied: receivable,
    columns: [
      ...invoice,
      ["Net amount", null, ({ amount }) => ({ amount: Number(amount) * 0.8 })],
      ["Tax", null, ({ amount }) => ({ amount: Number(amount) * 0.2 })],
      ["Gross amount", "amount"],
    ],
  },
  {
    program: "spreadsheet",
    name: "invoices in the currencies of their signs",
    target: "invoices",
    locales: [us, gb, ca],
    implied: receivable,
    each: (_, row, of) => ({ currency: pick([of.place.currency, "EUR", "GBP"], row) }),
    columns: [...invoice, ["Amount", "amount", signed]],
  },
  {
    program: "spreadsheet",
    name: "invoices in thousands",
    target: "invoices",
    locales: [us, gb, de],
    implied: receivable,
    each: (_, row) => ({ amount: 1000 * (3 + row) }),
    columns: [
      ...invoice,
      [
        "Amount (k$)|Amount (£000)|Betrag (TEUR)",
        "amount",
        ({ amount }) => ({ amount: Number(amount) / 1000, digits: 1 }),
      ],
    ],
  },
  {
    program: "spreadsheet",
    name: "won and lost deals with chances of 1 and 0",
    target: "deals",
    locales: [us, gb, ie],
    percent: "one",
    ask: [{ kind: "percent", column: "Probability" }],
    each: (_, row) => ({ stage: pick(["won", "lost"], row), probability: row % 2 === 0 ? 1 : 0 }),
    columns: [
      ["Deal name", "name"],
      ["Customer", "customerName"],
      ["Stage", "stage", { Won: "won", Lost: "lost" }],
      ["Amount", "amount"],
      ["Probability", "probability", ({ probability }) => String(probability)],
      ["Created", "openedOn"],
    ],
  },
  {
    program: "spreadsheet",
    name: "staff with yearly salaries",
    target: "people",
    locales: [us, gb, ca],
    // The month's cost cannot be told from a salary of no said period.
    ask: [{ kind: "heading", column: null }],
    each: () => ({ monthlyCost: null }),
    also: ["monthlyCost"],
    columns: [
      ["Full name", "name"],
      ["Job title", "role"],
      ["Start date", "startedOn"],
      ["Salary", null, (_, row) => ({ amount: 61_000 + row * 500, digits: 0 })],
    ],
  },
  {
    program: "spreadsheet",
    name: "staff with first and last names",
    target: "people",
    locales: [us, gb, india],
    columns: [
      ["First name", null, ({ name }) => String(name).split(" ")[0] ?? ""],
      ["Last name", null, ({ name }) => String(name).split(" ").slice(1).join(" ")],
      ["Department", "team"],
      ["Hire date", "startedOn"],
    ],
    also: ["name"],
  },
  {
    program: "spreadsheet",
    name: "subscriptions with monthly revenue and yearly terms",
    target: "subscriptions",
    locales: [us, gb, nl],
    ask: [{ kind: "heading", column: null }],
    each: () => ({ interval: "year", amount: null }),
    columns: [
      ["Plan", "name"],
      ["Customer", "customerName"],
      ["MRR", null, (_, row) => ({ amount: 20 + row })],
      ["Billing period", "interval", { yearly: "year" }],
      ["Start date", "startedOn"],
    ],
    also: ["amount"],
  },
  {
    program: "spreadsheet",
    name: "contracts with the value of all years",
    target: "contracts",
    locales: [us, gb, au],
    ask: [{ kind: "heading", column: null }],
    each: () => ({ yearlyValue: null }),
    also: ["yearlyValue"],
    columns: [
      ["Contract", "title"],
      ["Customer", "customerName"],
      ["Start date", "startsOn"],
      ["End date", "endsOn"],
      ["Value", null, (_, row) => ({ amount: 90_000 + row * 1000 })],
    ],
  },
  {
    program: "American Express",
    name: "card activity",
    target: "transactions",
    locales: [us, gb, ca],
    style: { group: "" },
    columns: [
      ["Date", "bookedOn"],
      ["Description", "description"],
      ["Card Member", null, () => "DANA WHITLOCK"],
      ["Account #", null, () => "-41004"],
      // A charge is positive.
      ["Amount", "amount", ({ amount }) => ({ amount: -Number(amount) })],
    ],
  },
  {
    program: "spreadsheet",
    name: "card payments without signs",
    target: "transactions",
    locales: [us, gb, de],
    ask: [{ kind: "sign", column: null }],
    sign: "out",
    each: ({ amount }) => ({ amount: -Math.abs(Number(amount)) }),
    columns: [
      ["Transaction date|Transaction date|Buchungstag", "bookedOn"],
      ["Merchant|Merchant|Empfänger", "counterparty"],
      ["Amount|Amount|Betrag", "amount", ({ amount }) => ({ amount: Math.abs(Number(amount)) })],
    ],
  },
  {
    program: "Capital One",
    name: "card transactions",
    target: "transactions",
    locales: [us, { ...us, name: "us-again" }, ca],
    style: { days: "YYYY-MM-DD", group: "" },
    columns: [
      ["Transaction Date", null, ({ bookedOn }) => ({ day: String(bookedOn) })],
      ["Posted Date", "bookedOn"],
      ["Card No.", null, () => "4417"],
      ["Description", "description"],
      ["Category", "category"],
      ["Debit", null, ({ amount }) => (Number(amount) < 0 ? { amount: -Number(amount) } : null)],
      ["Credit", null, ({ amount }) => (Number(amount) >= 0 ? { amount: Number(amount) } : null)],
    ],
    also: ["amount"],
  },
  {
    program: "Xero",
    name: "sales invoices with drafts, credit notes and voided ones",
    target: "invoices",
    locales: [gb, au, ca],
    style: { group: "" },
    sameNumber: "once",
    implied: receivable,
    each: ({ amount, openAmount, status }, row): Entity => {
      if (row % 6 === 1) return { document: "credit note", amount: -Number(amount), openAmount: 0, status: "paid" };
      if (row % 6 === 3) return { status: "draft", openAmount: Number(amount) };
      return row % 6 === 5
        ? { status: "void", openAmount: 0 }
        : { amount: amount ?? null, openAmount: openAmount ?? null, status: status ?? null };
    },
    columns: [
      ["ContactName", "customerName"],
      ["EmailAddress", null, () => ""],
      ["InvoiceNumber", "number"],
      ["InvoiceDate", "issuedOn"],
      ["DueDate", "dueOn"],
      ["Total", "amount"],
      ["TaxTotal", null, () => ({ amount: 0 })],
      ["InvoiceAmountPaid", null, () => ({ amount: 0 })],
      ["InvoiceAmountDue", "openAmount"],
      ["Description", null, () => "Retainer"],
      ["LineAmount", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Currency", "currency"],
      ["Type", "document", { "Sales invoice": "invoice", "Sales credit note": "credit note" }],
      ["Sent", null, () => ""],
      ["Status", "status", { Draft: "draft", "Awaiting Payment": "open", Paid: "paid", Voided: "void" }],
    ],
  },
  {
    program: "QuickBooks Online",
    name: "open invoices with credit memos and payments",
    target: "invoices",
    locales: [us, gb, ch],
    titles: () => [["Open Invoices"], ["Bellweather Trading"], ["As of March 31, 2026"], [""]],
    implied: receivable,
    each: ({ amount }, row): Entity =>
      row % 4 > 1
        ? {
            document: "credit note",
            word: row % 4 === 2 ? "Credit Memo" : "Payment",
            amount: -Number(amount),
            openAmount: -Math.round(Number(amount) * 50) / 100,
          }
        : { word: "Invoice", openAmount: Math.round(Number(amount) * 50) / 100, status: "open" },
    columns: [
      ["Date", "issuedOn"],
      ["Transaction type", "document", ({ word }) => String(word)],
      ["Num", "number"],
      ["Customer full name", "customerName"],
      ["Due date", "dueOn"],
      ["Amount", "amount"],
      ["Open balance", "openAmount"],
    ],
  },
  {
    program: "Stripe",
    name: "invoices that are draft, void and uncollectible",
    target: "invoices",
    locales: [us, gb, fr],
    style: {
      days: "YYYY-MM-DD",
      times: " HH:mm",
      decimal: ".",
      group: "",
      delimiter: ",",
      codePage: "utf-8",
      bom: false,
    },
    implied: receivable,
    each: (_, row) => ({ status: pick(["draft", "open", "paid", "void", "written off"], row) }),
    columns: [
      ["id", null, (_, row) => `in_1R${row}QwZ`],
      ["Amount Due", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Amount Paid", null, () => ({ amount: 0 })],
      ["Currency", "currency", ({ currency }) => String(currency).toLowerCase()],
      ["Customer", null, (_, row) => `cus_S${row}fT`],
      ["Date (UTC)", "issuedOn", ({ issuedOn }) => ({ at: `${String(issuedOn)}T15:00:00` })],
      ["Due Date (UTC)", "dueOn", ({ dueOn }) => ({ at: `${String(dueOn)}T15:00:00` })],
      ["Number", "number"],
      ["Total", "amount"],
      ["Customer Name", "customerName"],
      ["Status", "status", { draft: "draft", open: "open", paid: "paid", void: "void", uncollectible: "written off" }],
    ],
  },
];
