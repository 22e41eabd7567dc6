import type { Need } from "#contract/needs.ts";

/** By the day to act, what is past counting as today; then the company's currency first, and the larger amount. */
export function inOrder<Line extends Need>(lines: readonly Line[], today: string, own: string): Line[] {
  const place = ({ on }: Need) => (on === null || on < today ? today : on);
  const isOther = ({ amount, currency }: Need) => Number(amount === null || currency !== own);
  return lines.toSorted(
    (one, other) =>
      place(one).localeCompare(place(other)) ||
      isOther(one) - isOther(other) ||
      (other.amount ?? -1) - (one.amount ?? -1) ||
      one.title.localeCompare(other.title) ||
      one.key.localeCompare(other.key),
  );
}
