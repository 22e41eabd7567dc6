import { z } from "zod";
import { defineTool, type Tool } from "#agency/tool.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lengths, text } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { workGrant } from "#features/authority/service.ts";
import * as messages from "#features/communications/service.ts";
import { together, write } from "#platform/db/transaction.ts";

const message = z.strictObject({
  /** An executive; null: the owner. */
  to: z.uuid().nullable(),
  subject: text(lengths.title),
  content: z.string(),
  /** Words the product wrote itself, whatever the run has read. */
  own: z.boolean().optional(),
});

/** Writes to the owner or to other executives, all under one grant; nothing leaves the company. */
export const sendMessages = defineTool({
  id: "communications.send",
  label: "Send messages inside the company",
  description: "Takes messages, each to the owner or to another executive. Nobody outside the company gets one.",
  effect: "writes",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ messages: z.array(message).min(1) }),
  output: z.null(),
  use: (ctx, { agent, runId, origin }, { messages: written }) =>
    write(ctx, async (tx) => {
      const grant = await workGrant(tx, agent);
      const rows = written.map(({ to, subject, content, own }) => ({
        id: crypto.randomUUID(),
        senderAgentId: agent.id,
        ...(to
          ? { receiverAgentId: to, messageType: "internal" as const }
          : { recipient: messages.owner, messageType: "owner" as const }),
        subject,
        content,
        grantId: grant.id,
        runId,
        origin: own ? ("system" as const) : origin,
      }));
      await together(
        tx,
        grant.add,
        () => messages.send(tx, ...rows),
        () => agents.touch(tx, agent.id),
      );
      return null;
    }),
});

/** What executives do in this room. */
export const tools: readonly Tool[] = [sendMessages];
