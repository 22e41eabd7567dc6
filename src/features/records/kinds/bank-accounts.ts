import { choice, currency, day, line, money, needed, notes, signed } from "#features/records/fields/field.ts";
import { accountName, type Kind, lastDigits } from "#features/records/kinds/kind.ts";

export const bankAccounts: Kind = {
  one: "bank account",
  many: "bank accounts",
  hint: "Where the money is, with a balance and its day. Cash is the sum of the open accounts, carried on by their transactions.",
  fields: [
    { ...needed(line("name", "Name", "account", "accountname", "accountlabel", "nickname")), clean: accountName },
    line("bank", "Bank", "bankname", "institution", "provider"),
    { ...line("number", "Number, last digits", "accountnumber", "iban", "accountno", "mask"), clean: lastDigits },
    currency,
    signed(money("balance", "Balance", "currentbalance", "closingbalance", "bookbalance", "endingbalance", "amount")),
    day("balanceOn", "Balance on", "balancedate", "asof", "asofdate", "date", "statementdate"),
    choice("status", "Status", ["open", "closed"], { active: "open", inactive: "closed" }, ["accountstatus", "state"]),
    notes,
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
  key: ({ name, number, currency: unit }) => [name, number, unit],
  day: "balanceOn",
  columns: ["bank", "number", "balanceOn", "balance"],
  views: [
    { id: "open", label: "Open", all: [{ field: "status", in: ["open"] }] },
    { id: "closed", label: "Closed", all: [{ field: "status", in: ["closed"] }] },
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
};
