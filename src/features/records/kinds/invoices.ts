import type { Value } from "#contract/csv.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import * as field from "#features/records/fields/field.ts";
import { type Fields, keyOf, kind, means, view } from "#features/records/kinds/kind.ts";
import { states } from "#features/records/kinds/states.ts";

const open = { field: "status", in: states.invoices.owed } as const;
const due = [open, { owed: "due" }] as const;
const billed = { field: "status", in: states.invoices.billed } as const;
const receivable = { field: "direction", in: ["receivable"] } as const;
const payable = { field: "direction", in: ["payable"] } as const;
const [keyOfInvoice, keyOfBill] = [keyOf("number"), keyOf("number vendorName")];
const creditNote = { document: "credit note" };

const negative = (value: Value | undefined): Value =>
  typeof value === "number" ? 0 - Math.abs(value) : (value ?? null);

/** An amount below 0 is a credit note, and a credit note's amounts are below 0. */
function follow({ amount = null, openAmount, document: named }: Fields): Fields {
  const document = Number(amount) < 0 ? "credit note" : (named ?? "invoice");
  return document === "invoice"
    ? { document }
    : { document, amount: negative(amount), openAmount: negative(openAmount) };
}

/** Why the amounts of an invoice do not fit each other, and the field to change. */
function fault({ amount: given, openAmount, document, status }: Fields): { field: string; sentence: string } | null {
  const [amount, left] = [Number(given), Number(openAmount ?? 0)];
  if (document === "invoice" && amount < 0)
    return { field: "amount", sentence: "Is negative: choose credit note as the document" };
  if (left === 0) return null;
  if (status === "paid") return { field: "openAmount", sentence: "Must be 0 or empty once it is paid" };
  // A credit note may be written without its minus.
  const isWithin =
    document === "credit note" ? Math.abs(left) <= Math.abs(amount) : left / amount > 0 && left / amount <= 1;
  return isWithin ? null : { field: "openAmount", sentence: "Must be between 0 and the amount" };
}

export const invoices = kind({
  one: "invoice",
  many: "invoices",
  hint: "What is to be received and to be paid, each with its due day. Overdue and expected cash are worked out from here.",
  fields: [
    field.short(
      field.needed(
        field.line("number", "Number", "invoice invoiceno invoicenumber no billnumber billno docnumber num"),
      ),
    ),
    {
      ...field.always(
        field.choice("direction", "Direction", "type invoicetype transactiontype", {
          receivable: "sales sale outgoing ar invoice creditmemo creditnote customer",
          payable: "purchase bill incoming ap vendor expense vendorcredit suppliercredit billcredit",
        }),
      ),
      says: {
        creditmemo: creditNote,
        creditnote: creditNote,
        vendorcredit: creditNote,
        suppliercredit: creditNote,
        billcredit: creditNote,
      },
    },
    field.customer,
    field.vendor,
    field.needed(field.day("issuedOn", "Issued", "date invoicedate issuedate issued billdate txndate created")),
    field.day("dueOn", "Due", "duedate due paymentdue"),
    field.day("paidOn", "Paid on", "paiddate datepaid paymentdate paid"),
    field.choice("document", "Document", "documenttype doctype", {
      invoice: "bill",
      "credit note": "creditmemo creditinvoice credit vendorcredit suppliercredit billcredit",
    }),
    field.signed(field.needed(field.money("amount", "Amount", "total totalamount invoicetotal gross sum value"))),
    field.signed(
      field.money(
        "openAmount",
        "Open amount",
        `openbalance balance balancedue amountdue amountopen amountoutstanding amountremaining outstanding
        outstandingamount outstandingbalance remaining remainingamount remainingbalance residual unpaidamount
        unpaidbalance dueamount stilldue stillopen`,
      ),
    ),
    field.currency,
    field.always(
      field.choice("status", "Status", "state paymentstatus invoicestatus", {
        draft: "notsent unsent",
        open: `unpaid outstanding sent viewed authorised authorized approved overdue pastdue due pending partial
          partially partiallypaid paidinpart partpaid`,
        paid: "settled closed fullypaid paidinfull",
        disputed: "dispute",
        void: "voided cancelled canceled deleted",
        "written off": "writeoff baddebt uncollectible",
      }),
    ),
    field.short(field.line("category", "Category", "account expensecategory")),
    field.channel,
    field.notes,
  ],
  roles: {
    title: "number",
    status: "status",
    type: "direction",
    money: "amount",
    sum: { by: "direction" },
    day: "dueOn",
    newest: "issuedOn",
    search: ["number", "customerName", "vendorName"],
  },
  defaults: {
    direction: ({ vendorName, customerName }) => (vendorName && !customerName ? "payable" : "receivable"),
    status: ({ paidOn, openAmount }) => (openAmount ? "open" : paidOn || openAmount === 0 ? "paid" : "open"),
  },
  // A file may call every line an invoice, also those that take something back.
  settle: ({ amount }): Fields => (Number(amount ?? 0) < 0 ? creditNote : {}),
  follow,
  // Two suppliers may use the same invoice number; the company's own numbers are unique.
  key: (row) => (row["direction"] === "payable" ? keyOfBill : keyOfInvoice)(row),
  day: "issuedOn",
  columns: ["direction", "customerName", "issuedOn", "dueOn", "amount"],
  views: [
    means(definitions.overdue, view("overdue", "Overdue", receivable, ...due, { day: "dueOn", before: 0 })),
    means(definitions.receivable, view("receivable", "To receive", receivable, open, { owed: "some" })),
    means(definitions.payable, view("payable", "To pay", payable, open, { owed: "some" })),
    means(
      definitions.overdueBills,
      view("overdueBills", "Overdue bills", payable, ...due, { day: "dueOn", before: 0 }),
    ),
    view("payable14", "To pay within 14 days", payable, ...due, { day: "dueOn", until: 13 }),
    means(definitions.spending, view("bills", "Bills", payable, billed)),
    means(definitions.billed, view("billed", "Billed to customers", receivable, billed)),
    view("disputed", "Disputed", { field: "status", in: ["disputed"] }),
    view("credits", "Credit notes to use", receivable, open, { owed: "credit" }),
    view("vendorCredits", "Credit notes of vendors", payable, open, { owed: "credit" }),
  ],
  fault,
});
