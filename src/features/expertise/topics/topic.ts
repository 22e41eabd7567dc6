import { z } from "zod";
import type { Origin } from "#contract/origins.ts";
import { fact, figure, gap, line, proposal, section } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { type Currency, day } from "#contract/words.ts";
import type { Tx } from "#platform/context.ts";

/** The day in the company's time zone, and its currency. */
export type Today = { today: string; currency: Currency; timeZone: string };

export const named = z.strictObject({ id: z.guid(), name: z.string() }).nullable();
/** First and last day; `rolls` if it is "the last 30 days", which for daily figures end on the newest one. */
export const period = z
  .strictObject({
    from: day,
    to: day,
    label: z.string(),
    rolls: z
      .strictObject({ count: z.number().int().positive(), unit: z.enum(["day", "week", "month", "quarter", "year"]) })
      .optional(),
  })
  .nullable();

/** What a question is limited to; all null in a report. */
export const about = z.strictObject({
  /** The question asked, one of the topic's. */
  ask: z.string().nullable().default(null).describe("Leave it out."),
  customer: named.default(null),
  vendor: named.default(null),
  period: period.default(null).describe("Leave it out for the usual period."),
});
export type About = z.infer<typeof about>;

/** The whole topic, without a question. */
export const aboutAll: About = { ask: null, customer: null, vendor: null, period: null };

export type Heeded = "customer" | "vendor" | "period";

/** A question a topic can answer, with phrasings it is recognized by. */
export type Ask = {
  /** Unique within the topic. */
  id: string;
  /** A typical phrasing, also offered as an example. */
  example: string;
  /** Other phrasings, matched by similarity. Acme stands for any customer, Hostly for any vendor. */
  like?: readonly string[];
  /** What the answer can be limited to; it says so if the question names anything else. */
  heeds?: readonly Heeded[];
};

/** A concern for a person to look at, which the CEO ranks. */
export const concern = z.strictObject({
  /** Stable from day to day. */
  key: z.string(),
  kind: z.enum(["priority", "risk"]),
  line,
  /** In the company's currency; null if no money is at stake. */
  amount: z.number().nullable(),
  dueOn: day.nullable(),
  /** 0 to 1, apart from money and time. */
  severity: z.number(),
  href: z.string().nullable(),
});
export type Concern = z.infer<typeof concern>;

/** Every number is a figure; ids of figures are unique within the topic. */
export const conclusion = z.strictObject({
  /** The topic in one sentence; null without data. */
  headline: line.nullable(),
  section,
  /** Answers by the question's id. */
  answers: z.record(z.string(), line),
  figures: z.array(figure),
  facts: z.array(fact),
  missing: z.array(gap),
  concerns: z.array(concern),
  proposals: z.array(proposal),
});
export type Conclusion = z.infer<typeof conclusion>;

/** What was read, and the origins of its texts. */
export type Gathered<Facts> = { facts: Facts; origins: Origin[] };

/**
 * A subject of an executive. `gather` reads rows with statements whose cost does not grow with irrelevant rows;
 * `conclude` is pure and computes every number.
 */
export type Topic<Facts = unknown> = {
  /** Such as "cfo.receivables". */
  id: string;
  role: AgentRoleId;
  /** The topic is left out if this capability is off. */
  capability: string | null;
  title: string;
  asks: readonly Ask[];
  /** False if it never raises a concern; it is then skipped where only concerns count. */
  raises?: false;
  /** What services bring for it besides the records behind its figures; silent ones are named. */
  reads?: readonly string[];
  gather(tx: Tx, today: Today, about: About): Promise<Gathered<Facts>>;
  conclude(facts: Facts, today: Today, about: About): Conclusion;
};

type Rest<Facts> = Omit<Topic<Facts>, "id" | "title" | "capability" | "role">;

/**
 * Makes topics of a role. Erases the type of the facts, which is safe because they only pass from `gather` to `conclude`
 * of one topic.
 */
export const topicOf =
  (role: AgentRoleId) =>
  <Facts>(id: string, title: string, capability: string | null, rest: Rest<Facts>): Topic =>
    ({ id, title, capability, role, ...rest }) as unknown as Topic;
