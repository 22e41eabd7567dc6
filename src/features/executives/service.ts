import * as accounts from "#features/accounts/store.ts";
import { requireAgentPlaces } from "#features/accounts/plan/service.ts";
import { agentCreated, agentReinstated, agentRetired, agentUpdated } from "#features/agents/events.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import type { z } from "zod";
import { stop } from "#agency/run/stop.ts";
import * as runs from "#agency/run/store.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { agentRole, includesRole, roleTitle, suggestedAddress } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import * as rules from "#features/agents/rules.ts";
import { repairReportingLines, serving, working } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import { limitOf } from "#features/authority/service.ts";
import * as authority from "#features/authority/store.ts";
import { recheckApprovals } from "#features/decisions/release/service.ts";
import * as decisions from "#features/decisions/store.ts";
import type { addExecutive, editExecutive, Executive, listRetired } from "#features/executives/contract.ts";
import { budgetWarnings, retireError } from "#features/executives/rules.ts";
import * as tasks from "#features/tasks/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Active or retired. */
export async function show(tx: Tx, id: string): Promise<Executive> {
  const row = await agents.findEver(tx, id);
  if (!row) throw notFound();
  const limit = await limitOf(tx, row);
  return {
    agent: agents.toAgent(row),
    updatedAt: row.updatedAt.toISOString(),
    retired: row.retiredAt && { at: row.retiredAt.toISOString(), reason: row.retiredReason },
    limit,
    pendingDecisions: await decisions.pendingOf(tx, id),
    openTasks: await tasks.countOpen(tx, id),
    remarks: budgetWarnings(limit, currency.parse(tx.currency)),
  };
}

/** Latest first. */
export async function retired(tx: Tx): Promise<z.output<typeof listRetired.response>> {
  return (await agents.listRetired(tx)).flatMap(({ id, name, role, retiredAt, retiredReason: reason }) =>
    retiredAt ? [{ id, name, role, retiredAt: retiredAt.toISOString(), reason }] : [],
  );
}

const columnsOf = ({ decisionAuthority: authority, budgetLimit: budget, ...settings }: rules.Settings) => ({
  ...settings,
  authority,
  budget,
});

/** Throws if the agent can't report to `to`. */
async function requireSuperior(
  tx: Tx,
  agent: Pick<agents.AgentRow, "id" | "name" | "role" | "reportsTo">,
  to: string | null | undefined,
): Promise<void> {
  if (!to) return;
  await working(tx, to);
  const team = (await agents.listEveryone(tx)).map(({ systemProps: { reportsTo }, ...agentFields }) => ({
    ...agentFields,
    reportsTo,
  }));
  const error = rules.reportingError(agent, to, team);
  if (error) throw new AppError("unprocessable", error);
}

/** Throws unless the programs of this person may propose. */
async function requireOperator(tx: Tx, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const found = (await accounts.people(tx)).find((one) => one.id === id);
  if (!found) throw notFound();
  if (!includesRole(found.role, "member"))
    throw new AppError("unprocessable", `${found.username} is a ${found.role}, whose programs may not propose`);
}

/** Refused if the settings have changed since `updatedAt`. */
export function edit(ctx: Ctx, id: string, input: z.output<typeof editExecutive.body>): Promise<Executive> {
  const { updatedAt, ...sent } = input;
  return write(ctx, async (tx) => {
    // Lock the team before the agent's row, so that changes of reporting lines run one at a time.
    if (sent.reportsTo !== undefined) await agents.lockTeam(tx);
    const before = await serving(tx, id);
    await requireSuperior(tx, before, sent.reportsTo);
    if (sent.operatorId && !before.isOutside)
      throw new AppError("unprocessable", `${before.name} works here and has no operator`);
    await requireOperator(tx, sent.operatorId);
    const error = rules.capabilityError(before.role, sent.capabilities);
    if (error) throw new AppError("unprocessable", error);
    if (before.updatedAt.toISOString() !== updatedAt)
      throw new AppError("conflict", `Someone else just changed ${before.name}. Reload and try again.`);
    const { settings, changes } = rules.changing(rules.settingsOf(agents.toAgent(before)), sent);
    if (Object.keys(changes).length > 0) {
      await agents.update(tx, id, columnsOf(settings));
      const { name } = settings;
      const change = {
        changes,
        fields: rules.listChangedFields(changes),
        changesAuthority: rules.changesAuthority(changes),
      };
      await record(tx, agentUpdated({ id, name, role: before.role }, change));
      await recheckApprovals(tx);
    }
    return show(tx, id);
  });
}

export function add(ctx: Ctx, input: z.output<typeof addExecutive.body>): Promise<Executive> {
  const { role, autonomyLevel: autonomy, ...sent } = input;
  const isOutside = sent.operatorId !== undefined;
  if (isOutside && sent.name === undefined) throw new AppError("unprocessable", "Name the outside agent");
  return write(ctx, async (tx) => {
    const { firstName, authority: decisionAuthority, budget: budgetLimit, capabilities } = agentRole(role);
    const defaults: rules.Settings = {
      name: firstName,
      emailAddress: isOutside ? null : suggestedAddress(role),
      operatorId: null,
      decisionAuthority,
      budgetLimit,
      customInstructions: "",
      reportsTo: null,
      capabilities: rules.capabilityFlags(role, capabilities),
    };
    const { settings } = rules.changing(defaults, sent);
    await requireSuperior(tx, { id: "", name: settings.name, role, reportsTo: null }, sent.reportsTo);
    const error = rules.capabilityError(role, sent.capabilities);
    if (error) throw new AppError("unprocessable", error);
    await requireOperator(tx, sent.operatorId);
    await requirePlace(tx);
    await authority.ensurePolicies(tx);
    const added = await agents.add(tx, { ...columnsOf(settings), role, isOutside, ...(autonomy && { autonomy }) });
    if (!added) throw await roleTakenError(tx, role);
    await record(tx, agentCreated(added));
    if (sent.reportsTo === undefined || role === "CEO") await repairReportingLines(tx, new Set([added.id]));
    return show(tx, added.id);
  });
}

const requirePlace = (tx: Tx): Promise<void> =>
  requireAgentPlaces(tx, async () => (await agents.listEveryone(tx)).length);

async function roleTakenError(tx: Tx, role: agents.AgentRow["role"]): Promise<AppError> {
  const holder = (await agents.list(tx)).find((agent) => agent.role === role);
  return new AppError(
    "conflict",
    `${holder?.name ?? "Another agent"} is already the ${roleTitle(role)}. Retire them first.`,
  );
}

/** Unassigns its open tasks, moves its reports to its superior and stops its runs. Refused with pending decisions. */
export function retire(ctx: Ctx, id: string, reason?: string): Promise<Executive> {
  return write(ctx, async (tx) => {
    const agent = await serving(tx, id);
    const error = retireError(agent, await decisions.pendingOf(tx, id));
    if (error) throw new AppError("conflict", error);
    const reports = (await agents.listEveryone(tx)).filter(({ systemProps }) => systemProps.reportsTo === id);
    for (const report of reports) await agents.update(tx, report.id, { reportsTo: agent.reportsTo });
    const unassigned = await tasks.unassignOpen(tx, id);
    await stopRuns(tx, id);
    await agents.update(tx, id, { retiredAt: tx.now, retiredReason: reason ?? null });
    await recheckApprovals(tx);
    const summary = `unassigned because ${agent.name} (${agent.role}) was retired`;
    await record(
      tx,
      agentRetired(agent, {
        reason: reason ?? null,
        tasks: unassigned.length,
        reports: reports.map((report) => report.id),
      }),
      ...unassigned.map((task) => taskUpdated(task, { assignedFrom: id, assignedTo: null }, { summary, agentId: id })),
    );
    return show(tx, id);
  });
}

async function stopRuns(tx: Tx, agentId: string): Promise<void> {
  for (const id of await runs.unfinishedRuns(tx, agentId)) await stop(tx, id);
}

/** With its old settings; refused if the role is taken. */
export function reinstate(ctx: Ctx, id: string): Promise<Executive> {
  return write(ctx, async (tx) => {
    const agent = await agents.lock(tx, id);
    if (!agent) throw notFound();
    if (!agent.retiredAt) throw new AppError("conflict", `${agent.name} (${agent.role}) is not retired.`);
    if (!agent.isOutside && (await agents.list(tx)).some(({ role }) => role === agent.role))
      throw await roleTakenError(tx, agent.role);
    await requirePlace(tx);
    await agents.update(tx, id, { retiredAt: null, retiredReason: null });
    await repairReportingLines(tx, new Set([id]));
    await record(tx, agentReinstated(agent, agent.retiredAt));
    return show(tx, id);
  });
}
