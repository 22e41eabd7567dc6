import type { Exposure } from "#contract/actions.ts";
import { longDay, formatMoney, pluralize } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import type { NotificationKind } from "#features/notifications/contract.ts";

/** Kinds whose subject can wait for a person. */
export const waitingKinds: readonly NotificationKind[] = ["proposal", "deadline", "forecast", "task"];

/** Kinds that are about a pending decision. */
export const pendingDecisionKinds: readonly NotificationKind[] = ["proposal", "deadline"];

/** The `subject` of a forecast's notifications; a decision can have several forecasts. */
export const forecastSubject = ({ decisionId, position }: { decisionId: string; position: number }): string =>
  `${decisionId}:${position}`;

/** "25 November", without the year, because the day is soon. */
const dayAndMonth = (day: string): string => longDay(day).replace(/ \d{4}$/, "");

/** "Packing line, £85,000"; a discount is a percentage, and an amount of 0 is left out. */
export function titleWithAmount(title: string, { kind, amount }: Exposure, currency: Currency): string {
  if (amount === 0 || kind === "none") return title;
  return `${title}, ${kind === "discount" ? `${amount}%` : formatMoney(amount, currency)}`;
}

export const expiryText = (expiresOn: string, number: number): string =>
  `Expires ${dayAndMonth(expiresOn)}. D-${number}`;

/** "decide by" and "today", "tomorrow" or the day. */
export const decideBy = (expiresOn: string, today: string, tomorrow: string): string =>
  `decide by ${expiresOn <= today ? "today" : expiresOn === tomorrow ? "tomorrow" : dayAndMonth(expiresOn)}`;

export function describeDue(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000);
  return days <= 0 ? "Due today" : `${pluralize(days, "day")} overdue`;
}

const nameCharacter = /^[\p{L}\p{N}_]/u;
/** An @ that is not part of an email address or a URL. */
const mentionStart = /(?<![\p{L}\p{N}_.@/+-])@/gu;

/** The people a text names with an @; if two names match, the longer one counts. */
export function peopleNamedIn<P extends { username: string }>(text: string, people: readonly P[]): P[] {
  const longestFirst = people.toSorted((one, other) => other.username.length - one.username.length);
  const named = new Set<P>();
  for (const { index } of text.matchAll(mentionStart)) {
    const rest = text.slice(index + 1);
    const found = longestFirst.find(
      ({ username }) =>
        rest.slice(0, username.length).toLowerCase() === username.toLowerCase() &&
        !nameCharacter.test(rest.slice(username.length)),
    );
    if (found) named.add(found);
  }
  return [...named];
}
