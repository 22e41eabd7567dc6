import { z } from "zod";
import { replay } from "#agency/run/replay.ts";
import type { Answer } from "#contract/endpoint.ts";
import type * as calls from "#features/runs/contract.ts";
import type { Ctx } from "#platform/context.ts";
import type { Message } from "#platform/model/request.ts";

type Replay = Answer<typeof calls.replayRun>;

/** Replays a run from its record, with each request and reply of its model as text. */
export async function replayRun(ctx: Ctx, id: string): Promise<Replay> {
  const { difference, calls: made } = await replay(ctx, id);
  return {
    runId: id,
    difference,
    instructions: made[0]?.instructions ?? null,
    calls: made.map(({ title, messages, reply }, at) => ({
      title,
      // Each request repeats the messages of the previous one: show only the new ones.
      messages: messages.slice(made[at - 1]?.messages.length ?? 0).flatMap(textsOf),
      reply: replyOf(reply),
    })),
  };
}

function textsOf(message: Message): Replay["calls"][number]["messages"] {
  if (message.role === "assistant") return [];
  if (message.role === "user") return [{ role: "user", text: message.text }];
  return message.results.map(({ tool, text }) => ({ role: "tool", text: `${tool}:\n${text}` }));
}

const recordedReply = z.looseObject({
  answered: z.looseObject({
    value: z.unknown(),
    calls: z.array(z.looseObject({ tool: z.string(), input: z.unknown() })),
  }),
});

/** A recorded reply as text: the actions the model called, else its answer. */
function replyOf(result: unknown): string {
  const { success, data } = recordedReply.safeParse(result);
  if (!success) return "No usable reply.";
  const { value, calls: used } = data.answered;
  return used.length > 0
    ? used.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`).join("\n")
    : JSON.stringify(value, null, 2);
}
