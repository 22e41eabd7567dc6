import { z } from "zod";
import type { Query, QuerySubject } from "#contract/query.ts";
import type { Line } from "#contract/report.ts";
import * as accounts from "#features/accounts/store.ts";
import { withoutSingleGroup } from "#features/conversations/following/apply-change.ts";
import { readAsQuery } from "#features/conversations/queries/reader/skills.ts";
import { queryReading } from "#features/conversations/queries/skills.ts";
import { reply } from "#features/conversations/replies/reply.ts";
import * as skills from "#features/conversations/understanding/skills.ts";
import { terms } from "#features/conversations/understanding/query/terms.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";

/** What a conversation is about, which the next message may refer to. */
export const topic = z.strictObject({
  /** The message as it was sent. */
  asked: z.string(),
  /** The query that answered it, or what an executive was asked. */
  reading: queryReading.nullable(),
  understood: skills.understanding.nullable(),
  /** The action that was prepared last, with the customers and vendors it names. */
  command: z.strictObject({ action: z.string(), input: z.record(z.string(), z.unknown()) }).nullable(),
  names: z.array(z.string()),
  decisionIds: z.array(z.uuid()),
});
export type Topic = z.infer<typeof topic>;

/** The answer to a question. Runs of earlier versions lack the last four. */
export const answerOutput = reply.extend({
  /** How the question was understood, which is remembered once it is answered. */
  meaning: z.string().nullable(),
  topic: topic.nullable().default(null),
  /** What was carried over from the question before, in words, and that question. */
  carried: z.string().nullable().default(null),
  follows: z.uuid().nullable().default(null),
  /** The plan that the text became, if it was a command. */
  planId: z.uuid().nullable().default(null),
});

export type Reading = z.infer<typeof queryReading>;

/** What a text asks for. */
export type Intent =
  | { kind: "greeting" }
  /** A word that begins several names, and the message completed with each. */
  | { kind: "ambiguous"; word: string; names: string[]; messages: string[] }
  | { kind: "responsible"; line: Line }
  | {
      kind: "question";
      question: string;
      understood: skills.Understanding;
      isFollowUp: boolean;
      /** It may continue the text before, but was read as a whole question. */
      isOwn?: true;
      /** The question before is asked again, as its answer says it: "Who decided?" */
      isAgain?: true;
      /** The question of a period as a query over the same records, if it can be one. */
      records?: Reading | null;
    }
  | {
      kind: "why";
      question: string;
      reading: Reading | null;
      subject: QuerySubject | null;
      understood: skills.Understanding | null;
      /** The company figure whose rows are broken down instead. */
      figure: string | null;
    }
  | { kind: "lost"; words: string[] };

/** The name of the company figure a query is about. */
export const figureOf = ({ filters }: Query): string =>
  String(filters.find(({ field }) => field === "name")?.values[0] ?? "");

/** A company figure as a query over its rows, which have customers; null for any other query. */
export function asRows(query: Query): Query | null {
  if (query.subject !== "figures") return null;
  const term = terms.find(({ figures }) => figures?.includes(figureOf(query)));
  if (!term) return null;
  const { groupBy } = query;
  return {
    ...query,
    subject: term.subject,
    filters: [...(term.filters ?? [])],
    day: null,
    groupBy: groupBy?.unit ? { field: "issuedOn", unit: groupBy.unit } : null,
    measure: { of: "sum", field: null },
  };
}

export const followUpQuestion = (question: string, understood: skills.Understanding): Intent => ({
  kind: "question",
  question,
  understood,
  isFollowUp: true,
});

/** An executive's question as a query for the current customer, vendor and period; null if a word is left over. */
export async function asQuery(tx: Tx, asked: string, about: skills.Understanding, at: Date): Promise<Reading | null> {
  const first = await skills.understand(tx, asked, at);
  const { currency, strangers } = first;
  const { today } = todayOf({ ...tx, now: at });
  const fiscalYearStart = await accounts.fiscalYearStart(tx);
  const context = { currency, today, fiscalYearStart, names: strangers };
  const read = await readAsQuery(tx, asked, { ...skills.namesOf(first), ...context });
  if (!read || read.unused.length > 0) return null;
  const subject = (await explore.subjects(tx)).find(({ id }) => id === read.query.subject);
  if (!subject) return null;
  let { filters } = read.query;
  for (const [field, original, current] of [
    ["customerName", first.customer, about.customer],
    ["vendorName", first.vendor, about.vendor],
  ] as const) {
    if (original?.name === current?.name) continue;
    if (!subject.fields.some(({ name }) => name === field)) return null;
    filters = filters.filter((one) => one.field !== field);
    if (current) filters = [...filters, { field, test: "is", values: [current.name] }];
  }
  const { period } = about;
  const isOtherPeriod = period !== null && (period.from !== first.period?.from || period.to !== first.period.to);
  if (isOtherPeriod && !subject.day) return null;
  const time = period && ({ kind: "between", from: period.from, to: period.to } as const);
  return withoutSingleGroup({
    ...read,
    query: { ...read.query, filters, period: isOtherPeriod ? time : read.query.period },
  });
}

export const withRows = (reading: Reading): Reading => {
  const rows = asRows(reading.query);
  return rows ? { ...reading, query: { ...rows, groupBy: null } } : reading;
};
