import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf } from "#agency/prompt.ts";
import { isTransient } from "#agency/passing.ts";
import { defineSkill, type RunSession, type Skill } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { inWords, type Line, say } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { concludeBrief } from "#features/expertise/ceo/brief.ts";
import { ceoTopics, goalsId, lookAround } from "#features/expertise/ceo/skills.ts";
import { namedIn, type Voice } from "#features/expertise/ceo/voices.ts";
import { cfoTopics } from "#features/expertise/cfo/skills.ts";
import { customerSuccessTopics } from "#features/expertise/customer-success/skills.ts";
import { legalTopics } from "#features/expertise/legal/skills.ts";
import { operationsTopics } from "#features/expertise/operations/skills.ts";
import { salesTopics } from "#features/expertise/sales/skills.ts";
import { cmoTopics } from "#features/expertise/cmo/skills.ts";
import { ctoTopics } from "#features/expertise/cto/skills.ts";
import { type Asked, type Briefed, briefed } from "#features/expertise/topics/briefed.ts";
import { combined } from "#features/expertise/topics/combine.ts";
import { mayRead, reading, todayOf } from "#features/expertise/topics/skills.ts";
import { aboutAll, type About, type Conclusion, type Topic } from "#features/expertise/topics/topic.ts";

/** What the executives but the CEO know about. */
const ofOthers: readonly Topic[] = [
  ...cfoTopics,
  ...cmoTopics,
  ...ctoTopics,
  ...salesTopics,
  ...customerSuccessTopics,
  ...operationsTopics,
  ...legalTopics,
];

/** Everything the executives know about. */
export const topics: readonly Topic[] = [...ceoTopics(ofOthers), ...ofOthers];

const noInput = z.strictObject({});

/** Goes into one topic as a step of a run: reads the rows, then concludes. */
export async function goInto(session: RunSession, topic: Topic, about: About = aboutAll): Promise<Conclusion> {
  const { conclusion, origins } = await session.use(reading(topic), about);
  session.reads(...origins);
  return conclusion;
}

const nothing = say`Nothing can be said yet: there is no source for any of it.`;

const task =
  "Go through everything you know about the company and report it to the owner: the most important first, in one sentence, then subject by subject, with what concerns you. Propose what should be decided.";
const taskOfLead =
  "Ask every other executive for the same and weigh what they say against each other: money, time, and how bad it is.";

/** An executive goes through everything they know and reports it to the owner; the CEO asks all the others for it. */
export const briefing: Skill<typeof noInput, typeof briefed> = defineSkill({
  id: "workforce.briefing",
  label: "Briefing",
  roles: agentRoleIds,
  capability: null,
  input: noInput,
  output: briefed,
  async rules(session) {
    const made = session.agent.role === "CEO" ? await lead(session) : await report(session);
    session.cites(...made.facts);
    return made;
  },
  prompt: (agent) => promptOf(agent, agent.role === "CEO" ? `${task} ${taskOfLead}` : task),
});

/** What these of an agent's own topics come to, each gone into as a step. */
async function ownConclusions(session: RunSession, among: readonly Topic[]): Promise<Conclusion[]> {
  const conclusions: Conclusion[] = [];
  for (const topic of among) if (mayRead(session.agent, topic)) conclusions.push(await goInto(session, topic));
  return conclusions;
}

async function report(session: RunSession): Promise<Briefed> {
  const conclusions = await ownConclusions(session, ofOthers);
  const headlines = conclusions.flatMap(({ headline }) => (headline ? [headline] : []));
  const first: Line = headlines.slice(0, 2).flatMap((line, at) => (at === 0 ? line : [" ", ...line]));
  const made = combined(first.length > 0 ? first : nothing, conclusions);
  return { ...made, concerns: conclusions.flatMap(({ concerns }) => concerns), asked: [] };
}

/** The CEO asks every other executive and weighs what they say against each other. */
async function lead(session: RunSession): Promise<Briefed> {
  const { others, revenue } = await session.use(lookAround, {});
  const heard: { voice: Voice; asked: Asked }[] = [];
  for (const one of others) heard.push(await ask(session, one));
  const [goals = null] = await ownConclusions(
    session,
    topics.filter(({ id }) => id === goalsId),
  );
  const { id: agentId, name, role } = session.agent;
  const own: Voice[] = goals ? [{ agentId, name, role, refused: null, headlines: [], ...goals, missing: [] }] : [];
  const voices = [...heard.map(({ voice }) => voice), ...own];
  const { today } = todayOf(session.ctx);
  const made = concludeBrief({ voices, monthlyRevenue: revenue }, goals, today);
  const lines = heard.flatMap(({ asked }) => asked.said);
  const named = namedIn(
    lines,
    voices.flatMap(({ figures }) => figures),
  );
  const known = new Set(made.figures.map(({ id }) => id));
  return {
    ...made,
    figures: [...made.figures, ...named.filter(({ id }) => !known.has(id))],
    concerns: own.flatMap(({ concerns }) => concerns),
    asked: heard.map(({ asked }) => asked),
  };
}

/** Asks one executive; who is paused or does not get through is named, and the brief goes on. */
async function ask(session: RunSession, to: Persona): Promise<{ voice: Voice; asked: Asked }> {
  const { id: agentId, name, role, status } = to;
  const silent = (refused: string, reached: boolean) => ({
    voice: { agentId, name, role, refused, headlines: [], concerns: [], figures: [], missing: [] },
    asked: { agentId, name, role, refused, reached, said: [], proposals: [] },
  });
  if (status !== "active") return silent(`is ${status}`, false);
  try {
    const { headline, concerns, figures, missing, proposals } = await session.delegate(to, briefing, {});
    const isSilent = inWords(headline, figures) === inWords(nothing, []);
    return {
      voice: { agentId, name, role, refused: null, headlines: isSilent ? [] : [headline], concerns, figures, missing },
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
