import { formatNumber, pluralize } from "#contract/format.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";

/** "8 invoices, 2 bills and 1 task are overdue", or null if nothing is: the one sentence that "all is well" asks. */
export function describeOverdue(overdue: Overdue): string | null {
  const named = overdue.map(({ one, many, count, isMore }) =>
    isMore ? `${formatNumber(count)} or more ${many}` : pluralize(count, one, many),
  );
  if (named.length === 0) return null;
  const isOne = overdue.length === 1 && overdue[0]?.count === 1;
  return `${new Intl.ListFormat("en-GB").format(named)} ${isOne ? "is" : "are"} overdue`;
}
