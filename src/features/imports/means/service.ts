import { formatMoney, formatNumber, pluralize } from "#contract/format.ts";
import { unitName } from "#contract/spans.ts";
import type { Currency } from "#contract/words.ts";
import { leastOfSum } from "#features/records/books/rows.ts";
import { accounts, profitMonths, staff } from "#features/records/books/store.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { totalsOf } from "#features/records/list/store.ts";
import { mostCounted } from "#features/records/list/contract.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { readDear } from "#platform/db/transaction.ts";

/** What they come to, in one sentence; null if nothing is known. */
type Result = { kinds: readonly RecordKind[]; say: (tx: Tx) => Promise<string | null>; label: string; href: string };

const money = (amount: number, currency: string): string =>
  formatMoney(amount, currency as Currency, Number.isInteger(amount) ? "whole" : "cents");
const cents = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
const todayOf = (tx: Tx): string => dayIn(tx.now, tx.timeZone);

const results: readonly Result[] = [
  {
    kinds: ["bankAccounts", "transactions"],
    label: "See cash",
    href: "/records/bankAccounts",
    say: async (tx) => {
      const open = (await accounts(tx, todayOf(tx))).filter(({ isOpen }) => isOpen);
      const known = open.filter(({ balance }) => balance !== null);
      const rest = open.length - known.length;
      const lacking = rest > 0 ? `; ${pluralize(rest, "account has", "accounts have")} no balance yet` : "";
      const sums = [...Map.groupBy(known, ({ currency }) => currency)].map(([currency, own]) =>
        money(cents(own.map(({ balance }) => balance ?? 0)), currency),
      );
      return sums.length > 0
        ? `Cash is ${sums.join(" and ")} in ${pluralize(known.length, "account")}${lacking}.`
        : null;
    },
  },
  {
    kinds: ["people"],
    label: "See the team",
    href: "/records/people",
    say: async (tx) => {
      const { teams } = await staff(tx, todayOf(tx), tx.currency);
      const sum = (of: "people" | "costed") => teams.reduce((all, team) => all + team[of], 0);
      const [people, costed] = [sum("people"), sum("costed")];
      if (people === 0) return null;
      const cost = money(cents(teams.map((team) => team.cost ?? 0)), tx.currency);
      const paid =
        costed < leastOfSum ? "" : `, ${cost} a month${costed < people ? ` for ${formatNumber(costed)}` : ""}`;
      return `${pluralize(people, "person", "people")}${paid}.`;
    },
  },
  {
    kinds: ["ledger"],
    label: "See profit and loss",
    href: "/records/ledger",
    say: async (tx) => {
      const last = (await profitMonths(tx, todayOf(tx), tx.currency)).at(-1);
      if (!last) return null;
      const amount = money(Math.abs(last.profit), tx.currency);
      return `${last.profit < 0 ? "Loss" : "Profit"} of ${amount} in ${unitName(`${last.month}-01`, "month")}.`;
    },
  },
  {
    kinds: ["payments"],
    label: "See revenue",
    href: "/records/payments?view=sales",
    say: async (tx) => {
      const { total, sums } = await totalsOf(tx, "payments", { view: "sales" });
      const of = (type: string) => (sums ?? []).filter((sum) => sum.of === type);
      const list = (type: string) =>
        of(type)
          .map(({ amount, currency }) => money(Math.abs(amount), currency))
          .join(" and ");
      const back = of("refund").length > 0 ? `, ${list("refund")} went back` : "";
      return of("charge").length > 0 ? `${list("charge")} came in${back}, in ${pluralize(total, "payment")}.` : null;
    },
  },
];

/** Of a kind the view of its rows, what one and many of them are, and what helps with them. */
const meanings: readonly (readonly [RecordKind, view: string, one: string, many: string, label: string])[] = [
  ["invoices", "overdue", "invoice is overdue", "invoices are overdue", "Collect"],
  ["invoices", "overdueBills", "bill is overdue", "bills are overdue", "Pay"],
  ["invoices", "receivable", "invoice is open", "invoices are open", "See what is owed"],
  ["deals", "slipped", "deal is past its close date", "deals are past their close date", "Follow up"],
  ["deals", "open", "deal is open", "deals are open", "Open pipeline"],
  ["tickets", "open", "ticket is open", "tickets are open", "See tickets"],
  ["tickets", "overdue", "ticket is overdue", "tickets are overdue", "Answer"],
  [
    "customers",
    "quiet",
    "customer was not contacted for 60 days",
    "customers were not contacted for 60 days",
    "See who",
  ],
  [
    "contracts",
    "notice90",
    "contract ends its notice within 90 days",
    "contracts end their notice within 90 days",
    "Decide",
  ],
  ["subscriptions", "renewing60", "subscription renews within 60 days", "subscriptions renew within 60 days", "Review"],
  ["transactions", "uncategorised", "transaction has no category", "transactions have no category", "Set categories"],
];

const most = 3;

/** What an import of these records shows about the company, as it stands now. */
export async function meaningOf(
  ctx: Ctx,
  target: string | null,
): Promise<{ sentence: string; label: string; href: string }[]> {
  const found = [];
  for (const { kinds, say, label, href } of results) {
    if (!kinds.some((kind) => kind === target)) continue;
    const sentence = await readDear(ctx, say);
    if (sentence !== null) found.push({ sentence, label, href });
  }
  for (const [kind, view, one, many, label] of meanings) {
    if (kind !== target || found.length === most) continue;
    const { total, sums } = await readDear(ctx, (tx) => totalsOf(tx, kind, { view }));
    if (total === 0) continue;
    const count = total > mostCounted ? `More than ${formatNumber(mostCounted)}` : formatNumber(total);
    const groups = new Set((sums ?? []).map(({ of }) => of));
    const amounts = (kind === "transactions" ? [] : (sums ?? [])).map(
      ({ of, currency, amount }) => `${of && groups.size > 1 ? `${of} ` : ""}${money(amount, currency)}`,
    );
    const sentence = `${count} ${total === 1 ? one : many}${amounts.length > 0 ? `, ${amounts.join(" and ")}` : ""}.`;
    found.push({ sentence, label, href: `/records/${kind}?view=${view}` });
  }
  return found;
}
