import * as field from "#features/records/fields/field.ts";
import { accountName, keyOf, kind, lastDigits, view } from "#features/records/kinds/kind.ts";

export const bankAccounts = kind({
  one: "bank account",
  many: "bank accounts",
  hint: "Where the money is, with a balance and its day. Cash is the sum of the open accounts, carried on by their transactions.",
  fields: [
    { ...field.needed(field.line("name", "Name", "account accountname accountlabel nickname")), clean: accountName },
    field.line("bank", "Bank", "bankname institution provider"),
    { ...field.line("number", "Number, last digits", "accountnumber iban accountno mask"), clean: lastDigits },
    field.currency,
    field.signed(field.money("balance", "Balance", "currentbalance closingbalance bookbalance endingbalance amount")),
    field.day("balanceOn", "Balance on", "balancedate asof asofdate date statementdate"),
    field.always(field.choice("status", "Status", "accountstatus state", { open: "active", closed: "inactive" })),
    field.notes,
  ],
  roles: {
    title: "name",
    status: "status",
    money: "balance",
    sum: { by: "status" },
    day: "balanceOn",
    search: ["name", "bank", "number"],
  },
  defaults: { status: () => "open" },
  key: keyOf("name number currency"),
  day: "balanceOn",
  columns: ["bank", "number", "balanceOn", "balance"],
  views: [
    view("open", "Open", { field: "status", in: ["open"] }),
    view("closed", "Closed", { field: "status", in: ["closed"] }),
  ],
  // A balance of no day cannot be carried on by transactions.
  fault: ({ balance, balanceOn }) =>
    (balance ?? null) !== null && !balanceOn
      ? { field: "balanceOn", sentence: "Is missing: on which day was this the balance?" }
      : null,
  examples: [
    {
      name: "Operating account",
      bank: "Harbour Bank",
      number: "4417",
      balance: 84_210.55,
      balanceOn: "2026-09-30",
      status: "open",
    },
    {
      name: "Savings",
      bank: "Harbour Bank",
      number: "9082",
      balance: 150_000,
      balanceOn: "2026-09-30",
      status: "open",
    },
  ],
});
