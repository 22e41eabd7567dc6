import { formatMoney, formatNumber } from "#contract/format.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { totalsOf } from "#features/records/list/store.ts";
import { mostCounted } from "#features/records/list/contract.ts";
import type { Ctx } from "#platform/context.ts";
import { readDear } from "#platform/db/transaction.ts";

/** Of a kind the view of its rows, what one and many of them are, and what helps with them. */
const meanings: readonly (readonly [RecordKind, view: string, one: string, many: string, label: string])[] = [
  ["invoices", "overdue", "invoice is overdue", "invoices are overdue", "Collect"],
  ["invoices", "overdueBills", "bill is overdue", "bills are overdue", "Pay"],
  ["deals", "slipped", "deal is past its close date", "deals are past their close date", "Follow up"],
  ["deals", "open", "deal is open", "deals are open", "Open pipeline"],
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
  ["bankAccounts", "open", "account is open", "accounts are open", "See cash"],
  ["transactions", "uncategorised", "transaction has no category", "transactions have no category", "Set categories"],
  ["people", "active", "person is on the payroll", "people are on the payroll", "See the team"],
  ["payments", "sales", "payment came in or went back", "payments came in or went back", "See revenue"],
];

const most = 3;

/** What an import of these records shows about the company, as it stands now. */
export async function meaningOf(
  ctx: Ctx,
  target: string | null,
): Promise<{ sentence: string; label: string; href: string }[]> {
  const found = [];
  for (const [kind, view, one, many, label] of meanings) {
    if (kind !== target || found.length === most) continue;
    const { total, sums } = await readDear(ctx, (tx) => totalsOf(tx, kind, { view }));
    if (total === 0) continue;
    const count = total > mostCounted ? `More than ${formatNumber(mostCounted)}` : formatNumber(total);
    const groups = new Set((sums ?? []).map(({ of }) => of));
    const amounts = (sums ?? []).map(
      ({ of, currency, amount }) => `${of && groups.size > 1 ? `${of} ` : ""}${formatMoney(amount, currency)}`,
    );
    const sentence = `${count} ${total === 1 ? one : many}${amounts.length > 0 ? `, ${amounts.join(" and ")}` : ""}.`;
    found.push({ sentence, label, href: `/records/${kind}?view=${view}` });
  }
  return found;
}
