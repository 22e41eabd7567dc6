import { formatMoney, formatNumber } from "#contract/format.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { totalsOf } from "#features/records/list/store.ts";
import { mostCounted } from "#features/records/list/contract.ts";
import type { Ctx } from "#platform/context.ts";
import { readDear } from "#platform/db/transaction.ts";

/** What the records of a kind mean: the rows of a view, and the page that helps with them. */
type Meaning = { kind: RecordKind; view: string; one: string; many: string; label: string };

const meanings: readonly Meaning[] = [
  { kind: "invoices", view: "overdue", one: "invoice is overdue", many: "invoices are overdue", label: "Collect" },
  { kind: "invoices", view: "overdueBills", one: "bill is overdue", many: "bills are overdue", label: "Pay" },
  {
    kind: "deals",
    view: "slipped",
    one: "deal is past its close date",
    many: "deals are past their close date",
    label: "Follow up",
  },
  { kind: "deals", view: "open", one: "deal is open", many: "deals are open", label: "Open pipeline" },
  { kind: "tickets", view: "overdue", one: "ticket is overdue", many: "tickets are overdue", label: "Answer" },
  {
    kind: "customers",
    view: "quiet",
    one: "customer was not contacted for 60 days",
    many: "customers were not contacted for 60 days",
    label: "See who",
  },
  {
    kind: "contracts",
    view: "notice90",
    one: "contract ends its notice within 90 days",
    many: "contracts end their notice within 90 days",
    label: "Decide",
  },
  {
    kind: "subscriptions",
    view: "renewing60",
    one: "subscription renews within 60 days",
    many: "subscriptions renew within 60 days",
    label: "Review",
  },
  { kind: "bankAccounts", view: "open", one: "account is open", many: "accounts are open", label: "See cash" },
  {
    kind: "transactions",
    view: "uncategorised",
    one: "transaction has no category",
    many: "transactions have no category",
    label: "Set categories",
  },
  {
    kind: "people",
    view: "active",
    one: "person is on the payroll",
    many: "people are on the payroll",
    label: "See the team",
  },
  {
    kind: "payments",
    view: "sales",
    one: "payment came in or went back",
    many: "payments came in or went back",
    label: "See revenue",
  },
];

const most = 3;

/** What an import of these records shows about the company, as it stands now. */
export async function meaningOf(
  ctx: Ctx,
  target: string | null,
): Promise<{ sentence: string; label: string; href: string }[]> {
  const found = [];
  for (const { kind, view, one, many, label } of meanings) {
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
