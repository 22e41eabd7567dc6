import { AppError } from "#contract/errors.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import type { Company, Locale } from "#features/accounts/contract.ts";
import { companyChanged } from "#features/accounts/events.ts";
import type { PlanState } from "#features/accounts/plan/contract.ts";
import { agentsAllowed, readPlan, requireAgentPlaces } from "#features/accounts/plan/service.ts";
import * as accounts from "#features/accounts/store.ts";
import type { Agent } from "#features/agents/contract.ts";
import { agentCreated, agentUpdated } from "#features/agents/events.ts";
import { capabilityFlags } from "#features/agents/rules.ts";
import { repairReportingLines } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { revenueMetric } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import * as records from "#features/records/store.ts";
import { connectionOf } from "#features/models/connection/service.ts";
import { uncovered } from "#features/setup/company/rules.ts";
import type { AgentSetup, WorkforceSetup } from "#features/setup/contract.ts";
import { workforceInitialized } from "#features/setup/events.ts";
import { defaultWorkforce, describeReadiness, workforceError } from "#features/setup/rules.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Outcome = { agents: Agent[]; created: number; updated: number };

export async function setupAgents(ctx: Ctx, input: WorkforceSetup): Promise<Outcome> {
  const error = workforceError(input);
  if (error) throw new AppError("unprocessable", error);
  return write(ctx, (tx) => upsertAgents(tx, input.agents));
}

async function upsertAgents(tx: Tx, settings: readonly AgentSetup[]): Promise<Outcome> {
  await authority.ensurePolicies(tx);
  const filledRoles = new Set((await agents.list(tx)).map(({ role }) => role));
  await requireAgentPlaces(
    tx,
    async () => filledRoles.size,
    settings.filter(({ role }) => !filledRoles.has(role as AgentRoleId)).length,
  );
  const outcome: Outcome = { agents: [], created: 0, updated: 0 };
  const createdIds = new Set<string>();
  for (const setup of settings) {
    const { agent, created } = await agents.put(tx, {
      role: setup.role as AgentRoleId,
      name: setup.name,
      capabilities: capabilityFlags(setup.role as AgentRoleId, setup.capabilities),
      authority: setup.decisionAuthority,
      budget: setup.budgetLimit,
      emailAddress: setup.emailAddress ?? null,
      customInstructions: setup.customInstructions ?? "",
    });
    outcome[created ? "created" : "updated"] += 1;
    if (created) createdIds.add(agent.id);
    await record(tx, created ? agentCreated(agent) : agentUpdated(agent));
    outcome.agents.push(agents.toAgent(agent));
  }
  await repairReportingLines(tx, createdIds);
  const changed = new Set(outcome.agents.map((agent) => agent.id));
  outcome.agents = (await agents.list(tx)).filter((agent) => changed.has(agent.id));
  return outcome;
}

/** Creates the eight defaults, or as many as the plan allows, if there are no agents, else checks the existing ones. */
export async function initializeAgents(ctx: Ctx): Promise<{ message: string; created: number }> {
  const hasModel = (await connectionOf(ctx)) !== null;
  return write(ctx, async (tx) => {
    const before = await agents.list(tx);
    const allowed = (await agentsAllowed(tx)) ?? defaultWorkforce.length;
    const { created } =
      before.length === 0 ? await upsertAgents(tx, defaultWorkforce.slice(0, allowed)) : { created: 0 };
    const repaired = created > 0 ? 0 : await repairReportingLines(tx);
    const team = await agents.list(tx);
    const message = describeReadiness({
      hasModel,
      ready: team.filter((agent) => agent.status === "active").length,
      total: team.length,
      repaired,
      revenue: (await metrics.lastDay(tx, revenueMetric)) !== null,
      cfo: team.some((agent) => agent.role === "CFO"),
      uncovered: uncovered(
        (await accounts.setup(tx)).departmentsActive,
        team.map(({ role }) => role),
      ),
    });
    await record(tx, workforceInitialized(tx.company, created, repaired));
    return { message, created };
  });
}

/** The company's plan; null while plans are off. */
export const plan = (ctx: Ctx): Promise<{ plan: PlanState | null }> =>
  read(ctx, async (tx) => ({ plan: await readPlan(tx, (await agents.list(tx)).length) }));

/**
 * Recorded amounts keep their currency. Budgets and limits take the new one, so it can't change once there are
 * decisions.
 */
export function setLocale(
  ctx: Ctx,
  input: Omit<Locale, "fiscalYearStart"> & { fiscalYearStart?: number | undefined },
): Promise<Company> {
  return write(ctx, async (tx) => {
    const fiscalYearStart = await accounts.fiscalYearStart(tx);
    const locale = { ...input, fiscalYearStart: input.fiscalYearStart ?? fiscalYearStart };
    if (locale.currency !== tx.currency && (await decisions.exist(tx)))
      throw new AppError(
        "conflict",
        `You already have decisions in ${tx.currency}. Reset the data to change the currency.`,
      );
    if (locale.currency !== tx.currency) {
      await metrics.nameCurrency(tx, currency.parse(tx.currency));
      await records.nameCurrency(tx, tx.currency);
    }
    const company = await accounts.setLocale(tx, locale);
    await record(tx, companyChanged(tx.company, { ...tx, fiscalYearStart }, locale));
    return company;
  });
}
