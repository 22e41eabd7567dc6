import { agentCreated, agentReinstated, agentRetired, agentUpdated } from "#features/agents/events.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import type { z } from "zod";
import { stop } from "#agency/run/stop.ts";
import * as runs from "#agency/run/store.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { agentRole, suggestedAddress } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import {
  capabilityFault,
  capabilityFlags,
  changesAuthority,
  changesInWords,
  edited,
  reportingFault,
  type Settings,
  settingsOf,
} from "#features/agents/rules.ts";
import { repairReportingLines, serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import { limitOf } from "#features/authority/service.ts";
import * as authority from "#features/authority/store.ts";
import * as decisions from "#features/decisions/store.ts";
import type { addExecutive, editExecutive, Executive, listRetired } from "#features/executives/contract.ts";
import { budgetRemarks, retireFault } from "#features/executives/rules.ts";
import * as tasks from "#features/tasks/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** One executive who serves or ever did. */
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
    openTasks: await tasks.openAmount(tx, id),
    remarks: budgetRemarks(limit, currency.parse(tx.currency)),
  };
}

/** Those who were retired, the last one first. */
export async function retired(tx: Tx): Promise<z.output<typeof listRetired.response>> {
  return (await agents.listRetired(tx)).flatMap(({ id, name, role, retiredAt, retiredReason: reason }) =>
    retiredAt ? [{ id, name, role, retiredAt: retiredAt.toISOString(), reason }] : [],
  );
}

const columnsOf = ({ decisionAuthority: authority, budgetLimit: budget, ...settings }: Settings) => ({
  ...settings,
  authority,
  budget,
});

/** Refuses whom an executive cannot report to; an id of nobody in the company is unknown. */
async function requireSuperior(
  tx: Tx,
  agent: Pick<agents.AgentRow, "id" | "name" | "role" | "reportsTo">,
  to: string | null | undefined,
): Promise<void> {
  if (!to) return;
  await serving(tx, to);
  const team = (await agents.list(tx)).map(({ systemProps: { reportsTo }, ...each }) => ({ ...each, reportsTo }));
  const fault = reportingFault(agent, to, team);
  if (fault) throw new AppError("unprocessable", fault);
}

/** Changes what was sent of an executive's settings, unless somebody changed them since they were read. */
export function edit(ctx: Ctx, id: string, input: z.output<typeof editExecutive.body>): Promise<Executive> {
  const { updatedAt, ...sent } = input;
  return write(ctx, async (tx) => {
    const before = await serving(tx, id);
    await requireSuperior(tx, before, sent.reportsTo);
    const fault = capabilityFault(before.role, sent.capabilities);
    if (fault) throw new AppError("unprocessable", fault);
    if (before.updatedAt.toISOString() !== updatedAt)
      throw new AppError("conflict", `Somebody changed ${before.name} in the meantime. Look at it again.`);
    const { settings, changes } = edited(settingsOf(agents.toAgent(before)), sent);
    if (Object.keys(changes).length > 0) {
      await agents.update(tx, id, columnsOf(settings));
      const { name } = settings;
      const change = { changes, inWords: changesInWords(changes), changesAuthority: changesAuthority(changes) };
      await record(tx, agentUpdated({ id, name, role: before.role }, change));
    }
    return show(tx, id);
  });
}

/** Adds the executive of a role that has none, with the role's defaults for what is left out. */
export function add(ctx: Ctx, input: z.output<typeof addExecutive.body>): Promise<Executive> {
  const { role, ...sent } = input;
  return write(ctx, async (tx) => {
    const { firstName, authority: decisionAuthority, budget: budgetLimit, capabilities } = agentRole(role);
    const defaults: Settings = {
      name: firstName,
      emailAddress: suggestedAddress(role),
      decisionAuthority,
      budgetLimit,
      customInstructions: "",
      reportsTo: null,
      capabilities: capabilityFlags(role, capabilities),
    };
    const { settings } = edited(defaults, sent);
    await requireSuperior(tx, { id: "", name: settings.name, role, reportsTo: null }, sent.reportsTo);
    const fault = capabilityFault(role, sent.capabilities);
    if (fault) throw new AppError("unprocessable", fault);
    await authority.ensurePolicies(tx);
    const added = await agents.add(tx, { ...columnsOf(settings), role });
    if (!added) throw await roleTaken(tx, role);
    await record(tx, agentCreated(added));
    if (sent.reportsTo === undefined || role === "CEO") await repairReportingLines(tx, new Set([added.id]));
    return show(tx, added.id);
  });
}

async function roleTaken(tx: Tx, role: agents.AgentRow["role"]): Promise<AppError> {
  const holder = (await agents.list(tx)).find((agent) => agent.role === role);
  return new AppError("conflict", `${holder?.name ?? "Somebody"} is the ${role}: there is one executive a role.`);
}

/**
 * Takes an executive out of service. What it did stays under its name; open tasks become nobody's, and who reported to
 * it reports to its superior. While its decisions wait it stays: a person answers them, and not by retiring whoever
 * asked.
 */
export function retire(ctx: Ctx, id: string, reason?: string): Promise<Executive> {
  return write(ctx, async (tx) => {
    const agent = await serving(tx, id);
    const fault = retireFault(agent, await decisions.pendingOf(tx, id));
    if (fault) throw new AppError("conflict", fault);
    const reports = (await agents.list(tx)).filter(({ systemProps }) => systemProps.reportsTo === id);
    for (const each of reports) await agents.update(tx, each.id, { reportsTo: agent.reportsTo });
    const left = await tasks.unassignOpen(tx, id);
    await stopRuns(tx, id);
    await agents.update(tx, id, { retiredAt: tx.now, retiredReason: reason ?? null });
    const inWords = `open to anybody, as ${agent.name} (${agent.role}) was retired`;
    await record(
      tx,
      agentRetired(agent, { reason: reason ?? null, tasks: left.length, reports: reports.map((each) => each.id) }),
      ...left.map((task) => taskUpdated(task, { assignedFrom: id, assignedTo: null }, inWords)),
    );
    return show(tx, id);
  });
}

/** Asks everything an executive is working on to stop; a piece of somebody else's work ends with that. */
async function stopRuns(tx: Tx, agentId: string): Promise<void> {
  for (const id of await runs.unfinishedRuns(tx, agentId)) await stop(tx, id);
}

/** Takes a retired executive back into service as it was, while nobody else has its role. */
export function reinstate(ctx: Ctx, id: string): Promise<Executive> {
  return write(ctx, async (tx) => {
    const agent = await agents.lock(tx, id);
    if (!agent) throw notFound();
    if (!agent.retiredAt) throw new AppError("conflict", `${agent.name} (${agent.role}) is not retired.`);
    if ((await agents.list(tx)).some(({ role }) => role === agent.role)) throw await roleTaken(tx, agent.role);
    await agents.update(tx, id, { retiredAt: null, retiredReason: null });
    await repairReportingLines(tx, new Set([id]));
    await record(tx, agentReinstated(agent, agent.retiredAt));
    return show(tx, id);
  });
}
