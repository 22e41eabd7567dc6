import type { Persona } from "#agency/persona.ts";
import { isTransient } from "#agency/passing.ts";
import type { RunSession } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { type Line, type Report, toLine } from "#contract/report.ts";
import { type AgentRoleId, roleTitle } from "#contract/roles.ts";
import { team } from "#features/agents/store.ts";
import { forecastReply } from "#features/conversations/ahead/skills.ts";
import * as conclusions from "#features/conversations/conclusions/skills.ts";
import { decidedReply } from "#features/conversations/decided/skills.ts";
import { recalledReply } from "#features/conversations/knowledge/skills.ts";
import { limitsReply } from "#features/conversations/limits/skills.ts";
import { opinion } from "#features/conversations/opinions/skills.ts";
import { runComposed } from "#features/conversations/queries/composed/skills.ts";
import { answeredQuery, beforeRecords, type Found, runQueryReading } from "#features/conversations/queries/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import * as replies from "#features/conversations/replies/skills.ts";
import { voiced } from "#features/conversations/replies/voice.ts";
import { noActiveAgent, needsOf } from "#features/conversations/rules.ts";
import { actAsked } from "#features/conversations/understanding/acts.ts";
import { isHypothetical } from "#features/conversations/understanding/qualifiers.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { isForeign } from "#features/conversations/understanding/words.ts";
import type { Understanding } from "#features/conversations/understanding/skills.ts";
import { topics } from "#features/expertise/skills.ts";
import { combined } from "#features/expertise/topics/combine.ts";
import { mayRead, todayOf } from "#features/expertise/topics/skills.ts";
import type { Conclusion } from "#features/expertise/topics/topic.ts";
import { read } from "#platform/db/transaction.ts";

/**
 * Answers a question from the executive's own field, delegates it to the executive of the field, or quotes a decision or
 * the Brain. `records`: the question as a query over the records of its period.
 */
export async function answerQuestion(
  session: RunSession,
  question: string,
  understood: Understanding,
  records: Reading | null = null,
): Promise<Found> {
  const asked = understood.action ? await decidedReply(session, question) : null;
  if (asked) return voiced(session.agent, asked);
  const forecast = understood.composed ? null : await forecastReply(session, question, understood);
  if (forecast) return voiced(session.agent, forecast);
  const early = records && (await beforeRecords(session, records));
  const found = withSpelling(early ?? (await findAnswer(session, question, understood)), understood);
  const isDeclined = actAsked(question) !== null || isHypothetical(question);
  if (found.answered || early || isDeclined) return voiced(session.agent, found);
  // Of a question that asks what to do, a decision was looked for above.
  const decided = understood.action ? null : await decidedReply(session, question);
  return voiced(
    session.agent,
    decided ??
      (await limitsReply(session, question)) ??
      (await recalledReply(session, question, understood.nearest !== null)) ??
      found,
  );
}

/** Says how a misspelt name was read. */
function withSpelling(reply: Found, { misspelt }: Understanding): Found {
  const [only] = misspelt?.meant ?? [];
  if (!reply.answered || !misspelt || !only) return reply;
  const note = ` I read “${misspelt.written}” as ${only.name}.`;
  return { ...reply, report: { ...reply.report, headline: [...reply.report.headline, note] } };
}

async function findAnswer(session: RunSession, question: string, understood: Understanding): Promise<Found> {
  const { topicId, ask, second, action } = understood;
  const { today } = todayOf(session.ctx);
  const act = actAsked(question);
  if (act) return replies.declineAction(act);
  if (understood.noSuchDay) return replies.noSuchDay(understood.noSuchDay);
  if (understood.misspelt && understood.misspelt.meant.length > 1) return replies.askWhichName(understood.misspelt);
  if (understood.composed) return runComposed(session, understood.composed);
  if (understood.query) {
    const { reply, ...ran } = await answeredQuery(session, understood.query);
    return { ...reply, ran: { ...ran, reading: understood.query } };
  }
  if ((!topicId || !ask) && isForeign(question)) return replies.notEnglish(question, today);
  if (!topicId || !ask)
    return understood.nearest
      ? replies.offerNearestQuery(understood.nearest)
      : replies.notUnderstood(question, today, understood.unused);
  const [stranger] = understood.strangers;
  const supported = conclusions.heedsOf(topicId, ask);
  if (stranger) return replies.unknownName(stranger, question, today);
  const ignoredParty = [
    supported.includes("customer") ? null : understood.customer,
    supported.includes("vendor") ? null : understood.vendor,
  ].find((one) => one !== null);
  if (ignoredParty) return replies.notAbout(ignoredParty.name, question, today);
  const owner = topics.find(({ id }) => id === topicId)?.role ?? session.agent.role;
  const isOtherField = owner !== session.agent.role;
  const owningAgent = isOtherField ? await memberOf(session, owner) : null;
  if (owningAgent?.status === "active") return delegateQuestion(session, owningAgent, { topicId, ask, understood });
  if (isOtherField && (owningAgent || session.agent.role !== "CEO"))
    throw new AppError("conflict", noActiveAgent(owner));
  const conclusion = await conclusions.conclusionOf(session, topicId, conclusions.aboutOf(understood, topicId, ask));
  const found = conclusions.answerOf(conclusion, ask);
  const followUps = conclusion ? conclusions.relatedQuestions(conclusion, topicId, ask) : [];
  if (!conclusion) return replies.notUnderstood(question, today);
  const line = found && conclusions.addScopeNotes(session, found, conclusion, { understood, topicId, ask });
  session.cites(...conclusion.facts);
  const instead = !line && understood.instead ? await runQueryReading(session, understood.instead) : null;
  if (instead?.answered) return instead;
  if (!line) {
    const needed = needsOf(conclusion.missing.map((gap) => gap.needed));
    const refusal = combined(toLine`I cannot answer this. I would need ${needed}.`, [{ ...conclusion, proposals: [] }]);
    return { answered: false, report: refusal, followUps };
  }
  if (isOtherField) return { answered: true, report: answerInPlaceOf(owner, line, conclusion), followUps };
  const other = second && topics.find(({ id }) => id === second.topicId);
  const asked = other && other.role !== session.agent.role ? await memberOf(session, other.role) : null;
  const view =
    asked?.status === "active" && other && second && mayRead(asked, other)
      ? await session
          .delegate(asked, opinion, { ...second, understood: withoutQualifiers(understood) })
          .catch(nullIfRefused)
      : null;
  const whole = combined(line, [action ? conclusion : { ...conclusion, proposals: [] }]);
  if (!view?.answered || !asked) return { answered: true, report: whole, followUps };
  const colleague = `${asked.name} (${asked.role})`;
  const known = new Set(whole.figures.map(({ id }) => id));
  return {
    answered: true,
    report: {
      ...whole,
      sections: [...whole.sections, { title: `Second opinion: ${colleague}`, lines: [view.headline], table: null }],
      figures: [...whole.figures, ...view.figures.filter(({ id }) => !known.has(id))],
      facts: [...whole.facts, ...view.facts],
    },
    followUps,
  };
}

/** The executive of a role, active or not; null if the company has none. */
const memberOf = async (session: RunSession, role: AgentRoleId): Promise<Persona | null> =>
  (await read(session.ctx, team)).find((one) => one.role === role) ?? null;

/** The question without qualifiers, for a second executive: the first answer already notes those it ignores. */
const withoutQualifiers = (understood: Understanding): Understanding => ({
  ...understood,
  currency: null,
  limit: null,
  change: false,
  unused: [],
});

const nullIfRefused = (error: unknown): null => {
  if (error instanceof AppError && !isTransient(error)) return null;
  throw error;
};

/** Opens the form that adds an executive. */
const addExecutiveHref = "/?add=executive";

/** The CEO's answer if the company has no executive in a role, with a link to add one. */
function answerInPlaceOf(role: AgentRoleId, found: Line, conclusion: Conclusion): Report {
  const whole = combined(found, [{ ...conclusion, proposals: [] }]);
  const title = roleTitle(role);
  return {
    ...whole,
    headline: [...found, ` There is no ${title} in your team, so I looked this up myself.`],
    missing: [{ what: title, needed: `add a ${title}`, href: addExecutiveHref }, ...whole.missing],
  };
}

/** Delegates to the executive whose field it is. */
async function delegateQuestion(session: RunSession, owner: Persona, asked: conclusions.Asked): Promise<Reply> {
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
