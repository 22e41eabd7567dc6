import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { isTransient } from "#agency/passing.ts";
import { defineSkill, type RunSession, type Skill } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { type Line, type Report, toLine } from "#contract/report.ts";
import { type AgentRoleId, agentRoleIds, roleTitle } from "#contract/roles.ts";
import type { Origin } from "#contract/origins.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { FollowUp } from "#features/conversations/contract.ts";
import { needsOf, missingRole } from "#features/conversations/rules.ts";
import {
  declineAction,
  known,
  nearly,
  unknownName,
  notAbout,
  notUnderstood,
} from "#features/conversations/replies/skills.ts";
import { answerOutput, type Reply } from "#features/conversations/replies/reply.ts";
import { answerByModel, opinionByModel, view as opinionView } from "#features/conversations/reasoning/skills.ts";
import { keyOf, type Known } from "#features/conversations/understanding/match.ts";
import { actAsked } from "#features/conversations/understanding/acts.ts";
import { asksForChange } from "#features/conversations/understanding/qualifiers.ts";
import { runQueryReading } from "#features/conversations/queries/skills.ts";
import { team } from "#features/agents/store.ts";
import { concludeTopic, topics } from "#features/expertise/skills.ts";
import { combined } from "#features/expertise/topics/combine.ts";
import { mayRead, todayOf } from "#features/expertise/topics/skills.ts";
import type { About, Conclusion, Heeded } from "#features/expertise/topics/topic.ts";
import { read } from "#platform/db/transaction.ts";
import {
  namesOf,
  understanding,
  type Understanding,
  understand,
} from "#features/conversations/understanding/skills.ts";

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
  /** The executive whose model asks; none: a person. */
  colleague: z.string().optional(),
});

const output = answerOutput;
export type Answer = z.output<typeof output>;

const heedsOf = (topicId: string, ask: string): readonly Heeded[] =>
  known.find((one) => one.topicId === topicId && one.ask.id === ask)?.ask.heeds ?? [];

/** Opens the form that adds an executive. */
const addExecutiveHref = "/?add=executive";

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
    ...(time ? toLine` It is how things stand today, not narrowed to ${time}.` : []),
    ...(limit ? toLine` It is not narrowed to ${limit}.` : []),
    ...(foreign && !isTold ? toLine` It is ${told}.` : []),
    ...(change && !tellsChange(topicId, ask) ? toLine` How it changed over time is not known.` : []),
  ];
}

async function conclusionOf(session: RunSession, topicId: string, about: About): Promise<Conclusion | null> {
  const topic = topics.find(({ id }) => id === topicId);
  return topic ? concludeTopic(session, topic, about) : null;
}

const answerOf = (conclusion: Conclusion | null, ask: string | null): Line | null =>
  (ask && conclusion?.answers[ask]) || null;

/** What a question is about, as untrusted data: names come from records and typed text. */
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
  // A name may come from outside, as its record may.
  const from = {
    origin: customer || vendor ? "external" : origin,
    source: "what it was understood to be about",
  } as const;
  return lines.length > 0 ? [untrusted(lines.join("\n"), from)] : [];
}

const opinionTask =
  "Another executive was asked something that touches your field. Give your view of it in one sentence. Propose nothing.";
const colleaguesTask =
  "Answer the question of another executive from the company's own records and figures, in one sentence where that will do. Propose nothing.";
const answerTask =
  "Answer the question from the company's own records and figures, in one sentence where that will do. Where it asks what to do, propose it.";

async function viewOf(session: RunSession, { topicId, ask, understood }: Asked): Promise<z.output<typeof opinionView>> {
  const conclusion = await conclusionOf(session, topicId, aboutOf(understood, topicId, ask));
  const answered = answerOf(conclusion, ask);
  const line = conclusion && answered && scoped(session, answered, conclusion, { understood, topicId, ask });
  if (!conclusion || !line) return null;
  const related = relatedQuestions(conclusion, topicId, ask).map(({ label }) => label);
  return { ...combined(line, [{ ...conclusion, proposals: [] }]), related };
}

const opinionInput = z.strictObject({ topicId: z.string(), ask: z.string(), understood: understanding });

/** Gives another executive's view of what was asked, as one sentence. */
const opinion = defineSkill({
  id: "conversations.opinion",
  label: "Second opinion",
  roles: agentRoleIds,
  capability: null,
  input: opinionInput,
  output: opinionView,
  rules: viewOf,
  prompt(agent, { topicId, ask, understood }, origin) {
    const one = known.find((each) => each.topicId === topicId && each.ask.id === ask);
    const asked = untrusted(one ? `${one.title}: ${one.ask.example}` : topicId, {
      origin,
      source: "the executive who was asked first, as the question was understood",
    });
    return promptOf(agent, opinionTask, asked, ...narrowedTo(understood, origin));
  },
  model: opinionByModel<typeof opinionInput>(viewOf),
});

/** The executive of a role, at work or not; null where the company has none. */
const memberOf = async (session: RunSession, role: AgentRoleId): Promise<Persona | null> =>
  (await read(session.ctx, team)).find((one) => one.role === role) ?? null;

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
export const answer: Skill<typeof input, typeof output> = defineSkill({
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
    // A name may come from outside, as its record may.
    const { customer, vendor } = namesOf(understood);
    if (customer || vendor) session.reads("external");
    return { ...(await answered(session, question, understood)), meaning: routingOf(understood) };
  },
  prompt: (agent, { question, comment, colleague }, origin) =>
    promptOf(
      agent,
      colleague ? colleaguesTask : answerTask,
      untrusted(question, {
        origin,
        source: colleague
          ? `a question from ${colleague}`
          : comment
            ? `a remark on a ${comment.subject}`
            : "a question a person typed",
      }),
    ),
  model: answerByModel({
    skill: () => answer,
    asking: (question, { agent, input: { askedAt } }) => ({
      question,
      askedAt,
      taskId: null,
      comment: null,
      colleague: `${agent.name} (${agent.role})`,
    }),
    isColleagues: ({ colleague }) => colleague !== undefined,
  }),
});

/** What a question was understood to ask, in words. */
function understoodAs({ topicId, ask, query: read }: Understanding): string {
  if (read) return `A query over ${read.query.subject}`;
  const one = known.find((each) => each.topicId === topicId && each.ask.id === ask);
  return one ? `${one.title}: ${one.ask.example}` : "It was not understood.";
}

/** Answers what was understood, from the executive's own field or from whose field it is. */
export async function answered(session: RunSession, question: string, understood: Understanding): Promise<Reply> {
  const { topicId, ask, second, action } = understood;
  const { today } = todayOf(session.ctx);
  const act = actAsked(question);
  if (act) return declineAction(act);
  if (understood.query) return runQueryReading(session, understood.query);
  if (!topicId || !ask) return understood.nearest ? nearly(understood.nearest) : notUnderstood(question, today);
  const [stranger] = understood.strangers;
  const heeds = heedsOf(topicId, ask);
  if (stranger) return unknownName(stranger, question, today);
  const unheeded = [
    heeds.includes("customer") ? null : understood.customer,
    heeds.includes("vendor") ? null : understood.vendor,
  ].find((one) => one !== null);
  if (unheeded) return notAbout(unheeded.name, question, today);
  const owner = topics.find(({ id }) => id === topicId)?.role ?? session.agent.role;
  const isOthers = owner !== session.agent.role;
  const there = isOthers ? await memberOf(session, owner) : null;
  if (there?.status === "active") return passedOn(session, there, { topicId, ask, understood });
  if (isOthers && (there || session.agent.role !== "CEO")) throw new AppError("conflict", missingRole(owner));
  const conclusion = await conclusionOf(session, topicId, aboutOf(understood, topicId, ask));
  const found = answerOf(conclusion, ask);
  const followUps = conclusion ? relatedQuestions(conclusion, topicId, ask) : [];
  if (!conclusion) return notUnderstood(question, today);
  const line = found && scoped(session, found, conclusion, { understood, topicId, ask });
  session.cites(...conclusion.facts);
  if (!line) {
    const needed = needsOf(conclusion.missing.map((gap) => gap.needed));
    const refusal = combined(toLine`I cannot answer this. I would need ${needed}.`, [{ ...conclusion, proposals: [] }]);
    return { answered: false, report: refusal, followUps };
  }
  if (isOthers) return { answered: true, report: inPlaceOf(owner, line, conclusion), followUps };
  const other = second && topics.find(({ id }) => id === second.topicId);
  const asked = other && other.role !== session.agent.role ? await memberOf(session, other.role) : null;
  const view =
    asked?.status === "active" && other && second && mayRead(asked, other)
      ? await session.delegate(asked, opinion, { ...second, understood: said(understood) }).catch(unlessRefused)
      : null;
  const whole = combined(line, [action ? conclusion : { ...conclusion, proposals: [] }]);
  if (!view || !asked) return { answered: true, report: whole, followUps };
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
    followUps,
  };
}

/** The answer of the CEO where the company has no executive in a role, with a link to add one. */
function inPlaceOf(role: AgentRoleId, found: Line, conclusion: Conclusion): Report {
  const whole = combined(found, [{ ...conclusion, proposals: [] }]);
  const title = roleTitle(role);
  return {
    ...whole,
    headline: [...found, ` There is no ${title} in your team, so I looked this up myself.`],
    missing: [{ what: title, needed: `add a ${title}`, href: addExecutiveHref }, ...whole.missing],
  };
}

/** Other questions of the same topic that can be answered now. */
const relatedQuestions = ({ answers }: Conclusion, topicId: string, asked: string): FollowUp[] =>
  known
    .filter(({ topicId: of, ask }) => of === topicId && ask.id !== asked && answers[ask.id])
    .filter(({ ask: { example } }) => !/\b(?:Acme|Hostly)\b/.test(example))
    .slice(0, 2)
    .map(({ ask }) => ({ label: ask.example, href: null }));

/** Delegates to the executive whose field it is. */
async function passedOn(session: RunSession, owner: Persona, asked: Asked): Promise<Reply> {
  const said = await session.delegate(owner, opinion, asked);
  if (!said) {
    const headline = toLine`I cannot answer this. ${owner.name} (${owner.role}), whose field it is, would need records about it.`;
    return { answered: false, report: combined(headline, []), followUps: [] };
  }
  const { related, ...whole } = said;
  session.cites(...whole.facts);
  const headline = [...toLine`${owner.name} (${owner.role}): `, ...whole.headline];
  const followUps = related.map((label) => ({ label, href: null }));
  return { answered: true, report: { ...whole, headline }, followUps };
}
