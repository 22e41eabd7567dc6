import type { Persona } from "#agency/persona.ts";
import { isTransient } from "#agency/passing.ts";
import type { RunSession } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { type Line, type Report, toLine } from "#contract/report.ts";
import { type AgentRoleId, roleTitle } from "#contract/roles.ts";
import { team } from "#features/agents/store.ts";
import {
  aboutOf,
  addScopeNotes,
  answerOf,
  type Asked,
  conclusionOf,
  heedsOf,
  relatedQuestions,
} from "#features/conversations/conclusions/skills.ts";
import { decidedReply } from "#features/conversations/decided/skills.ts";
import { recalledReply } from "#features/conversations/knowledge/skills.ts";
import { opinion } from "#features/conversations/opinions/skills.ts";
import { runQueryReading } from "#features/conversations/queries/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import { declineAction, nearly, notAbout, notUnderstood, unknownName } from "#features/conversations/replies/skills.ts";
import { voiced } from "#features/conversations/replies/voice.ts";
import { noActiveAgent, needsOf } from "#features/conversations/rules.ts";
import { actAsked } from "#features/conversations/understanding/acts.ts";
import { supposes } from "#features/conversations/understanding/qualifiers.ts";
import type { Understanding } from "#features/conversations/understanding/skills.ts";
import { topics } from "#features/expertise/skills.ts";
import { combined } from "#features/expertise/topics/combine.ts";
import { mayRead, todayOf } from "#features/expertise/topics/skills.ts";
import type { Conclusion } from "#features/expertise/topics/topic.ts";
import { read } from "#platform/db/transaction.ts";

/** Answers a question from the executive's own field, delegates it to the executive of the field, or quotes a decision or the Brain. */
export async function answerQuestion(session: RunSession, question: string, understood: Understanding): Promise<Reply> {
  const found = await findAnswer(session, question, understood);
  const isDeclined = actAsked(question) !== null || supposes(question);
  if (found.answered || isDeclined) return voiced(session.agent, found);
  // A question what to do was compared with the decisions before.
  const decided = understood.action ? null : await decidedReply(session, question);
  return voiced(session.agent, decided ?? (await recalledReply(session, question)) ?? found);
}

async function findAnswer(session: RunSession, question: string, understood: Understanding): Promise<Reply> {
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
  if (there?.status === "active") return delegateQuestion(session, there, { topicId, ask, understood });
  if (isOthers && (there || session.agent.role !== "CEO")) throw new AppError("conflict", noActiveAgent(owner));
  const conclusion = await conclusionOf(session, topicId, aboutOf(understood, topicId, ask));
  const found = answerOf(conclusion, ask);
  const followUps = conclusion ? relatedQuestions(conclusion, topicId, ask) : [];
  if (!conclusion) return notUnderstood(question, today);
  const line = found && addScopeNotes(session, found, conclusion, { understood, topicId, ask });
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
      ? await session
          .delegate(asked, opinion, { ...second, understood: withoutQualifiers(understood) })
          .catch(unlessRefused)
      : null;
  const whole = combined(line, [action ? conclusion : { ...conclusion, proposals: [] }]);
  if (!view?.answered || !asked) return { answered: true, report: whole, followUps };
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

/** The executive of a role, active or not; null if the company has none. */
const memberOf = async (session: RunSession, role: AgentRoleId): Promise<Persona | null> =>
  (await read(session.ctx, team)).find((one) => one.role === role) ?? null;

/** The question for a second executive: the first answer already notes what it is not narrowed to. */
const withoutQualifiers = (understood: Understanding): Understanding => ({
  ...understood,
  currency: null,
  limit: null,
  change: false,
});

const unlessRefused = (error: unknown): null => {
  if (error instanceof AppError && !isTransient(error)) return null;
  throw error;
};

/** Opens the form that adds an executive. */
const addExecutiveHref = "/?add=executive";

/** The CEO's answer if the company has no executive in a role, with a link to add one. */
function inPlaceOf(role: AgentRoleId, found: Line, conclusion: Conclusion): Report {
  const whole = combined(found, [{ ...conclusion, proposals: [] }]);
  const title = roleTitle(role);
  return {
    ...whole,
    headline: [...found, ` There is no ${title} in your team, so I looked this up myself.`],
    missing: [{ what: title, needed: `add a ${title}`, href: addExecutiveHref }, ...whole.missing],
  };
}

/** Delegates to the executive whose field it is. */
async function delegateQuestion(session: RunSession, owner: Persona, asked: Asked): Promise<Reply> {
  const view = await session.delegate(owner, opinion, asked);
  const { related, answered, ...whole } = view ?? { ...combined([], []), related: [] as string[], answered: false };
  const who = `${owner.name} (${owner.role})`;
  session.cites(...whole.facts);
  const needed = needsOf(whole.missing.map((gap) => gap.needed));
  const headline = answered
    ? [...toLine`${who}: `, ...whole.headline]
    : toLine`I cannot answer this. ${who} would need ${needed}.`;
  return { answered, report: { ...whole, headline }, followUps: related.map((label) => ({ label, href: null })) };
}
