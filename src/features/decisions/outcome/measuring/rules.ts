import { formatNumber, longDay, pluralize } from "#contract/format.ts";
import { unitName } from "#contract/spans.ts";
import type { Forecast, MeasuredBy } from "#features/decisions/contract.ts";
import { bestPerDay } from "#features/metrics/rules.ts";
import type { MetricPoint } from "#features/metrics/contract.ts";

/** What company data says about a claim; null if the data is not enough to resolve it. */
export type Measured = { held: boolean; value: number | null; source: string; href: string | null } | null;

type Claim = Pick<Forecast, "metric" | "target" | "dueOn"> & { measuredBy: MeasuredBy };

const passes = (test: MeasuredBy["test"], value: number, target: number): boolean =>
  test === "atLeast" ? value >= target : value <= target;

/** Whether later rows could no longer change the answer: "at least" is reached, or "at most" is exceeded. */
const isDecided = (test: MeasuredBy["test"], value: number, target: number): boolean =>
  test === "atLeast" ? value >= target : value > target;

const period = ({ measuredBy: { from }, dueOn }: Claim): string => `${longDay(from)} to ${longDay(dueOn)}`;

/** One figure per day; figures in another currency than the company's do not count. */
export function fromFigures(claim: Claim, given: readonly MetricPoint[], currency: string): Measured {
  const { metric, target, dueOn, measuredBy } = claim;
  if (metric === null || target === null) return null;
  const points = bestPerDay(given.filter((point) => (point.currency ?? currency) === currency));
  const after = points.find((point) => point.measurementDate >= dueOn);
  const href = `/records/figures/${metric}`;
  if (measuredBy.measure === "value") {
    if (!after) return null;
    const { metricValue: value, measurementDate } = after;
    const held = passes(measuredBy.test, value, target);
    return { held, value, source: `${metric} on ${longDay(measurementDate)}`, href };
  }
  const within = points.filter((point) => point.measurementDate >= measuredBy.from && point.measurementDate <= dueOn);
  const value = Math.round(within.reduce((sum, point) => sum + point.metricValue, 0) * 1e4) / 1e4;
  if (within.length === 0 || (!after && !isDecided(measuredBy.test, value, target))) return null;
  const source = `${metric}, sum of ${pluralize(within.length, "day")}, ${period(claim)}`;
  return { held: passes(measuredBy.test, value, target), value, source, href };
}

/** Rows of one party in the claim's period: their number, the sum, and whether rows reach the due day. */
export type Rows = { rows: number; total: number; isCurrent: boolean };

/** Orders for at least an amount, or any order without one; bills of at most an amount in total, or a single bill. */
export function fromRows(claim: Claim, { rows, total, isCurrent }: Rows, name: string): Measured {
  const { target, measuredBy } = claim;
  const { measure, test, party } = measuredBy;
  // A target of 1 counts orders: nothing is sold for 1.
  const isCount = target === null || target === 1 || measure === "billed";
  const [value, wanted] = isCount ? [rows, 1] : [total, target];
  // Without a bill there is no price to compare.
  if (test === "atMost" && rows === 0) return null;
  if (!isDecided(test, value, wanted) && !isCurrent) return null;
  return {
    held: passes(test, value, wanted),
    value,
    source: `${pluralize(rows, name)} ${measure === "orders" ? "from" : "by"} ${party?.name ?? ""}, ${period(claim)}`,
    href: party ? `/records/${party.kind}s/${party.id}` : null,
  };
}

/** The named invoices or deals; null if one of them is gone, or if later rows may still say that it came true. */
export function fromNamed(
  claim: Claim,
  { found, value, isCurrent }: { found: number; value: number; isCurrent: boolean },
  name: "invoice" | "deal",
): Measured {
  const { target, measuredBy, dueOn } = claim;
  const { rows = [], test, party, measure } = measuredBy;
  if (target === null || found < rows.length) return null;
  const held = passes(test, value, target);
  if (!held && !isCurrent) return null;
  const what =
    measure === "unpaid"
      ? `${formatNumber(value, 2)} unpaid`
      : value > 0
        ? measure === "closed"
          ? "closed"
          : "moved"
        : `not ${measure}`;
  const page = name === "deal" ? `/records/deals/${rows[0] ?? ""}` : party ? `/records/customers/${party.id}` : null;
  return { held, value, source: `${pluralize(found, name)}, ${what} by ${longDay(dueOn)}`, href: page };
}

/** What an account cost in a month; null without a ledger line. */
export function fromCost(
  claim: Claim,
  { account, month }: { account: string; month: string },
  actual: number | null,
): Measured {
  if (actual === null || claim.target === null) return null;
  const source = `${account} in the ledger, ${unitName(month, "month")}`;
  return { held: passes(claim.measuredBy.test, actual, claim.target), value: actual, source, href: "/records/ledger" };
}

/** A contract's yearly value. */
export function fromPrice(claim: Claim, contract: { id: string; title: string; yearlyValue: number } | null): Measured {
  if (!contract || claim.target === null) return null;
  return {
    held: passes(claim.measuredBy.test, contract.yearlyValue, claim.target),
    value: contract.yearlyValue,
    source: `${contract.title}: ${formatNumber(contract.yearlyValue)} per year`,
    href: `/records/contracts/${contract.id}`,
  };
}

export function fromSignature(
  claim: Claim,
  { signed, isCurrent }: { signed: { id: string; title: string; signedOn: string } | null; isCurrent: boolean },
): Measured {
  if (signed)
    return {
      held: true,
      value: null,
      source: `${signed.title}, signed on ${longDay(signed.signedOn)}`,
      href: `/records/contracts/${signed.id}`,
    };
  const name = claim.measuredBy.party?.name ?? "";
  return isCurrent
    ? { held: false, value: null, source: `No signed contract with ${name}, ${period(claim)}`, href: null }
    : null;
}

/** A task that a person completed in time; an agent cannot confirm its own forecast. */
export function fromTask(
  claim: Claim,
  task: { title: string; status: string; isByPerson: boolean; completedOn: string | null } | null,
): Measured {
  if (!task) return null;
  const { title, status, isByPerson, completedOn } = task;
  if (status !== "completed" || completedOn === null)
    return { held: false, value: null, source: `Task "${title}" was not completed`, href: null };
  if (!isByPerson) return null;
  const source = `Task "${title}", completed on ${longDay(completedOn)}`;
  return { held: completedOn <= claim.dueOn, value: null, source, href: null };
}
