import { type Query, query } from "#contract/query.ts";
import { timeWords } from "#features/conversations/understanding/period.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { functionWords, normalized, telling } from "#features/conversations/understanding/words.ts";
import { contentOf } from "#features/plans/commands/matching.ts";
import { isWord, kinds, verbs } from "#features/plans/commands/choosing.ts";
import type { Command } from "#features/plans/commands/reading.ts";
import { isObjectOf, isParty } from "#features/plans/commands/slots.ts";
import type * as finding from "#features/plans/finding/skills.ts";
import * as play from "#features/plans/playbooks/playbook.ts";

/** What is wrong with a command that was understood, or null. */
export function faultOf(playbook: play.Playbook, { amount, span }: Command, own: string, today: string): string | null {
  if (amount && !play.isOwn(amount.sign, own) && playbook.id !== "fundraising")
    return `The amount is not in ${own}, and amounts are not converted, so no tasks were created.`;
  return playbook.isAhead && span && span.to < today
    ? `${span.label} has passed. No tasks were created. Change the command and send it again.`
    : null;
}

/** Words of time, which narrow rows even where examples have them. */
const narrowing: ReadonlySet<string> = new Set(timeWords);

/** The field that names a customer or vendor in rows of a subject. */
const partyFields = {
  customer: {
    customers: "name",
    deals: "customerName",
    tickets: "customerName",
    invoices: "customerName",
    contracts: "customerName",
    subscriptions: "customerName",
  },
  vendor: { vendors: "name", invoices: "vendorName", contracts: "vendorName", subscriptions: "vendorName" },
} as Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A read narrowed to what the command names; null if its rows know no such party. */
export function narrowed(
  { isWhole, named, by: _, isFirst: __, inside: ___, areTwins: ____, span: _____, isOver: ______, ...read }: play.Read,
  conditions: finding.Conditions,
  { customer, vendor, spellings }: finding.Parties,
  span: Command["span"],
): Query | null {
  const own = query.parse(read);
  if (isWhole) return own;
  const said = conditions.query?.subject === own.subject ? conditions.query : null;
  if (said) {
    const isNamed = said.search !== null || said.period !== null || said.filters.some(({ field }) => field !== "view");
    const filters = isNamed && named ? [...named] : own.filters;
    const isNew = (one: Query["filters"][number]) =>
      !filters.some((other) => JSON.stringify(other) === JSON.stringify(one));
    const compared = own.compare !== null && said.period !== null;
    // A month that is named is compared with the same month of the year before, "last month" with the one before it.
    const isLast = compared && /^last /i.test(span?.label ?? "");
    return {
      ...own,
      filters: [...filters, ...said.filters.filter(isNew)].slice(0, 10),
      search: spellings.length > 1 ? null : said.search,
      ...(said.period && { period: said.period, day: compared ? own.day : (said.day ?? own.day) }),
      ...(compared && { compare: isLast ? ("previous" as const) : ("yearBefore" as const) }),
      ...(said.limit < 50 && own.groupBy === null && { order: said.order }),
    };
  }
  const name = customer ?? vendor;
  if (name === null) return own;
  const field = partyFields[customer === null ? "vendor" : "customer"]?.[own.subject];
  if (!field) return null;
  return {
    ...own,
    filters: [...(named ?? own.filters), play.is(field, ...(spellings.length > 0 ? spellings : [name]))],
  };
}

/** What rows are limited to: "Harbour Foods", "software", "October". */
export function partIn(party: string | null, said: Query | null, span: string | undefined): string | null {
  const values = (said?.filters ?? [])
    .filter(
      ({ field, values: [value] }) =>
        !/^(?:view|status|customerName|vendorName)$/.test(field) && typeof value === "string",
    )
    .map(({ values }) => play.namesIn(values.slice(0, 2).map(String), values.length));
  const parts = [party, ...values, said?.search, said?.period ? span : null].filter(
    (one) => one !== null && one !== undefined,
  );
  return parts.length > 0 ? parts.join(", ") : null;
}

/** "The board": what a meeting without a known party is with or about. */
export const aboutIn = (text: string): string =>
  /\b(?:with|at|for|on|about|to)\s+(?:the\s+)?([^,.;!?]{2,60})/i.exec(text)?.[1]?.trim() ?? "you";

/** "Gone nowhere", "asleep": rows that nothing happens with, which come by their last day. */
const still =
  /^(?:asleep|nowhere|stuck|stall\w*|quiet|silent|cold|dormant|dead|stale|forgotten|idle|inactive|unanswered|heard|moving|sitting|hanging|open)$/;

export const isStill = (text: string): boolean =>
  normalized(text)
    .split(" ")
    .some((word) => word !== "open" && still.test(word));

/** Words that would narrow a plan's rows and do not. */
export function unusedOf(
  { query: said, unused }: finding.Conditions,
  playbook: play.Playbook,
  names: readonly string[],
  span: Command["span"],
): string[] {
  const called = [...names, ...(said?.filters.flatMap(({ values }) => values) ?? [])].map((one) =>
    normalized(String(one)).split(" "),
  );
  const rows = Object.values(playbook.reads ?? {}).map(({ subject }) => subject);
  return unused.filter(
    (word) =>
      !functionWords.has(word) &&
      !word.endsWith("ly") &&
      !isParty(word) &&
      !isObjectOf(playbook, word) &&
      !rows.some((subject) => subject === word || subject === `${word}s`) &&
      !(playbook.isAhead && span && narrowing.has(word)) &&
      (narrowing.has(word) || !(kinds.isOwn(playbook.id, stem(word)) || verbs.has(stem(word)))) &&
      !(playbook.still && still.test(word)) &&
      !called.some((own) => own.includes(word)),
  );
}

/** "The improver we agreed", "a second cook". */
const isOrdinary = (word: string): boolean =>
  /^(?:agre\w*|second|third|two|three|more|new|spring|people|staff|person)$/.test(word);

/** A command whose time is the day by which it is done, for plans of what is to come. */
export const aheadIn = (typed: Command, { isAhead }: play.Playbook, today: string): Command =>
  isAhead && typed.dueOn === null && typed.ahead && typed.ahead.day >= today
    ? {
        ...typed,
        dueOn: typed.ahead.day,
        span: typed.span && { from: typed.ahead.from, to: typed.ahead.day, label: typed.ahead.label },
      }
    : typed;

/** What documents are searched for: the party as it was typed, else the words that name the thing. */
export function wordsAbout(
  { plain, what }: Command,
  playbook: play.Playbook,
  { label, strangers, unnamed }: finding.Parties,
  unused: readonly string[],
): string[] {
  const rest = new Set(normalized(unnamed).split(" "));
  const name = normalized(plain)
    .split(" ")
    .filter((word) => label !== null && !rest.has(word) && normalized(label).includes(word));
  if (name.length > 0) return name;
  if (strangers[0] !== undefined) return [strangers[0]];
  if (playbook.takes === "party" && label === null) return telling(normalized(aboutIn(plain)));
  if (playbook.takes === "anything") return telling(normalized(what)).filter((word) => !isOrdinary(word));
  if (unused.length > 0) return unused.filter((word) => !isWord(word));
  return contentOf(plain).filter((word) => !isWord(word) && !isParty(word));
}
