import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { stems } from "#features/plans/commands/reading.ts";
import * as playbooks from "./playbook.ts";

const days = 90;
const target = 10;

/** How many times an amount occurs in the period: "$5,000 a month" occurs three times. */
function timesIn(text: string): number {
  if (/\b(?:a|per|each|every) month\b|\bmonthly\b/i.test(text)) return days / 30;
  return /\b(?:a|per|each|every) year\b|\b(?:yearly|annual(?:ly)?)\b/i.test(text) ? days / 365 : 1;
}

export const costs: playbooks.Playbook = {
  id: "costs",
  label: "Cut costs",
  example: "Cut costs by 10%",
  verbs: stems("cut reduce lower save trim shrink decrease slash bring control"),
  objects: stems("cost costs spend spending expense expenses bill bills budget overhead overheads money outgoings"),
  names: "free",
  asks: () => {
    const bills = {
      subject: "invoices",
      filters: [playbooks.view("bills")],
      measure: { of: "sum" as const },
      day: "issuedOn",
      period: { kind: "last" as const, count: days, unit: "day" as const },
    };
    return {
      bills,
      categories: { ...bills, groupBy: { field: "category" }, limit: 100 },
      vendors: { ...bills, groupBy: { field: "vendorName" }, limit: 100 },
      // The vendors of a single category are summed from its rows.
      rows: {
        ...bills,
        filters: [playbooks.view("bills"), { field: "category", test: "known", values: [] }],
        limit: 200,
      },
      licences: {
        subject: "subscriptions",
        filters: [playbooks.view("ours"), playbooks.is("kind", "licence")],
        measure: { of: "sum" },
      },
    };
  },
  draft({ command, found, make, by, money, today }) {
    const all = found("bills");
    if (all.count === 0)
      return playbooks.nothingToDo(
        toLine`No bills were issued in the last ${String(days)} days, so there is no spending to cut.`,
        [{ what: "What you spend", needed: "Import bills", href: "/records/invoices" }],
      );
    const named = found("categories").groups.find(({ label }) =>
      normalized(label)
        .split(" ")
        .some((word) => command.words.includes(stem(word))),
    );
    const [name] = command.names;
    if (name !== undefined && !named)
      return playbooks.nothingToDo(
        toLine`No category of your bills is called "${name}", so no tasks were created. Your categories: ${playbooks.namesIn(found("categories").groups.map(({ label }) => label))}.`,
      );
    const spent = named ?? { label: "all categories", value: all.total, rows: all.count, href: all.href };
    const wanted = command.percent === null && command.amount ? command.amount.value * timesIn(command.text) : null;
    if (wanted !== null && wanted > spent.value)
      return playbooks.nothingToDo(
        toLine`You spent ${money(spent.value)} in the last ${String(days)} days, so ${money(wanted)} cannot be saved. No tasks were created.`,
      );
    const percent = wanted === null ? (command.percent ?? target) / 100 : wanted / spent.value;
    const share = playbooks.percentText(percent);
    const vendors: playbooks.FoundGroup[] = named ? vendorsOf(found("rows").rows, named) : found("vendors").groups;
    const source = { label: pluralize(spent.rows, "bill"), href: spent.href };
    const total = make.money("spent", `Bills of the last ${days} days, ${spent.label}`, spent.value, source);
    const goal = make.money("goal", "To save in 90 days", spent.value * percent, source, {
      formula: `bills of ${days} days × ${share}`,
    });
    const top = vendors.slice(0, 3);
    const [largest] = top;
    const licences = found("licences");
    const isSoftware = !named || /software|infra|security/i.test(named.label);
    const scope = named ? ` for ${named.label.toLowerCase()}` : "";
    return {
      line: toLine`You spent ${total}${scope} on ${pluralize(spent.rows, "bill")} in the last ${String(days)} days. Saving ${goal} is ${share} of that.`,
      missing: [],
      tasks: [
        ...top.map(({ label, value, rows, href }, at) => ({
          role: at === 0 ? ("CFO" as const) : ("Operations" as const),
          title: `Get a second quote for what ${label} supplies`,
          reason: `${money(value)} on ${pluralize(rows, "bill")} in ${days} days, ${Math.round((value / spent.value) * 100)}% of the spending in this plan.`,
          priority: playbooks.priorityAt(at),
          dueOn: by(5 + 2 * at),
          hours: 3,
          href,
        })),
        ...(isSoftware && licences.count > 0
          ? [
              {
                role: "CTO" as const,
                title: `Check the use of ${pluralize(licences.count, "licence")}`,
                reason: `Licences cost ${money(licences.total)} a month.`,
                priority: "medium" as const,
                dueOn: by(7),
                hours: 4,
                href: licences.href,
              },
            ]
          : []),
      ],
      initiatives: [
        {
          role: "CFO",
          title: `Save ${money(spent.value * percent)} (${share}) in ${days} days${scope}`,
          description: `${share} of ${money(spent.value)}, the bills of the ${days} days to ${playbooks.dayText(today)}.`,
          priority: "high",
          targetOn: by(days),
        },
      ],
      recommendations: [
        ...(largest
          ? [
              {
                type: "Vendors",
                title: `Start with ${largest.label}`,
                description: `It is the largest vendor${scope}: ${money(largest.value)} of ${money(spent.value)}.`,
                priority: "high" as const,
              },
            ]
          : []),
        ...(command.percent === null && wanted === null
          ? [
              {
                type: "Target",
                title: "Choose how much to save",
                description:
                  'The command names no share or amount, so the plan assumes 10%. Say "by 15%" for another one.',
                priority: "low" as const,
              },
            ]
          : []),
      ],
      proposals: [],
    };
  },
};

/** The vendors of one category, largest first. */
function vendorsOf(
  rows: readonly { cells: Readonly<Record<string, unknown>> }[],
  { label, href }: playbooks.FoundGroup,
): playbooks.FoundGroup[] {
  const sums = new Map<string, playbooks.FoundGroup>();
  for (const { cells } of rows) {
    const vendor = typeof cells["vendorName"] === "string" ? cells["vendorName"] : null;
    if (cells["category"] !== label || !vendor) continue;
    const before = sums.get(vendor) ?? { key: vendor, label: vendor, value: 0, rows: 0, href };
    sums.set(vendor, { ...before, value: before.value + Number(cells["amount"] ?? 0), rows: before.rows + 1 });
  }
  return [...sums.values()].toSorted((one, other) => other.value - one.value);
}
