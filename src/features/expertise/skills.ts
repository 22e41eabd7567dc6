import { z } from "zod";
import * as runs from "#agency/run/store.ts";
import type { Persona } from "#agency/persona.ts";
import { promptOf } from "#agency/prompt.ts";
import { isTransient } from "#agency/passing.ts";
import { describeReport } from "#agency/model/report.ts";
import { defineModelSide, defineSkill, type RunSession, type Skill } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { formatLine, type Line, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { concludeBrief } from "#features/expertise/ceo/brief.ts";
import { type DailyBriefing, dailyBriefing } from "#features/expertise/ceo/day.ts";
import { shortBrief, shortBriefing } from "#features/expertise/ceo/shown.ts";
import type { ShownBrief } from "#features/expertise/contract.ts";
import { ceoTopics, goalsId, readExecutives, readDailyBrief } from "#features/expertise/ceo/skills.ts";
import { citedFigures, type Contribution } from "#features/expertise/ceo/contributions.ts";
import { cfoTopics } from "#features/expertise/cfo/skills.ts";
import { customerSuccessTopics } from "#features/expertise/customer-success/skills.ts";
import { legalTopics } from "#features/expertise/legal/skills.ts";
import { operationsTopics } from "#features/expertise/operations/skills.ts";
import { salesTopics } from "#features/expertise/sales/skills.ts";
import { cmoTopics } from "#features/expertise/cmo/skills.ts";
import { ctoTopics } from "#features/expertise/cto/skills.ts";
import { type Asked, type Briefed, briefed } from "#features/expertise/topics/briefed.ts";
import { combined } from "#features/expertise/topics/combine.ts";
import { mayRead, reading, readingInPlace, todayOf } from "#features/expertise/topics/skills.ts";
import { aboutAll, type About, type Conclusion, type Topic } from "#features/expertise/topics/topic.ts";
import type { Tx } from "#platform/context.ts";

/** Topics of all executives except the CEO. */
const ofOthers: readonly Topic[] = [
  ...cfoTopics,
  ...cmoTopics,
  ...ctoTopics,
  ...salesTopics,
  ...customerSuccessTopics,
  ...operationsTopics,
  ...legalTopics,
];

export const topics: readonly Topic[] = [...ceoTopics(ofOthers), ...ofOthers];

export const readInPlace = readingInPlace(ofOthers);

const noInput = z.strictObject({});

/** Concludes one topic as a step of a run. */
export async function concludeTopic(session: RunSession, topic: Topic, about: About = aboutAll): Promise<Conclusion> {
  const isInPlace = session.agent.role === "CEO" && topic.role !== "CEO";
  const { conclusion, origins } = isInPlace
    ? await session.use(readInPlace, { ...about, topic: topic.id })
    : await session.use(reading(topic), about);
  session.reads(...origins);
  return conclusion;
}

const nothing = toLine`There is no data to report on yet.`;

const task =
  "Go through everything you know about the company and report it to the owner: the most important first, then what concerns you, each with its reason. Tables and proposals are added by rules.";
const taskOfLead =
  "The other executives have reported their fields: weigh what they say against each other by money, time, and how bad it is.";

const nothingBriefed: Briefed = { ...combined(nothing, []), concerns: [], asked: [] };

/** The part of a briefing a model writes; tables, concerns and proposals stay those of the rules. */
const writtenBrief = z.strictObject({
  headline: z
    .string()
    .min(1)
    .max(1_000)
    .describe("The most important of all in one or two sentences, facts cited as {f1}."),
  points: z
    .array(z.string().max(1_000))
    .max(10)
    .describe("What else the owner must know, one sentence each, the most important first; say why it matters."),
});

/** An executive concludes all of their topics and reports to the owner; the CEO also asks all other executives. */
export const briefing: Skill<typeof noInput, typeof briefed> = defineSkill({
  id: "workforce.briefing",
  label: "Briefing",
  roles: agentRoleIds,
  capability: null,
  input: noInput,
  output: briefed,
  async rules(session) {
    const made = await brief(session);
    session.cites(...made.facts);
    return made;
  },
  prompt: (agent) => promptOf(agent, agent.role === "CEO" ? `${task} ${taskOfLead}` : task),
  model: defineModelSide({
    purpose: "write",
    written: writtenBrief,
    maxOutputTokens: 3_000,
    async prepare(session) {
      const made = await brief(session);
      const concerns = made.concerns.map(({ line }): Line => ["Concern: ", ...line]);
      const refused = made.asked.flatMap((one): Line[] =>
        one.refused ? [toLine`${one.name} (${one.role}) did not answer: ${one.refused}.`] : [],
      );
      return { modelText: describeReport(made, [session.origin], [...concerns, ...refused]), output: made };
    },
    bind({ headline, points }, { desk, prepared }) {
      const base = prepared ?? nothingBriefed;
      const first = desk.bind(headline);
      const lines = points.map((point) => desk.bind(point));
      const summary = lines.length > 0 ? [{ title: "Summary", lines, table: null }] : [];
      return {
        ...base,
        headline: first,
        sections: [...summary, ...base.sections],
        figures: [...base.figures, ...desk.cited([first, ...lines])],
      };
    },
  }),
});

export const readDay = readDailyBrief(ofOthers);

/** Reads records only: it asks no other agent and sends no message. */
export const dailyBrief: Skill<typeof noInput, typeof dailyBriefing> = defineSkill({
  id: "workforce.daily",
  label: "Daily brief",
  roles: ["CEO"],
  capability: null,
  input: noInput,
  output: dailyBriefing,
  async rules(session) {
    const made = await dayOf(session);
    session.cites(...made.facts);
    return made;
  },
  prompt: (agent) =>
    promptOf(
      agent,
      "Open the owner's daily brief: what matters most today, and why. Its lines with what changed, what waits and what is at risk are added by rules.",
    ),
  model: defineModelSide({
    purpose: "write",
    written: z.strictObject({
      headline: z.string().min(1).max(500).describe("One or two short sentences, facts cited as {f1}."),
    }),
    maxOutputTokens: 400,
    async prepare(session) {
      const made = await dayOf(session);
      // Risks alone stay the same for weeks, so a day with nothing else needs no opening.
      const hasNews = made.lines.some(({ group }) => group !== "risk");
      if (!hasNews) session.cites(...made.facts);
      return { modelText: hasNews ? describeReport(made, [session.origin]) : null, output: made };
    },
    bind({ headline }, { desk, prepared }) {
      if (!prepared) throw new Error("A daily brief is read before it is opened.");
      const opening = desk.bind(headline);
      return {
        ...prepared,
        opening,
        headline: [...opening, " ", ...prepared.headline],
        figures: [...prepared.figures, ...desk.cited([opening])],
      };
    },
  }),
});

async function dayOf(session: RunSession): Promise<DailyBriefing> {
  const { made, origins } = await session.use(readDay, {});
  session.reads(...origins);
  return made;
}

/** Older briefs are not shown. */
const briefDays = 30;

/** The CEO's newest daily brief or briefing, in short; null if there is none, or no CEO. */
export async function latestBrief(tx: Tx, ceoId: string | undefined): Promise<ShownBrief | null> {
  if (!ceoId) return null;
  const since = new Date(tx.now.getTime() - briefDays * 86_400_000);
  const run = await runs.latestOf(tx, ceoId, [dailyBrief.id, briefing.id], since);
  const shown = run && (run.skill === briefing.id ? shortBriefing(run.output) : shortBrief(run.output));
  if (!run?.finishedAt || !shown) return null;
  return { runId: run.id, agentName: run.agentName, at: run.finishedAt.toISOString(), ...shown };
}

const brief = (session: RunSession): Promise<Briefed> =>
  session.agent.role === "CEO" ? lead(session) : report(session);

/** Concludes the topics the agent may read, each as a step of the run. */
async function ownConclusions(session: RunSession, candidates: readonly Topic[]): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const topic of candidates)
    if (mayRead(session.agent, topic)) conclusions.push(await concludeTopic(session, topic));
  return conclusions;
}

async function report(session: RunSession): Promise<Briefed> {
  const conclusions = await ownConclusions(session, ofOthers);
  const headlines = conclusions.flatMap(({ headline }) => (headline ? [headline] : []));
  const first: Line = headlines.slice(0, 2).flatMap((line, at) => (at === 0 ? line : [" ", ...line]));
  const made = combined(first.length > 0 ? first : nothing, conclusions);
  return { ...made, concerns: conclusions.flatMap(({ concerns }) => concerns), asked: [] };
}

/** The CEO asks every other executive and ranks their concerns. */
async function lead(session: RunSession): Promise<Briefed> {
  const { others, revenue, isRevenueStated, overdue } = await session.use(readExecutives, {});
  const collected: { contribution: Contribution; asked: Asked }[] = [];
  // Each call gets an equal share of the remaining time; one share is left for the CEO's own writing.
  for (const [at, one] of others.entries()) collected.push(await ask(session, one, 1 / (others.length - at + 1)));
  const [goals = null] = await ownConclusions(
    session,
    topics.filter(({ id }) => id === goalsId),
  );
  const { id: agentId, name, role } = session.agent;
  const own: Contribution[] = goals
    ? [{ agentId, name, role, refused: null, headlines: [], ...goals, missing: [] }]
    : [];
  const contributions = [...collected.map(({ contribution }) => contribution), ...own];
  const { today } = todayOf(session.ctx);
  const made = concludeBrief({ contributions, monthlyRevenue: revenue, isRevenueStated, overdue }, goals, today);
  const lines = collected.flatMap(({ asked }) => asked.said);
  const named = citedFigures(
    lines,
    contributions.flatMap(({ figures }) => figures),
  );
  const known = new Set(made.figures.map(({ id }) => id));
  return {
    ...made,
    figures: [...made.figures, ...named.filter(({ id }) => !known.has(id))],
    asked: collected.map(({ asked }) => asked),
  };
}

/** An executive who is paused or fails is named in the briefing; the others are still asked. */
async function ask(
  session: RunSession,
  to: Persona,
  share: number,
): Promise<{ contribution: Contribution; asked: Asked }> {
  const { id: agentId, name, role, status } = to;
  const silent = (refused: string, reached: boolean) => ({
    contribution: { agentId, name, role, refused, headlines: [], concerns: [], figures: [], missing: [] },
    asked: { agentId, name, role, refused, reached, said: [], proposals: [] },
  });
  if (status !== "active") return silent(`is ${status}`, false);
  try {
    const { headline, concerns, figures, missing, proposals } = await session.delegate(to, briefing, {}, share);
    const isSilent = formatLine(headline, figures) === formatLine(nothing, []);
    return {
      contribution: {
        agentId,
        name,
        role,
        refused: null,
        headlines: isSilent ? [] : [headline],
        concerns,
        figures,
        missing,
      },
      asked: {
        agentId,
        name,
        role,
        refused: null,
        reached: true,
        said: [headline, ...concerns.map(({ line }) => line)],
        proposals,
      },
    };
  } catch (error) {
    if (session.signal.aborted || isTransient(error)) throw error;
    return silent(error instanceof AppError ? error.message : "something went wrong", true);
  }
}
