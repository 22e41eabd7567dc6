import { createHash } from "node:crypto";
import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import { aloneShare } from "#features/authority/limits/rules.ts";
import type { AgentConfig, changeConfig } from "#features/identity/config/contract.ts";
import { configChanged } from "#features/identity/events.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

function versionOf({
  voiceStyle,
  riskTolerance,
  defaultTaskType,
  responseLength,
  escalation,
}: agents.AgentRow): string {
  const parts = [voiceStyle, riskTolerance, defaultTaskType, responseLength, escalation];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function configOf(row: agents.AgentRow): AgentConfig {
  const { voiceStyle, riskTolerance, defaultTaskType, responseLength, escalation } = row;
  const { share, source } = aloneShare({ decisionAuthority: row.authority, riskTolerance, escalation });
  return {
    agentId: row.id,
    voiceStyle,
    riskTolerance,
    defaultTaskType,
    defaultResponseLength: responseLength,
    escalationBehavior: escalation,
    alone: { share, source: source("a limit") },
    version: versionOf(row),
  };
}

export async function find(tx: Tx, id: string): Promise<AgentConfig> {
  const agent = await agents.find(tx, id);
  if (!agent) throw notFound();
  return configOf(agent);
}

/** A lower risk tolerance applies at once: policy approvals without effects yet are checked again. */
export function change(ctx: Ctx, id: string, form: z.output<typeof changeConfig.body>): Promise<AgentConfig> {
  return write(ctx, async (tx) => {
    const before = await serving(tx, id);
    if (form.version !== undefined && form.version !== versionOf(before))
      throw new AppError(
        "conflict",
        `Someone changed ${before.name}'s configuration since you opened it. What you typed is still here.`,
      );
    const wanted = {
      voiceStyle: form.voiceStyle,
      riskTolerance: form.riskTolerance,
      defaultTaskType: form.defaultTaskType,
      responseLength: form.defaultResponseLength ?? before.responseLength,
      escalation: form.escalationBehavior ?? before.escalation,
    };
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((key) => before[key] !== wanted[key]);
    if (changed.length === 0) return configOf(before);
    const after = await agents.update(tx, id, wanted);
    const changes = Object.fromEntries(changed.map((key) => [key, { from: before[key], to: wanted[key] }]));
    await record(tx, configChanged(before, changes));
    await agencyOf(tx).recheckApprovals(tx);
    return configOf(after ?? before);
  });
}
