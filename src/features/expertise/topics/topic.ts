import { z } from "zod";
import type { Origin } from "#contract/origins.ts";
import { fact, figure, gap, line, proposal, section } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { type Currency, day } from "#contract/words.ts";
import type { Tx } from "#platform/context.ts";

/** What every topic may stand on without looking: the day in the company's time zone, and its currency. */
export type Today = { today: string; currency: Currency; timeZone: string };

export const named = z.strictObject({ id: z.guid(), name: z.string() }).nullable();
/** First and last day. */
export const period = z.strictObject({ from: day, to: day, label: z.string() }).nullable();

/** What a question is about besides its topic; all null in a report that nobody asked a question for. */
export const about = z.strictObject({
  /** The one of the topic's questions that was asked. */
  ask: z.string().nullable(),
  customer: named,
  vendor: named,
  period,
});
export type About = z.infer<typeof about>;

/** Asked for the whole topic. */
export const aboutAll: About = { ask: null, customer: null, vendor: null, period: null };

/** What an answer can be narrowed to. */
export type Heeded = "customer" | "vendor" | "period";

/** A question a topic can answer, and the words by which it is known. */
export type Ask = {
  /** Unique within the topic. */
  id: string;
  /** As a person would put it; offered as an example. */
  example: string;
  /** Other ways to put it: a question is known by its likeness to these. Acme stands for any customer, Hostly for any vendor. */
  like?: readonly string[];
  /** What its answer is narrowed to where a question names it; of anything else the answer says that it is not. */
  heeds?: readonly Heeded[];
  /** Groups of words of which a question has one each, as beginnings of words ("overdu" finds "overdue"); phrases with spaces count too. */
  words: readonly (readonly string[])[];
  /** Words that speak for it where several fit. */
  also?: readonly string[];
  /** Words that rule it out. */
  not?: readonly string[];
};

/** Something a person should look at; what the CEO weighs against what the others found. */
export const concern = z.strictObject({
  /** The same concern has the same key on another day. */
  key: z.string(),
  kind: z.enum(["priority", "risk"]),
  line,
  /** In the company's currency; null where no money is at stake. */
  amount: z.number().nullable(),
  dueOn: day.nullable(),
  /** 0 to 1: how bad it is besides money and time. */
  severity: z.number(),
  href: z.string().nullable(),
});
export type Concern = z.infer<typeof concern>;

/** What a topic comes to. Every number is a figure; ids of figures are unique within the topic. */
export const conclusion = z.strictObject({
  /** The topic in one sentence; null where there is nothing to say for want of a source. */
  headline: line.nullable(),
  section,
  /** The answer to each of its questions that can be given, by the question's id. */
  answers: z.record(z.string(), line),
  figures: z.array(figure),
  facts: z.array(fact),
  missing: z.array(gap),
  concerns: z.array(concern),
  proposals: z.array(proposal),
});
export type Conclusion = z.infer<typeof conclusion>;

/** What was read, and where its texts came from. */
export type Gathered<Facts> = { facts: Facts; origins: Origin[] };

/**
 * One subject an executive knows about. `gather` reads the company's rows, in statements whose cost does not grow with
 * rows that do not matter; `conclude` is pure and computes every number.
 */
export type Topic<Facts = unknown> = {
  /** Role and subject, such as "cfo.receivables". */
  id: string;
  role: AgentRoleId;
  /** Switched off, it is left out. */
  capability: string | null;
  title: string;
  asks: readonly Ask[];
  /** False: it never raises a concern, so that whoever only weighs concerns need not look. */
  raises?: false;
  gather(tx: Tx, today: Today, about: About): Promise<Gathered<Facts>>;
  conclude(facts: Facts, today: Today, about: About): Conclusion;
};

/** Takes a topic, gives it back as one of many: what it gathers goes only to its own `conclude`. */
export function topic<Facts>(of: Topic<Facts>): Topic {
  return of as unknown as Topic;
}
