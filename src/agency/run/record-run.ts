import { fingerprint } from "#agency/run/fingerprint.ts";
import * as store from "#agency/run/store.ts";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Tx } from "#platform/context.ts";

/** Work that was done by rules inside a verb's own transaction, and how. */
export type DoneWork = {
  id: string;
  agent: { id: string; name: string; role: AgentRoleId };
  skill: string;
  label: string;
  input: unknown;
  origin: Origin;
  facts: Fact[];
  steps: readonly { title: string; detail: string }[];
};

/** Writes down work that needs no run of its own to go on: it is done when the verb that did it is. */
export function recordRun(tx: Tx, { agent, steps, ...work }: DoneWork): Promise<void> {
  const row = {
    ...work,
    agentId: agent.id,
    agentName: agent.name,
    agentRole: agent.role,
    trigger: tx.actor.kind === "user" ? ("person" as const) : ("agent" as const),
    askedBy: tx.actor.kind === "user" ? tx.actor.id : null,
    fingerprint: fingerprint(work.skill, { agent: agent.id, input: work.input }),
    status: "done" as const,
    engine: "rules",
    attempts: 1,
  };
  return store.addDone(
    tx,
    row,
    steps.map(({ title, detail }) => ({ key: fingerprint(title, null), title, detail })),
  );
}
