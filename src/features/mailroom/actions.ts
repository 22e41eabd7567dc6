import { z } from "zod";
import { type Action, defineAction, type Permitted } from "#agency/action.ts";
import { truncate } from "#contract/words.ts";
import { AppError } from "#contract/errors.ts";
import { judge } from "#features/mailroom/service.ts";
import { openCategory } from "#features/mailroom/learning/actions.ts";
import { putOnWay } from "#features/mailroom/sending/service.ts";
import { answering, reply, sending } from "#features/mailroom/skills.ts";
import * as store from "#features/mailroom/store.ts";
import type { Tx } from "#platform/context.ts";

async function sendApproved(tx: Tx, by: Permitted, { letterId, text }: z.output<typeof reply>): Promise<null> {
  const letter = await store.findLetter(tx, letterId);
  if (letter?.draft !== text) throw new AppError("conflict", "The draft is another one by now. Reject the decision.");
  await by.grant.add();
  // The person whose approval it is; what an executive begins says nothing about its answers.
  if (!letter.begun) await judge(tx, letter);
  await putOnWay(tx, letter, { grant: by.grant.id, holdMs: 0, isAlone: false });
  return null;
}

const standing = async (tx: Tx, { letterId }: z.output<typeof reply>): Promise<string | null> =>
  (await store.findLetter(tx, letterId))?.state ?? null;

/** Its approval sends exactly the text that was approved. */
export const emailReply = defineAction({
  ...answering,
  description: "Sends the draft of an answer to a letter, to its sender alone. Takes the letter and the exact text.",
  effect: "external",
  approval: "by a person",
  cost: "zero",
  input: reply,
  output: z.null(),
  summary: ({ to, subject }) => truncate(`Answer ${to}: ${subject}`, 200),
  details: ({ text }) => text,
  run: sendApproved,
  standing,
});

/** Its approval sends exactly the letter that was approved. */
const mailSend = defineAction({
  ...sending,
  description:
    "Sends a letter that an executive began, to its address of record alone. Takes the letter and the exact text.",
  effect: "external",
  // No agent asks for it by itself: a letter is begun, and its own way asks.
  approval: "by a person",
  cost: "zero",
  input: reply,
  output: z.null(),
  summary: ({ to, subject }) => truncate(`Write to ${to}: ${subject}`, 200),
  details: ({ text }) => text,
  run: sendApproved,
  standing,
});

export const actions: readonly Action[] = [emailReply, mailSend, openCategory];
