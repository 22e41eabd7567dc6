import { notFound } from "#contract/errors.ts";
import { type Written, writtenObject } from "#contract/written.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as exposures from "#features/authority/store.ts";
import * as communications from "#features/communications/store.ts";
import { notifyId } from "#features/communications/rules.ts";
import type { Decision, DecisionPage } from "#features/decisions/contract.ts";
import * as lists from "#features/decisions/list/store.ts";
import * as store from "#features/decisions/store.ts";
import { createTaskId } from "#features/tasks/rules.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { linesAbout } from "#platform/journal/store.ts";

/** One decision with how it was reached: working, effects, budget and what the journal says of all of them. */
export async function page(tx: Tx, id: string): Promise<DecisionPage> {
  const [row, decision, made, said, people, everybody] = await Promise.all([
    store.find(tx, id),
    lists.show(tx, id),
    tasks.ofDecision(tx, id),
    communications.ofDecision(tx, id),
    accounts.usernames(tx),
    agents.everybody(tx),
  ]);
  if (!row || !decision) throw notFound();
  const effects = [
    ...made.map((task) => ({ kind: "task" as const, id: task.id, title: task.title, status: task.status })),
    ...said.map((message) => ({
      kind: "message" as const,
      id: message.id,
      title: message.subject,
      status: message.status,
    })),
  ];
  const others =
    row.status === "approved" ? row.working.effects.filter(({ action }) => !shownByRow.includes(action)) : [];
  const proposer = everybody.find((agent) => agent.id === row.agentId);
  const [lines, budget] = await Promise.all([
    linesAbout(tx, [id, ...effects.map((effect) => effect.id)]),
    budgetOf(tx, row, proposer),
  ]);
  const team = new Map(everybody.map((agent) => [agent.id, `${agent.name} (${agent.role})`]));
  const names = new Map(everybody.map((agent) => [agent.id, agent.name]));
  const actorOf = (line: (typeof lines)[number]): string => {
    if (line.actorKind === "user") return people.get(line.actorId ?? "") ?? "a former member";
    return line.actorKind === "agent" ? (names.get(line.agentId ?? "") ?? row.agentName) : "Boardroom";
  };
  return {
    decision,
    working: row.working,
    effects: [
      ...effects,
      ...others.map(({ summary }) => ({ kind: "action" as const, id, title: summary, status: "done" })),
    ],
    budget,
    journal: lines.map((line) => ({
      agent: line.agentId ? (team.get(line.agentId) ?? null) : null,
      seq: line.seq,
      at: line.at.toISOString(),
      action: line.action,
      title: line.title,
      actor: actorOf(line),
      details: { ...withoutLine(line.details), ...receiverOf(said, line.resourceId, team) },
    })),
  };
}

/** What they did is a row that can be looked at. */
const shownByRow: readonly string[] = [createTaskId, notifyId];

/** The feed's line is for the feed. */
const withoutLine = ({ line: _, ...details }: Record<string, unknown>) => details;

/** What a card shows of it: the decision alone. */
export async function card(tx: Tx, id: string): Promise<Written<Pick<DecisionPage, "decision">>> {
  const decision = await lists.showWritten(tx, id);
  if (!decision) throw notFound();
  return writtenObject<Pick<DecisionPage, "decision">>({ decision });
}

/** Who was told, for a line about a message: an agent as "Marcus (CFO)", or the owner. */
function receiverOf(
  said: readonly { id: string; receiverAgentId: string | null; recipient: string | null }[],
  id: string | null,
  team: ReadonlyMap<string, string>,
): { told?: string } {
  const message = said.find((each) => each.id === id);
  if (!message) return {};
  return { told: team.get(message.receiverAgentId ?? "") ?? message.recipient ?? "a former colleague" };
}

async function budgetOf(
  tx: Tx,
  row: store.DecisionRow,
  agent: { id: string; budget: number } | undefined,
): Promise<DecisionPage["budget"]> {
  if (!agent || row.exposure.kind === "none" || row.exposure.kind === "discount") return null;
  const year = Number(dayIn(row.createdAt, tx.timeZone).slice(0, 4));
  const ledger = (await exposures.yearLedgers(tx, year)).get(agent.id) ?? { reservedThisYear: 0, committedThisYear: 0 };
  const open = row.status === "pending" ? row.exposure.amount : 0;
  const { reservedThisYear: reserved, committedThisYear: committed } = ledger;
  return { yearBudget: agent.budget, reserved, committed, after: committed + open };
}

/** The decision as the browser knows it; 404 where there is none. */
export async function shown(tx: Tx, id: string): Promise<Decision> {
  const decision = await lists.show(tx, id);
  if (!decision) throw notFound();
  return decision;
}
