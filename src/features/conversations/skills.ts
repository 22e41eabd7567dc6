import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { isTransient } from "#agency/passing.ts";
import { defineSkill, type RunSession } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { type Line, report, say } from "#contract/report.ts";
import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import type { Origin } from "#contract/origins.ts";
import type { GivenPart } from "#contract/runs.ts";
import { currency, cut } from "#contract/words.ts";
import { needsOf, nobodyFor } from "#features/conversations/rules.ts";
import * as store from "#features/conversations/store.ts";
import {
  closest,
  isWordIn,
  keyOf,
  type Known,
  meaningOf,
  outsideOf,
} from "#features/conversations/understanding/match.ts";
import { meant, nameBeginnings, nameCandidates, writtenNames } from "#features/conversations/understanding/names.ts";
import { periodOf } from "#features/conversations/understanding/period.ts";
import { type Act, actAsked } from "#features/conversations/understanding/acts.ts";
import { asksForChange, currencyIn, limitIn, supposes } from "#features/conversations/understanding/qualifiers.ts";
import { normalized, telling, wantsAction } from "#features/conversations/understanding/words.ts";
import * as naming from "#features/records/naming/store.ts";
import { isStanding, namesNobody, queried, queryReading, readAsQuery } from "#features/conversations/queries/skills.ts";
import { prefersQuery } from "#features/conversations/understanding/query/reading.ts";
import { spelledOut } from "#contract/query.ts";
import { team } from "#features/agents/store.ts";
import { goInto, topics } from "#features/expertise/skills.ts";
import { combined } from "#features/expertise/topics/combine.ts";
import { mayRead, todayOf } from "#features/expertise/topics/skills.ts";
import { type About, type Conclusion, type Heeded, named, period } from "#features/expertise/topics/topic.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** Every question the executives can answer. */
const known: readonly Known[] = topics.flatMap(({ id, role, title, asks }) =>
  asks.map((ask) => ({ topicId: id, role, title, ask })),
);

/** What a question was understood to mean. */
export const understanding = z.strictObject({
  /** Topic and question; null where it was not understood. */
  topicId: z.string().nullable(),
  ask: z.string().nullable(),
  second: z.strictObject({ topicId: z.string(), ask: z.string() }).nullable(),
  customer: named,
  vendor: named,
  period,
  /** Names in it that are not those of one customer or vendor. */
  strangers: z.array(z.string()).default([]),
  /** What else it is narrowed by, and no answer heeds: another currency than the company's, a number, a change over time. */
  currency: currency.nullable().default(null),
  limit: z.string().nullable().default(null),
  change: z.boolean().default(false),
  /** It asks what to do: what follows from the answer may be proposed. */
  action: z.boolean(),
  /** The query over the company's rows it was read as, where no topic answers it better. */
  query: queryReading.nullable().default(null),
});
export type Understanding = z.infer<typeof understanding>;

/** The words of a question under which its meaning is remembered, in any order. */
export const wordsOf = (question: string): string =>
  cut([...new Set(telling(normalized(question)))].sort().join(" "), 500);

/** Takes a question and when it was asked, gives what it means to this company, also by what the same words meant before. */
export async function understand(tx: Tx, asked: string, at = tx.now): Promise<Understanding> {
  const before = await store.meanings(tx, wordsOf(asked));
  const text = normalized(asked);
  const written = writtenNames(asked, isWordIn(known));
  const candidates = nameCandidates(asked);
  const found = await naming.named(tx, candidates, nameBeginnings(asked, written));
  const customer = meant(found.customers, candidates, written);
  const vendor = customer ? null : meant(found.vendors, candidates, written);
  const { today, currency: own } = todayOf({ ...tx, now: at });
  const time = periodOf(text, today);
  const one = customer ?? vendor;
  const strangers = one ? [] : written;
  const names = [...(one ? [one.name] : []), ...written].flatMap((name) => normalized(name).split(" "));
  const plain = withoutWords(asked, names);
  const best = meaningOf(asked, { known, names, today, before });
  const read = supposes(asked)
    ? null
    : await readAsQuery(tx, asked, {
        customer: customer?.name ?? null,
        vendor: vendor?.name ?? null,
        currency: currencyIn(plain, own),
        today,
      });
  return {
    query:
      read &&
      prefersQuery(read, best && { fit: best.first.fit, heeds: best.first.ask.heeds ?? [] }, text) &&
      namesNobody(read, strangers) &&
      !isStanding(read, plain)
        ? read
        : null,
    topicId: best?.first.topicId ?? null,
    ask: best?.first.ask.id ?? null,
    second: best?.second ? { topicId: best.second.topicId, ask: best.second.ask.id } : null,
    customer,
    vendor,
    period: time && { from: time.from, to: time.to, label: time.label },
    strangers,
    currency: currencyIn(plain, own),
    limit: limitIn(plain),
    change: asksForChange(plain) && !wantsAction(text),
    action: wantsAction(text),
  };
}

/** A question without the words of names, as it was written: a customer called Euro Foods is no currency. */
const withoutWords = (question: string, words: readonly string[]): string =>
  question
    .split(/\s+/)
    .filter(
      (word) =>
        !normalized(word)
          .split(" ")
          .some((one) => one !== "" && words.includes(one)),
    )
    .join(" ");

/** The key under which a routing is remembered. */
const routingOf = ({ topicId, ask }: Understanding): string | null =>
  topicId && ask ? keyOf({ topicId, ask: { id: ask } as Known["ask"] }) : null;

const input = z.object({
  question: z.string(),
  /** "Last month" is the one before the question, however long it waits; runs of earlier versions did not say. */
  askedAt: z.iso.datetime().optional(),
  /** Where the answer goes: the task of a question, or the subject of the comment that asked. */
  taskId: z.uuid().nullable(),
  comment: z.strictObject({ subject: z.enum(["task", "decision"]), subjectId: z.uuid() }).nullable(),
});

/** `meaning`: how it was understood, to be remembered where it was answered. */
const output = z.strictObject({ answered: z.boolean(), report, meaning: z.string().nullable() });
export type Answer = z.output<typeof output>;
type Said = Omit<Answer, "meaning">;

const heedsOf = (topicId: string, ask: string): readonly Heeded[] =>
  known.find((one) => one.topicId === topicId && one.ask.id === ask)?.ask.heeds ?? [];

type Asked = { topicId: string; ask: string; understood: Understanding };

/** Whether a question of a topic is one for a change, by its own words. */
function tellsChange(topicId: string, ask: string): boolean {
  const one = known.find((each) => each.topicId === topicId && each.ask.id === ask)?.ask;
  return [one?.example ?? "", ...(one?.like ?? [])].some(asksForChange);
}

/** What the answer is about: whatever its question can be narrowed to. */
function aboutOf({ customer, vendor, period: time }: Understanding, topicId: string, ask: string): About {
  const heeds = heedsOf(topicId, ask);
  return {
    ask,
    customer: heeds.includes("customer") ? customer : null,
    vendor: heeds.includes("vendor") ? vendor : null,
    period: heeds.includes("period") ? time : null,
  };
}

/** Says of an answer what it was asked to be about and is not. */
function scoped(session: RunSession, found: Line, conclusion: Conclusion, asked: Asked): Line {
  const { understood, topicId, ask } = asked;
  const about = aboutOf(understood, topicId, ask);
  const one = understood.customer ?? understood.vendor;
  const name = one && !about.customer && !about.vendor ? one.name : understood.strangers[0];
  const time = understood.period && !about.period ? understood.period.label : null;
  const { currency: own } = todayOf(session.ctx);
  const { currency: foreign, limit, change } = understood;
  const amounts = conclusion.figures.filter(
    ({ id, unit }) => unit === "money" && found.some((part) => typeof part !== "string" && part.figure === id),
  );
  const told = amounts.length > 0 ? `told in ${own}, not in ${foreign}` : `not narrowed to ${foreign}`;
  const isTold = amounts.some((amount) => amount.currency === foreign) || limit?.includes(foreign ?? "");
  return [
    ...found,
    ...(name ? say` This is about the whole company, not about ${name} alone.` : []),
    ...(time ? say` It is how things stand today, not narrowed to ${time}.` : []),
    ...(limit ? say` It is not narrowed to ${limit}.` : []),
    ...(foreign && !isTold ? say` It is ${told}.` : []),
    ...(change && !tellsChange(topicId, ask) ? say` How it changed over time is not known.` : []),
  ];
}

async function conclusionOf(session: RunSession, topicId: string, about: About): Promise<Conclusion | null> {
  const topic = topics.find(({ id }) => id === topicId);
  return topic ? goInto(session, topic, about) : null;
}

const answerOf = (conclusion: Conclusion | null, ask: string | null): Line | null =>
  (ask && conclusion?.answers[ask]) || null;

const refused = (headline: Line, lines: readonly string[]): Said => ({
  answered: false,
  report: {
    headline,
    sections: [{ title: "What can be asked", lines: lines.map((line) => say`${line}`), table: null }],
    figures: [],
    facts: [],
    missing: [{ what: "An answer", needed: "a question about the company's own records or figures", href: null }],
    proposals: [],
  },
});

/** What is said where a question was not understood: never a guess. */
function notUnderstood(question: string, today: string): Said {
  const on = { known, names: [], today };
  if (supposes(question)) {
    const assumed = say`I cannot answer this. I would need records of what would happen under an assumption, and the company's own hold only what is so.`;
    return refused(assumed, closest(question, on, 3));
  }
  const subject = outsideOf(question, on);
  const headline = subject
    ? say`I cannot answer this. I would need records about ${subject}, and the company's own say nothing about that.`
    : say`I cannot answer this. I would need records or figures about it, and none of what I know fits the question.`;
  return refused(headline, closest(question, on, 3));
}

/** What is said where a question is about somebody the records do not name: not an answer about everybody. */
function nobodyNamed(name: string, question: string, today: string): Said {
  const headline = say`I cannot answer this. I would need a customer or vendor named ${name}, and the records have none, or more than one that could be meant.`;
  return refused(headline, closest(question, { known, names: [], today }, 3));
}

/** What is said to somebody who wants something done: nothing is, and where they can do it themselves. */
function declined({ verb, href }: Act): Said {
  const headline = say`I did nothing: I only answer here. Only you can ${verb}.`;
  const missing = [{ what: spelledOut(verb), needed: "you, on the page where it is done", href }];
  return { answered: false, report: { headline, sections: [], figures: [], facts: [], missing, proposals: [] } };
}

/** What a question is about, as data: names stand in records and in what somebody typed. */
function narrowedTo(understood: Understanding, origin: Origin): GivenPart[] {
  const { customer, vendor, period: time, strangers, limit, currency: foreign } = understood;
  const lines = [
    customer && `Customer: ${customer.name}`,
    vendor && `Vendor: ${vendor.name}`,
    time && `Time: ${time.label}, from ${time.from} to ${time.to}`,
    limit && `Only: ${limit}`,
    foreign && `Currency: ${foreign}`,
    strangers.length > 0 && `Named, and not known: ${strangers.join(", ")}`,
  ].filter((line) => typeof line === "string");
  // A name was written by whoever wrote the record.
  const from = {
    origin: customer || vendor ? "external" : origin,
    source: "what it was understood to be about",
  } as const;
  return lines.length > 0 ? [untrusted(lines.join("\n"), from)] : [];
}

const opinionTask =
  "Another executive was asked something that touches your field. Give your view of it in one sentence. Propose nothing.";
const answerTask =
  "Answer the question from the company's own records and figures, in one sentence where that will do. Where it asks what to do, propose it.";

/** Gives another executive's view of what was asked, as one sentence. */
const opinion = defineSkill({
  id: "conversations.opinion",
  label: "Second opinion",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ topicId: z.string(), ask: z.string(), understood: understanding }),
  output: report.nullable(),
  async rules(session, { topicId, ask, understood }) {
    const conclusion = await conclusionOf(session, topicId, aboutOf(understood, topicId, ask));
    const answered = answerOf(conclusion, ask);
    const line = conclusion && answered && scoped(session, answered, conclusion, { understood, topicId, ask });
    return conclusion && line ? combined(line, [{ ...conclusion, proposals: [] }]) : null;
  },
  prompt(agent, { topicId, ask, understood }, origin) {
    const one = known.find((each) => each.topicId === topicId && each.ask.id === ask);
    const asked = untrusted(one ? `${one.title}: ${one.ask.example}` : topicId, {
      origin,
      source: "the executive who was asked first, as the question was understood",
    });
    return promptOf(agent, opinionTask, asked, ...narrowedTo(understood, origin));
  },
});

/** The executive of a role who is at work, or null. */
async function colleague(session: RunSession, role: AgentRoleId): Promise<Persona | null> {
  const there = await read(session.ctx, team);
  return there.find((one) => one.role === role && one.status === "active") ?? null;
}

/** What a second executive is asked once the first has said what it is not narrowed by: that is said once. */
const said = (understood: Understanding): Understanding => ({
  ...understood,
  currency: null,
  limit: null,
  change: false,
});

const unlessRefused = (error: unknown): null => {
  if (error instanceof AppError && !isTransient(error)) return null;
  throw error;
};

/** An executive answers a question from the company's own rows, or says what it would take. */
export const answer = defineSkill({
  id: "conversations.answer",
  label: "Question",
  roles: agentRoleIds,
  capability: null,
  input,
  output,
  async rules(session, { question, askedAt }) {
    const at = askedAt ? new Date(askedAt) : undefined;
    const understood = await session.step(
      "Understand the question",
      (ctx) => read(ctx, (tx) => understand(tx, question, at)),
      { given: question, detail: understoodAs },
    );
    // A name was written by whoever wrote the record.
    if (understood.customer || understood.vendor) session.reads("external");
    return { ...(await answered(session, question, understood)), meaning: routingOf(understood) };
  },
  prompt: (agent, { question, comment }, origin) =>
    promptOf(
      agent,
      answerTask,
      untrusted(question, {
        origin,
        source: comment ? `a remark on a ${comment.subject}` : "a question a person typed",
      }),
    ),
});

/** What a question was understood to ask, in words. */
function understoodAs({ topicId, ask, query: read }: Understanding): string {
  if (read) return `A query over ${read.query.subject}`;
  const one = known.find((each) => each.topicId === topicId && each.ask.id === ask);
  return one ? `${one.title}: ${one.ask.example}` : "It was not understood.";
}

/** Answers what was understood, from the executive's own field or from whose field it is. */
async function answered(session: RunSession, question: string, understood: Understanding): Promise<Said> {
  const { topicId, ask, second, action } = understood;
  const { today } = todayOf(session.ctx);
  const act = actAsked(question);
  if (act) return declined(act);
  if (understood.query) return queried(session, understood.query);
  if (!topicId || !ask) return notUnderstood(question, today);
  const [stranger] = understood.strangers;
  const heeds = heedsOf(topicId, ask);
  if (stranger && (heeds.includes("customer") || heeds.includes("vendor")))
    return nobodyNamed(stranger, question, today);
  const owner = topics.find(({ id }) => id === topicId)?.role ?? session.agent.role;
  if (owner !== session.agent.role) return passedOn(session, owner, { topicId, ask, understood });
  const conclusion = await conclusionOf(session, topicId, aboutOf(understood, topicId, ask));
  const found = answerOf(conclusion, ask);
  if (!conclusion) return notUnderstood(question, today);
  const line = found && scoped(session, found, conclusion, { understood, topicId, ask });
  session.cites(...conclusion.facts);
  if (!line) {
    const needed = needsOf(conclusion.missing.map((gap) => gap.needed));
    const refusal = combined(say`I cannot answer this. I would need ${needed}.`, [{ ...conclusion, proposals: [] }]);
    return { answered: false, report: refusal };
  }
  const other = second && topics.find(({ id }) => id === second.topicId);
  const asked = other && other.role !== session.agent.role ? await colleague(session, other.role) : null;
  const view =
    asked && other && second && mayRead(asked, other)
      ? await session.delegate(asked, opinion, { ...second, understood: said(understood) }).catch(unlessRefused)
      : null;
  const whole = combined(line, [action ? conclusion : { ...conclusion, proposals: [] }]);
  if (!view || !asked) return { answered: true, report: whole };
  const renamed = `${asked.name} (${asked.role})`;
  const known = new Set(whole.figures.map(({ id }) => id));
  return {
    answered: true,
    report: {
      ...whole,
      sections: [...whole.sections, { title: `Second opinion: ${renamed}`, lines: [view.headline], table: null }],
      figures: [...whole.figures, ...view.figures.filter(({ id }) => !known.has(id))],
      facts: [...whole.facts, ...view.facts],
    },
  };
}

/** Lets the executive answer whose field it is: nobody reads what belongs to another. */
async function passedOn(session: RunSession, role: AgentRoleId, asked: Asked): Promise<Said> {
  const owner = await colleague(session, role);
  if (!owner) throw new AppError("conflict", nobodyFor(role));
  const said = await session.delegate(owner, opinion, asked);
  if (!said) {
    const headline = say`I cannot answer this. ${owner.name} (${owner.role}), whose field it is, would need records about it.`;
    return { answered: false, report: combined(headline, []) };
  }
  session.cites(...said.facts);
  return { answered: true, report: { ...said, headline: [...say`${owner.name} (${owner.role}): `, ...said.headline] } };
}
