import { stoppedByPerson } from "#agency/run/ending.ts";
import { work } from "#agency/work.ts";
import type { Page } from "#contract/cursor.ts";
import { AppError } from "#contract/errors.ts";
import { shorten } from "#contract/words.ts";
import { team } from "#features/agents/store.ts";
import type { Turn } from "#features/chat/contract.ts";
import { messageSent } from "#features/chat/events.ts";
import { type Topic, topic } from "#features/conversations/following/topic/skills.ts";
import { commandIn } from "#features/chat/commands/command.ts";
import { asksForBrief } from "#features/chat/commands/small-talk.ts";
import { chatAnswer } from "#features/chat/skills.ts";
import * as store from "#features/chat/store.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { planFor } from "#features/mind/service.ts";
import { noActiveAgent } from "#features/conversations/rules.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** How long a request waits for the answer. A later answer appears in the conversation. */
const answerTimeoutMs = 25_000;

/** How much of the conversation a language model gets. */
const maxEarlierTurns = 6;
const maxEarlierLength = 600;

const stillWorking = "I am still working on it. The answer appears here.";
const stopped = "This answer was stopped.";
const removed = "The data of this answer was reset.";
const oneAtATime = "Your last message is still being answered. Wait for it, or stop it.";

/** Sends a message and returns its turn, answered unless that takes too long. */
export async function send(
  ctx: Ctx,
  message: string,
  caller: Parameters<typeof planFor>[2],
): Promise<{ response: string; type: "text"; turn: Turn } | Answered> {
  const { id: personId } = person(ctx);
  const text = message.trim();
  const { ceo, before, earlier } = await read(ctx, async (tx) => ({
    ceo: (await team(tx)).find(({ role }) => role === "CEO"),
    before: readTopic(await store.lastTopic(tx, personId)),
    earlier: await store.lastAnswered(tx, personId, maxEarlierTurns),
  }));
  if (!ceo) throw new AppError("conflict", "You have no CEO yet. Create your workforce first.");
  if (ceo.status !== "active") throw new AppError("conflict", noActiveAgent("CEO"));
  const staff = await read(ctx, team);
  // What becomes a decision card here needs no plan, and the day's brief is not one for a meeting.
  const isOwn = asksForBrief(text) || commandIn(text, staff, todayOf(ctx).today) !== null;
  const plan = isOwn ? null : await planFor(ctx, text, caller);
  const id = crypto.randomUUID();
  const assignment = {
    agent: ceo,
    skill: chatAnswer,
    input: {
      turnId: id,
      message: text,
      askedAt: ctx.now.toISOString(),
      before,
      plan,
      earlier: earlier.map((turn) => ({
        message: shorten(turn.message, maxEarlierLength),
        response: shorten(turn.response ?? "", maxEarlierLength),
      })),
    },
    origin: originOf(ctx),
    trigger: "person" as const,
  };
  const storeMessage = async (tx: Tx, runId: string): Promise<void> => {
    const open = await store.findOpen(tx, personId);
    if (open && (open.run?.status === "queued" || open.run?.status === "running"))
      throw new AppError("conflict", oneAtATime);
    // The run ended without an answer, as after a reset.
    if (open) await store.end(tx, open.turn.id, { sentence: open.run?.sentence ?? removed });
    if (!(await store.add(tx, { id, personId, message: text, runId }))) throw new AppError("conflict", oneAtATime);
    await record(tx, messageSent({ id, agentId: ceo.id }));
  };
  const hasEnded = await endsInTime(work(ctx, assignment, "wait", storeMessage), async (error) => {
    // The turn of a stored message shows the reason; a stop is not a failure.
    const turn = await read(ctx, (tx) => store.find(tx, personId, id));
    if (turn?.run?.status !== "stopped") throw error;
  });
  const found = await read(ctx, (tx) => store.find(tx, personId, id));
  if (!found) throw new Error("The message was not written.");
  const turn = turnOf(found);
  if (turn.answer) return { response: turn.answer.response, type: turn.answer.type, turn };
  return { response: hasEnded ? (turn.sentence ?? stopped) : stillWorking, type: "text", turn };
}
type Answered = { response: string; type: NonNullable<Turn["answer"]>["type"]; turn: Turn };

/** Waits for work up to a time limit and returns whether it ended. A later failure still goes to `onFailure`. */
async function endsInTime(running: Promise<unknown>, onFailure: (error: unknown) => Promise<void>): Promise<boolean> {
  const ended = running.then(
    () => true,
    async (error: unknown) => {
      await onFailure(error);
      return true;
    },
  );
  // Once the request was answered, only the turn shows a failure.
  ended.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, answerTimeoutMs, false);
  });
  try {
    return await Promise.race([ended, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Topics stored by earlier versions may lack fields. */
const readTopic = (stored: unknown): Topic | null => topic.safeParse(stored).data ?? null;

export async function list(tx: Tx, query: Parameters<typeof store.list>[2]): Promise<Page<Turn[]>> {
  const { rows, nextCursor } = await store.list(tx, person(tx).id, query);
  return { rows: rows.map(turnOf), nextCursor };
}

function turnOf({ turn, run }: NonNullable<store.FoundTurn>): Turn {
  const { id, message, sentAt, runId, response, type, reply, sentence, endedAt } = turn;
  const isAnswered = response !== null && type !== null && reply !== null && endedAt !== null;
  const status = isAnswered ? "done" : endedAt && run?.status !== "failed" ? "stopped" : (run?.status ?? "stopped");
  return {
    id,
    message,
    sentAt: sentAt.toISOString(),
    runId,
    status,
    sentence: isAnswered
      ? null
      : run?.status === "stopped"
        ? run.sentence === null || run.sentence === stoppedByPerson
          ? stopped
          : run.sentence
        : (sentence ?? run?.sentence ?? (run ? null : removed)),
    answer: isAnswered
      ? {
          ...reply,
          response,
          type,
          answeredAt: endedAt.toISOString(),
          engine: run?.engine ?? "rules",
          cost: { state: run?.state ?? "unknown", usd: run?.usd ?? null },
        }
      : null,
  };
}
