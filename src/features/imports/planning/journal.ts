import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { centsOf } from "#features/imports/planning/flows.ts";
import type { PlanInput } from "#features/imports/planning/plan-input.ts";

/** Money between two own accounts cancels out as well. */
const leastAccounts = 3;
const leastDays = 2;

/**
 * Why lines cannot be a bank's transactions: in the books every movement stands twice, so that the lines of each day
 * cancel out over several accounts. Null if they do not.
 */
export function journalFault(
  columns: readonly Column[],
  { fields }: Matched,
  { profile, place }: Pick<PlanInput, "profile" | "place">,
): string | null {
  const of = (field: string) => columns.find(({ name }) => fields.get(name) === field);
  const [day, account] = [of("bookedOn"), of("accountName")];
  if (!day || !account) return null;
  const lines = profile.first.filter(({ fault }) => fault === undefined).map(({ cells }) => cells);
  const amounts = ["amount", "-amount", "+amount"].flatMap((field) => {
    const column = of(field);
    const sign = field === "-amount" ? -1 : 1;
    return column ? [centsOf(profile, column, place).map((cents) => sign * (cents ?? 0))] : [];
  });
  const days = [...Map.groupBy(lines.keys(), (at) => lines[at]?.[day.at] ?? "").values()];
  // The look at a long file may end within a day.
  const whole = profile.lines > lines.length ? days.slice(0, -1) : days;
  const accountsOf = (some: readonly number[]) => new Set(some.map((at) => lines[at]?.[account.at] ?? "")).size;
  const sumOf = (some: readonly number[]) =>
    some.reduce((sum, at) => sum + amounts.reduce((all, cents) => all + (cents[at] ?? 0), 0), 0);
  const isJournal =
    whole.length >= leastDays &&
    accountsOf(whole.flat()) >= leastAccounts &&
    whole.every((some) => accountsOf(some) > 1 && sumOf(some) === 0);
  if (!isJournal) return null;
  return "This is an accounting journal, not a bank statement: its amounts cancel out each day. Import the bank's own export, or keep these lines as entries";
}
