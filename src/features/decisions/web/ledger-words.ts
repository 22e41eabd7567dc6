import { addDays } from "#contract/days.ts";
import type { Currency } from "#contract/words.ts";
import type { DecisionOutcome, LedgerRow } from "#features/decisions/ledger/contract.ts";
import { dayIn } from "#ui/clock.ts";
import { clockTime, dayMonth, money, plural, shortDate } from "#ui/format.ts";

export const outcomeWords: Record<DecisionOutcome, string> = {
  pending: "Pending",
  open: "Open",
  held: "Held",
  notHeld: "Not held",
  rejected: "Rejected",
  expired: "Expired",
  withdrawn: "Withdrawn",
  none: "No forecast",
};

export const periods = { "30d": 30, "90d": 90, "12m": 365 } as const;
export const periodWords: Record<keyof typeof periods, string> = {
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "12m": "Last 12 months",
};

/** The first day of a period that ends today. */
export const firstDay = (period: keyof typeof periods, today: string): string => addDays(today, 1 - periods[period]);

/** Whether its amount is money, so that it can be added to others. */
const isMoney = ({ exposure, isTest }: Pick<LedgerRow, "exposure" | "isTest">): boolean =>
  !isTest && exposure.kind !== "none" && exposure.kind !== "discount" && exposure.kind !== "headcount";

/** "£67,600 in total"; empty without money. */
export function totalOf(rows: readonly Pick<LedgerRow, "exposure" | "isTest">[], currency: Currency): string {
  const counted = rows.filter(isMoney);
  return counted.length === 0
    ? ""
    : money(
        counted.reduce((sum, { exposure }) => sum + exposure.amount, 0),
        currency,
      );
}

/** "6 decisions", "6 decisions and 1 test"; a test is never counted as a decision. */
export function countDecisions(decisions: number, tests: number): string {
  if (tests === 0) return plural(decisions, "decision");
  const named = plural(tests, "test");
  return decisions === 0 ? named : `${plural(decisions, "decision")} and ${named}`;
}

export function countRows(rows: readonly Pick<LedgerRow, "isTest">[]): string {
  const tests = rows.filter(({ isTest }) => isTest).length;
  return countDecisions(rows.length - tests, tests);
}

/** "Today 17:00", "Mon 23 Nov" */
export function deadlineOf(expiresAt: string, now: number, timeZone: string): { text: string; isToday: boolean } {
  const isToday = dayIn(expiresAt, timeZone) <= dayIn(now, timeZone);
  return { isToday, text: isToday ? `Today ${clockTime(expiresAt, timeZone)}` : shortDate(expiresAt, timeZone, now) };
}

/** "You, 16 Nov", "You, 10:28", "No answer", "No longer applies" */
export function settledBy(row: LedgerRow, me: string | undefined, now: number, timeZone: string): string {
  if (row.outcome === "expired" || !row.settledAt) return "No answer";
  if (row.outcome === "withdrawn") return "No longer applies";
  const by = row.approvedBy ?? row.rejectedBy;
  const isToday = dayIn(row.settledAt, timeZone) === dayIn(now, timeZone);
  const at = isToday ? clockTime(row.settledAt, timeZone) : dayMonth(row.settledAt, timeZone, now);
  return `${by === me ? "You" : by}, ${at}`;
}

type Group = { name: string; month: string | null; rows: LedgerRow[] };

/** Rows under "Pending" or the month they were settled in, in their order. */
export function groupRows(rows: readonly LedgerRow[], timeZone: string): Group[] {
  const month = new Intl.DateTimeFormat("en-GB", { timeZone, month: "long", year: "numeric" });
  const groups = Map.groupBy(rows, ({ status, settledAt }) =>
    status === "pending" || !settledAt ? "Pending" : month.format(Date.parse(settledAt)),
  );
  return [...groups].map(([name, group]) => {
    const settledAt = name === "Pending" ? null : group[0]?.settledAt;
    return { name, month: settledAt ? dayIn(settledAt, timeZone).slice(0, 7) : null, rows: group };
  });
}
