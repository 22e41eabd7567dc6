import * as field from "#features/records/fields/field.ts";
import { accountName, keyOf, kind, view } from "#features/records/kinds/kind.ts";

export const transactions = kind({
  one: "transaction",
  many: "transactions",
  hint: "What came into and went out of your bank accounts, from your bank's export. Your rules give each a category.",
  fields: [
    {
      ...field.line("accountName", "Account", "account accountname bankaccount accountnumber iban auftragskonto"),
      clean: accountName,
    },
    field.needed(
      field.day("bookedOn", "Booked", "date transactiondate bookingdate postingdate posteddate valuedate buchungstag"),
    ),
    field.signed(
      field.needed(field.money("amount", "Amount", "transactionamount value betrag sum paidinout netamount")),
    ),
    field.currency,
    field.personal(
      field.line(
        "description",
        "Description",
        "details memo transactiondescription narrative purpose verwendungszweck text",
      ),
    ),
    field.personal(
      field.line("counterparty", "Counterparty", "payee merchant name payer beneficiary recipient merchantname"),
    ),
    field.line("category", "Category", "type transactiontype label"),
    field.signed(field.money("balance", "Balance after", "balance runningbalance saldo accountbalance")),
    field.line("reference", "Reference", "transactionreference checknumber checkorslip referencenumber"),
    field.notes,
  ],
  roles: {
    title: "description",
    money: "amount",
    sum: { by: null },
    day: "bookedOn",
    newest: "bookedOn",
    search: ["description", "counterparty", "reference"],
  },
  defaults: { description: ({ counterparty, reference }) => counterparty ?? reference ?? null },
  key: keyOf("accountName bookedOn amount currency counterparty description reference balance"),
  repeats: true,
  day: "bookedOn",
  columns: ["counterparty", "accountName", "category", "bookedOn", "amount"],
  views: [
    view("uncategorised", "Without a category", { field: "category", known: false }),
    view("month", "Of the last 30 days", { day: "bookedOn", from: -29, until: 0 }),
  ],
  examples: [
    {
      accountName: "Operating account",
      bookedOn: "2026-09-29",
      amount: -2_400,
      description: "Office rent",
      counterparty: "Metro Offices",
      balance: 86_610.55,
    },
    {
      accountName: "Operating account",
      bookedOn: "2026-09-30",
      amount: 3_150.25,
      description: "Payment INV-1042",
      counterparty: "Elmwood Foods",
    },
  ],
});
