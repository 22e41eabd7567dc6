import { z } from "zod";
import { defineTool, type Tool } from "#agency/tool.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lengths, text } from "#contract/words.ts";
import { tellInside } from "#features/communications/service.ts";
import { write } from "#platform/db/transaction.ts";

const message = z.strictObject({
  /** An executive; null: the owner. */
  to: z.uuid().nullable(),
  subject: text(lengths.title),
  content: z.string(),
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
  use: (ctx, by, { messages }) => write(ctx, (tx) => tellInside(tx, by, messages).then(() => null)),
});

/** What executives do in this room. */
export const tools: readonly Tool[] = [sendMessages];
