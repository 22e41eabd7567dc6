import { daysBetween } from "#contract/days.ts";
import { longDay, pluralize } from "#contract/format.ts";
import type { Query } from "#contract/query.ts";

type Cells = Readonly<Record<string, string | number | boolean | null>>;

/** The query in an Explore page's address, or null. `schema` is passed in, because the browser does not load it. */
export function sourceQuery(
  href: string | null,
  schema: { safeParse(value: unknown): { success: true; data: Query } | { success: false } },
): Query | null {
  const [path, search = ""] = (href ?? "").split("?");
  const asked = path === "/explore" ? new URLSearchParams(search).get("q") : null;
  if (asked === null) return null;
  try {
    const read = schema.safeParse(JSON.parse(asked));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The contract a task is to decide on: "Decide on Hosting by 3 March", or null. */
export const contractIn = (title: string): string | null =>
  /^Decide (?:on|whether to keep) (.{1,255}?)(?: by \d{1,2} \w{3,9}(?: \d{4})?)?$/.exec(title)?.[1] ?? null;

/** Invoices named in a reminder; the others are counted. */
const mostNamed = 10;

/** A reminder of overdue invoices, from rows of one customer. */
export function reminderOf(
  rows: readonly { cells: Cells }[],
  { agent, today, money }: { agent: { name: string }; today: string; money: (amount: number) => string },
): { subject: string; lines: string[] } {
  const text = (cells: Cells, field: string): string => (typeof cells[field] === "string" ? cells[field] : "");
  const amount = (cells: Cells): number =>
    [cells["openAmount"], cells["amount"]].find((cell) => typeof cell === "number") ?? 0;
  const customer = text(rows[0]?.cells ?? {}, "customerName") || "customer";
  const total = rows.reduce((sum, { cells }) => sum + amount(cells), 0);
  const named = rows.slice(0, mostNamed).map(({ cells }) => {
    const due = text(cells, "dueOn");
    const daysOverdue = due && due < today ? daysBetween(due, today) : 0;
    return `- ${text(cells, "number") || "Invoice"}: ${money(amount(cells))}${due ? `, due on ${longDay(due)}` : ""}${daysOverdue > 0 ? ` (${pluralize(daysOverdue, "day")} overdue)` : ""}`;
  });
  const left = rows.length - named.length;
  return {
    subject: `Reminder: ${money(total)} on ${pluralize(rows.length, "overdue invoice")}`,
    lines: [
      `Dear ${customer},`,
      "",
      `Our records show ${pluralize(rows.length, "invoice")} still open, ${money(total)} in total:`,
      ...named,
      ...(left > 0 ? [`- and ${pluralize(left, "more invoice")}`] : []),
      "",
      "Please pay them, or tell us if something about them is wrong.",
      "If you have paid already, please ignore this message.",
      "",
      "Kind regards,",
      agent.name,
    ],
  };
}
