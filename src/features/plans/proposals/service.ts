import { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { AppError } from "#contract/errors.ts";
import { roleTitle } from "#contract/roles.ts";
import { leaderOf } from "#features/agents/rules.ts";
import { team } from "#features/agents/store.ts";
import * as proposals from "#features/decisions/proposal/service.ts";
import * as decisions from "#features/decisions/store.ts";
import { begin } from "#features/mailroom/beginning/service.ts";
import * as store from "#features/plans/store.ts";
import { createTaskId } from "#features/tasks/rules.ts";
import type { Tx } from "#platform/context.ts";

/** The output of the action that creates a task. */
const createdTask = z.strictObject({ taskId: z.uuid() });

type ProposalContent = Extract<store.ItemRow["content"], { kind: "proposal" }>;

/** Proposes as the role's agent and saves the outcome; a refusal by the policy is saved with its reason. */
export async function propose(
  tx: Tx,
  row: store.PlanRow,
  item: store.ItemRow,
  content: ProposalContent,
): Promise<void> {
  const saveOutcome = ({
    refused = null,
    ...made
  }: {
    decisionId?: string;
    taskId?: string;
    refused?: string | null;
  }) => store.updateItem(tx, item.id, { ...made, content: { ...content, refused } });
  const agents = await team(tx);
  const owner = agents.find(({ role, status }) => role === content.role && status === "active");
  const agent = owner ?? (content.decision ? undefined : leaderOf(agents));
  if (!agent) return saveOutcome({ refused: `You have no active ${roleTitle(content.role)}.` });
  const cause = { runId: row.runId, origin: row.origin, engine: row.engine };
  const before = new Set((await decisions.ofRun(tx, row.runId)).map(({ id }) => id));
  try {
    if (content.decision) {
      const { type: decisionType, context } = content.decision;
      const { refused } = await proposals.proposeFrom(tx, agent.id, cause, [
        { decisionType, context, reason: content.reason },
      ]);
      const made = (await decisions.ofRun(tx, row.runId)).find(({ id }) => !before.has(id));
      return await saveOutcome(
        made ? { decisionId: made.id } : { refused: refused[0] ?? "The same proposal is already pending or approved." },
      );
    }
    if (content.letter) {
      const { decisionId } = await begin(tx, content.letter, cause, content.role);
      return await saveOutcome(decisionId ? { decisionId } : { refused: "Its letter leaves by itself; see Mail." });
    }
    const action = agencyOf(tx).actions.get(createTaskId);
    if (!action || action.effect === "read") throw new Error("Tasks cannot be created.");
    const { title, reason, dueInDays, hours, role } = content;
    const input = { title, description: reason, priority: "medium", role, dueInDays, estimatedHours: hours };
    const { decisionId, output } = await agencyOf(tx).take(tx, { agent, ...cause }, action, action.input.parse(input));
    if (!decisionId) return await saveOutcome(createdTask.parse(output));
    const made = (await decisions.ofRun(tx, row.runId)).some(({ id }) => id === decisionId && !before.has(id));
    // Not linked, because undoing this plan must not withdraw a proposal that was pending before.
    return await saveOutcome(made ? { decisionId } : { refused: "The same proposal is already pending." });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return saveOutcome({ refused: error.message });
  }
}
