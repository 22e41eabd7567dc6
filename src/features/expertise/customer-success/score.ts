import { daysBetween } from "#contract/days.ts";
import type { Signals } from "#features/records/care/rows.ts";

/** Which kinds of records the company has: without any tickets, a customer's tickets are unknown rather than 0. */
export type Kept = { tickets: boolean; invoices: boolean };
/** One part of a customer's health: 0 to 100, null if unknown, and its basis in words. */
export type Part = { label: string; weight: number; score: number | null; words: string };
export type Health = {
  /** 0 to 100; null with fewer than two known parts. */
  score: number | null;
  level: "good" | "watch" | "at risk" | "unknown";
  parts: Part[];
  /** Warning signs, the most serious first. */
  reasons: string[];
  unknown: string[];
  formula: string;
};

const within = (value: number): number => Math.round(Math.min(100, Math.max(0, value)));
const many = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;

/** 100 at unchanged usage, 0 at half of it. */
function usage({ usage30, usagePrior30 }: Signals): Pick<Part, "score" | "words"> {
  if (usage30 === null || usagePrior30 === null) return { score: null, words: "usage" };
  if (usagePrior30 === 0)
    return usage30 > 0
      ? { score: 100, words: "they have begun to use it" }
      : { score: 0, words: "they have not used it for 60 days" };
  const change = usage30 / usagePrior30 - 1;
  const words =
    change < 0 ? `usage fell by ${Math.round(-change * 100)}%` : `usage rose by ${Math.round(change * 100)}%`;
  return { score: within(100 + 200 * change), words };
}

/** 100 up to 30 days, falling to 0 at 120. */
function contact({ lastContactOn }: Signals, today: string): Pick<Part, "score" | "words"> {
  if (lastContactOn === null) return { score: null, words: "the last contact" };
  const days = Math.max(0, daysBetween(lastContactOn, today));
  return { score: within(100 - ((days - 30) / 90) * 100), words: `the last contact was ${many(days, "day")} ago` };
}

/** 100, less 15 for each open ticket and 25 more if it is overdue. */
function supportLoad({ openTickets, overdueTickets }: Signals, { tickets }: Kept): Pick<Part, "score" | "words"> {
  if (!tickets) return { score: null, words: "tickets" };
  const late = overdueTickets > 0 ? `, ${overdueTickets} of them late` : "";
  return {
    score: within(100 - 15 * openTickets - 25 * overdueTickets),
    words: `${many(openTickets, "ticket")} open${late}`,
  };
}

/** The customer's rating (0 to 10), times ten. */
const satisfaction = ({ satisfaction: rating }: Signals): Pick<Part, "score" | "words"> =>
  rating === null
    ? { score: null, words: "satisfaction" }
    : { score: within(rating * 10), words: `they rate us ${rating} of 10` };

/** 100 without an overdue invoice, falling to 0 at 60 days overdue. */
function payment(
  { overdueInvoices, oldestOverdueOn }: Signals,
  { invoices }: Kept,
  today: string,
): Pick<Part, "score" | "words"> {
  if (!invoices) return { score: null, words: "invoices" };
  if (overdueInvoices === 0 || oldestOverdueOn === null) return { score: 100, words: "nothing is overdue" };
  const days = daysBetween(oldestOverdueOn, today);
  return {
    score: within(100 - (days / 60) * 100),
    words: `${many(overdueInvoices, "invoice")} overdue, by ${many(days, "day")} at most`,
  };
}

/** The average of the known parts (0 to 100 each), by weight. */
export function healthOf(signals: Signals, kept: Kept, today: string): Health {
  const parts: Part[] = [
    { label: "Usage", weight: 30, ...usage(signals) },
    { label: "Contact", weight: 20, ...contact(signals, today) },
    { label: "Tickets", weight: 20, ...supportLoad(signals, kept) },
    { label: "Satisfaction", weight: 20, ...satisfaction(signals) },
    { label: "Payment", weight: 10, ...payment(signals, kept, today) },
  ];
  const known = parts.flatMap((part) => (part.score === null ? [] : [{ ...part, score: part.score }]));
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  const score =
    known.length < 2 ? null : Math.round(known.reduce((sum, part) => sum + part.score * part.weight, 0) / weights);
  const against = known.filter((part) => part.score < 70);
  against.sort((one, other) => (100 - other.score) * other.weight - (100 - one.score) * one.weight);
  return {
    score,
    level: score === null ? "unknown" : score >= 75 ? "good" : score >= 50 ? "watch" : "at risk",
    parts,
    reasons: against.map(({ words }) => words),
    unknown: parts.flatMap((part) => (part.score === null ? [part.words] : [])),
    formula: `(${known.map(({ label, weight, score: of }) => `${label.toLowerCase()} ${of} × ${weight}`).join(" + ")}) ÷ ${weights}`,
  };
}
