import { notFound } from "#contract/errors.ts";
import { addDays } from "#contract/days.ts";
import * as accounts from "#features/accounts/store.ts";
import type { VoiceStyle } from "#features/agents/contract.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import { lastReflectionAt } from "#features/brain/patterns/store.ts";
import { pendingOfType } from "#features/decisions/standing/store.ts";
import type { Identity, PerformanceMetrics, personalities, Profile } from "#features/identity/contract.ts";
import { profileInitialized } from "#features/identity/events.ts";
import { promotionType } from "#features/identity/promotions/service.ts";
import * as tiers from "#features/identity/promotions/rules.ts";
import { entriesOf, ruleOf, standingOf } from "#features/identity/promotions/service.ts";
import * as promotions from "#features/identity/promotions/store.ts";
import * as rules from "#features/identity/scores/rules.ts";
import { mondayOf, updateScore } from "#features/identity/scores/service.ts";
import * as store from "#features/identity/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { newestAbout } from "#platform/journal/store.ts";

const voices: Record<VoiceStyle, { personality: (typeof personalities)[number]; communication: string }> = {
  strategic: { personality: "strategic", communication: "The conclusion first, then what it follows from" },
  diplomatic: { personality: "diplomatic", communication: "Considerate, with the other side's view" },
  aggressive: { personality: "aggressive", communication: "Direct, without introduction" },
  analytical: { personality: "strategic", communication: "Figures first" },
  conservative: { personality: "diplomatic", communication: "Careful, with what the figures rest on" },
  innovative: { personality: "creative", communication: "Findings as openings for something new" },
};

/** The most lines of a profile's history log. */
const loggedLines = 20;
const weeksShown = 8;
const firstWeek = (tx: Tx): string => addDays(mondayOf(dayIn(tx.now, tx.timeZone)), -7 * (weeksShown - 1));

type Known = {
  score: store.ScoreRow | null;
  weeks: readonly { week: string; performance: number }[];
  rules: readonly promotions.RuleRow[];
  pending: ReadonlyMap<string, string>;
  reflectedAt: Date | null;
  log: readonly { at: Date; title: string }[];
};

function profileOf(
  row: store.ProfileRow,
  agent: agents.AgentRow,
  { score, weeks, rules: known, pending, reflectedAt, log }: Known,
): Profile {
  const inputs = score?.inputs ?? null;
  const performance = rules.performanceOf(inputs);
  const weekly = weeks.map((week) => week.performance);
  const fields = new Map(inputs ? rules.fieldsOf(inputs, weekly).map(({ id, value }) => [id, value]) : []);
  const field = (id: string) => fields.get(id) ?? null;
  const above = tiers.tierAbove(row.roleTier);
  const rule = known.find(({ tier }) => tier === above);
  const standing = standingOf(score);
  const { personality, communication } = voices[agent.voiceStyle];
  const eligibleFor = rule && tiers.isEligible(rule, standing) ? above : null;
  const pendingDecisionId = pending.get(agent.id) ?? null;
  return {
    agentId: agent.id,
    agentName: agent.name,
    agentType: agent.role,
    specialtyFocus: inputs && rules.specialtyOf(inputs),
    personality,
    roleTier: row.roleTier,
    performanceScore: performance === null ? null : performance.toFixed(1),
    taskCount: standing.finished,
    errorRate: standing.errorRate === null ? null : standing.errorRate.toFixed(2),
    promotionCount: row.promotionCount,
    communicationStyle: communication,
    defaultResponseLength: agent.responseLength,
    escalationBehavior: agent.escalation,
    voiceStyle: agent.voiceStyle,
    tasksCompleted: inputs?.completed ?? 0,
    casesHandled: inputs?.questions ?? 0,
    successRate: field("successRate"),
    revenueImpact: field("revenueImpact"),
    operationalImpact: field("operationalImpact"),
    stakeholderScore: field("stakeholderScore"),
    consistencyScore: field("consistencyScore"),
    speedScore: field("speedScore"),
    lastPromotionDate: row.lastPromotionAt?.toISOString() ?? null,
    promotionStatus: pendingDecisionId ? "pending" : eligibleFor ? "eligible" : "active",
    lastReflectionDate: reflectedAt && reflectedAt > row.createdAt ? reflectedAt.toISOString() : null,
    historyLog: log.slice(0, loggedLines).map(({ at, title }) => ({ at: at.toISOString(), text: title })),
    style: `${agent.voiceStyle} voice, ${agent.responseLength} answers, ${agent.escalation} escalation`,
    eligibleFor,
    pendingDecisionId,
    weeks: weekly,
    createdAt: row.createdAt.toISOString(),
  };
}

export async function profiles(tx: Tx): Promise<Profile[]> {
  const team = (await agents.listAll(tx)).filter(({ retiredAt }) => !retiredAt);
  const ids = team.map(({ id }) => id);
  const [lines, reflectedAt, rows, scores, weeks, known, pending] = await Promise.all([
    newestAbout(tx, ids, ids.length * loggedLines),
    lastReflectionAt(tx),
    store.profiles(tx),
    store.scores(tx),
    store.weeks(tx, firstWeek(tx)),
    promotions.rules(tx),
    pendingOfType(tx, promotionType),
  ]);
  return team.flatMap((agent) => {
    const row = rows.find(({ agentId }) => agentId === agent.id);
    const score = scores.find(({ agentId }) => agentId === agent.id) ?? null;
    const own = weeks.filter(({ agentId }) => agentId === agent.id);
    const log = lines.filter(({ resourceId }) => resourceId === agent.id);
    return row ? [profileOf(row, agent, { score, weeks: own, rules: known, pending, reflectedAt, log })] : [];
  });
}

const noInputs: rules.Inputs = {
  finished: 0,
  completed: 0,
  withResult: 0,
  due: 0,
  onTime: 0,
  questions: 0,
  settled: 0,
  approved: 0,
  rejectedForCause: 0,
  good: 0,
  revenueImpact: null,
  operationalImpact: null,
  failedRuns: 0,
  outcomes: [],
  runs: 0,
  costUsd: 0,
  planUsd: 0,
};

function metricsOf(
  row: store.ProfileRow | null,
  { score, weeks, rules: known }: Known,
  names: ReadonlyMap<string, string>,
): PerformanceMetrics {
  const inputs = score?.inputs ?? noInputs;
  const standing = standingOf(score);
  const above = tiers.tierAbove(row?.roleTier ?? "executive");
  const rule = known.find(({ tier }) => tier === above);
  return {
    score: rules.performanceOf(inputs),
    parts: rules.partsOf(inputs),
    formula: rules.performanceFormula,
    finishedTasks: inputs.finished,
    errors: rules.errorsOf(inputs, score?.reversals ?? 0),
    fields: rules.fieldsOf(
      inputs,
      weeks.map(({ performance }) => performance),
    ),
    cost: { runs: inputs.runs, usd: inputs.costUsd, planUsd: inputs.planUsd },
    weeks: weeks.map(({ week, performance }) => ({ week, performance })),
    types: inputs.outcomes.map(({ decisionType, resolved, held, brier, skill }) => ({
      decisionType,
      resolved,
      held,
      // Hidden under 10 resolved, as everywhere.
      brier: resolved < 10 ? null : brier,
      skill: resolved < 10 ? null : skill,
    })),
    promotionProgress: tiers.promotionProgress(inputs.finished),
    next: rule
      ? {
          rule: ruleOf(rule, names),
          requirements: tiers.requirementsOf(rule, standing),
          isEligible: tiers.isEligible(rule, standing),
        }
      : null,
  };
}

export async function identity(tx: Tx, id: string): Promise<Identity> {
  const agent = await agents.findEver(tx, id);
  if (!agent) throw notFound();
  const [log, reflectedAt, row, score, weeks, known, pending, history, names] = await Promise.all([
    newestAbout(tx, [id], loggedLines),
    lastReflectionAt(tx),
    store.findProfile(tx, id),
    store.findScore(tx, id),
    store.weeks(tx, firstWeek(tx), id),
    promotions.rules(tx),
    pendingOfType(tx, promotionType),
    promotions.history(tx, id),
    accounts.usernames(tx),
  ]);
  const all = { score, weeks, rules: known, pending, reflectedAt, log };
  return {
    agent: agents.toAgent(agent),
    profile: row && profileOf(row, agent, all),
    promotionHistory: entriesOf(history, names),
    performanceMetrics: metricsOf(row, all, names),
  };
}

/** Creates the profile with the first line of its history; repeating it changes nothing. */
export function initialize(ctx: Ctx, id: string): Promise<Identity> {
  return write(ctx, async (tx) => {
    const agent = await serving(tx, id);
    if (await store.addProfile(tx, id)) {
      await promotions.addEntry(tx, {
        agentId: id,
        fromRole: null,
        toRole: "executive",
        promotionType: "initial",
        reason: "Profile initialized",
        performanceAtPromotion: agent.performance,
        approvedBy: person(tx).id,
        decisionId: null,
      });
      await record(tx, profileInitialized(agent, "executive"));
      await updateScore(tx, id);
    }
    return identity(tx, id);
  });
}
