import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import type { Asking, ExactAnswer } from "#features/orchestrator/exact/answer.ts";
import { inDays, known, numberOf, textOf, view } from "#features/plans/playbooks/playbook.ts";

/** The most rows of customers with a suggested task. */
const mostSuggestions = 3;
/** Activity counts as falling below this share of the 30 days before. */
const fallingShare = 0.7;

/** Customers with falling activity, contracts up for notice, open promises or overdue tickets. */
export async function customerRisks({ find, make, today, money }: Asking): Promise<ExactAnswer> {
  const customers = await find({
    subject: "customers",
    filters: [view("kept"), known("usage30"), known("usagePrior30")],
    limit: 200,
  });
  const perCustomer = { groupBy: { field: "customerName" }, limit: 200 };
  const renewing = await find({
    subject: "contracts",
    filters: [view("notice90"), known("customerName")],
    ...perCustomer,
  });
  const promised = await find({
    subject: "tickets",
    filters: [view("promises"), known("customerName")],
    ...perCustomer,
  });
  const overdueTickets = await find({
    subject: "tickets",
    filters: [view("overdue"), known("customerName")],
    ...perCustomer,
  });
  const plans = await find({
    subject: "subscriptions",
    filters: [view("goingPlans")],
    measure: { of: "sum" },
    ...perCustomer,
  });
  const reasons = new Map<string, { because: string[]; href: string | null }>();
  const add = (name: string, because: string, href: string | null): void => {
    const before = reasons.get(name) ?? { because: [], href };
    reasons.set(name, { because: [...before.because, because], href: before.href });
  };
  for (const row of customers.rows) {
    const [now, prior] = [numberOf(row, "usage30") ?? 0, numberOf(row, "usagePrior30") ?? 0];
    if (prior > 0 && now < prior * fallingShare)
      add(textOf(row, "name"), `activity down ${Math.round((1 - now / prior) * 100)}%`, row.href);
  }
  for (const { label, rows, href } of renewing.groups) add(label, `${pluralize(rows, "contract")} up for notice`, href);
  for (const { label, rows, href } of promised.groups) add(label, `${pluralize(rows, "open promise")}`, href);
  for (const { label, rows, href } of overdueTickets.groups) add(label, `${pluralize(rows, "overdue ticket")}`, href);
  const monthly = new Map(plans.groups.map(({ label, value }) => [label, value]));
  const risks = [...reasons]
    .map(([name, { because, href }]) => ({ name, because, href, worth: monthly.get(name) ?? 0 }))
    // One sign alone is common; two together are not.
    .filter(({ because }) => because.length > 1)
    .toSorted(
      (one, other) =>
        other.because.length - one.because.length || other.worth - one.worth || (one.name < other.name ? -1 : 1),
    );
  if (customers.count === 0 && risks.length === 0)
    return {
      answered: false,
      title: "Customer risks",
      line: toLine`No customer has activity on record, so no risk can be seen.`,
      figures: [],
      rows: [],
      missing: [{ what: "How active customers are", needed: "Import customers", href: "/records/customers" }],
      method: "Looked at activity, renewals, promises and tickets.",
    };
  const count = make.measure("risks", "Customers at risk", risks.length, "count", {
    label: "customers, contracts and tickets",
    href: customers.href,
  });
  const stake = make.money(
    "stake",
    "Their plans per month",
    risks.reduce((sum, { worth }) => sum + worth, 0),
    {
      label: "customers' plans",
      href: plans.href,
    },
  );
  return {
    answered: true,
    title: "Customer risks",
    line: toLine`${count} ${risks.length === 1 ? "customer shows" : "customers show"} two or more signs of leaving, with plans of ${stake} a month.`,
    figures: make.figures,
    rows: risks.slice(0, 8).map(({ name, because, href, worth }, at) => ({
      role: null,
      title: name,
      text: `${because.join(", ")}${worth > 0 ? `; ${money(worth)} a month` : ""}.`.replace(/^./, (letter) =>
        letter.toUpperCase(),
      ),
      href,
      suggestion:
        at < mostSuggestions
          ? {
              title: `Call ${name} about ${because[0] ?? "their account"}`,
              priority: "high" as const,
              dueOn: inDays(today, 3),
            }
          : null,
    })),
    missing: [],
    method: "Two or more of: activity down 30%, a contract up for notice, an open promise, an overdue ticket.",
  };
}
