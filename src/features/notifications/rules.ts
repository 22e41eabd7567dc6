import type { Exposure } from "#contract/actions.ts";
import { longDay, formatMoney, pluralize } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import type { NotificationKind } from "#features/notifications/contract.ts";

/** Kinds whose subject can wait for a person. */
export const waitingKinds: readonly NotificationKind[] = ["proposal", "deadline", "forecast", "task"];

/** Kinds that are about a pending decision. */
export const aboutPending: readonly NotificationKind[] = ["proposal", "deadline"];

/** How a forecast is named where a decision has several. */
export const forecastSubject = ({ decisionId, position }: { decisionId: string; position: number }): string =>
  `${decisionId}:${position}`;

/** "25 November": the year is clear for what is due soon. */
const dayAndMonth = (day: string): string => longDay(day).replace(/ \d{4}$/, "");

/** "Packing line, £85,000"; a discount is a percentage, and nothing at stake is not mentioned. */
export function titleWithAmount(title: string, { kind, amount }: Exposure, currency: Currency): string {
  if (amount === 0 || kind === "none") return title;
  return `${title}, ${kind === "discount" ? `${amount}%` : formatMoney(amount, currency)}`;
}

export const expiryText = (expiresOn: string, number: number): string =>
  `Expires ${dayAndMonth(expiresOn)}. D-${number}`;

/** When something has to be decided: "today", "tomorrow" or the day. */
export const decideBy = (expiresOn: string, today: string, tomorrow: string): string =>
  `decide by ${expiresOn <= today ? "today" : expiresOn === tomorrow ? "tomorrow" : dayAndMonth(expiresOn)}`;

/** Whether a person's task is due or overdue on a day. */
export function describeDue(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000);
  return days <= 0 ? "Due today" : `${pluralize(days, "day")} overdue`;
}

const nameEnd = /^[\p{L}\p{N}_]/u;
/** Not within an address of mail or of a page. */
const beginnings = /(?<![\p{L}\p{N}_.@/+-])@/gu;

/** The people a text names with an @; of two names that fit, the longer one counts. */
export function peopleNamedIn<P extends { username: string }>(text: string, people: readonly P[]): P[] {
  const longestFirst = people.toSorted((one, other) => other.username.length - one.username.length);
  const named = new Set<P>();
  for (const { index } of text.matchAll(beginnings)) {
    const rest = text.slice(index + 1);
    const found = longestFirst.find(
      ({ username }) =>
        rest.slice(0, username.length).toLowerCase() === username.toLowerCase() &&
        !nameEnd.test(rest.slice(username.length)),
    );
    if (found) named.add(found);
  }
  return [...named];
}
