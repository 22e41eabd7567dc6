import { team } from "#features/agents/store.ts";
import { type Command, commandFor, commandIn, roleIn } from "#features/chat/commands/command.ts";
import { requestIn } from "#features/chat/commands/request.ts";
import { agrees, asksForBrief } from "#features/chat/commands/small-talk.ts";
import { cueOf } from "#features/conversations/following/cues.ts";
import { intentOf } from "#features/conversations/following/skills.ts";
import type { Intent, Topic } from "#features/conversations/following/topic/skills.ts";
import { actAsked } from "#features/conversations/understanding/acts.ts";
import { namesOf as partiesOf, understand } from "#features/conversations/understanding/skills.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import type { Tx } from "#platform/context.ts";

/** What a message asks for. */
export type ChatIntent =
  | Intent
  | { kind: "command"; command: Command; names: string[] }
  | { kind: "agreement" }
  | { kind: "brief" }
  | { kind: "request"; verb: string };

const repeatsCommand =
  /^(?:(?:and|ok|now|please)[\s,]+)*(?:(?:do|make|send|create|prepare|write|tell)\b.*\b(?:that|this|it|same|one)\b|(?:the )?same\b|(?:and|what about|how about)\b)/i;

/** Detects what a message asks for, given when it was sent and what the conversation is about. */
export async function detectIntent(tx: Tx, message: string, at: Date, before: Topic | null): Promise<ChatIntent> {
  const { today } = todayOf({ ...tx, now: at });
  const staff = await team(tx);
  const namesIn = async (): Promise<string[]> => {
    const { customer, vendor } = partiesOf(await understand(tx, message, at));
    return [customer, vendor].filter((one) => one !== null);
  };
  const command = commandIn(message, staff, today);
  if (command) return { kind: "command", command, names: await namesIn() };
  if (agrees(message)) return { kind: "agreement" };
  if (asksForBrief(message)) return { kind: "brief" };
  if (before?.command && cueOf(message).isFragment && repeatsCommand.test(message.trim())) {
    const names = await namesIn();
    const other = { before: namesOf(before), name: names[0] ?? null, role: roleIn(message, staff) };
    const repeated = commandFor(before.command, other);
    if (repeated) return { kind: "command", command: repeated, names: names.length > 0 ? names : before.names };
  }
  const verb = requestIn(message) ?? actAsked(message)?.verb ?? null;
  return verb ? { kind: "request", verb } : intentOf(tx, message, at, before);
}

/** The forms in which a prepared action may contain a name: in full, without "Ltd", or its first word. */
const namesOf = ({ names }: Topic): string[] =>
  names.flatMap((name) => [
    name,
    name.replace(/ (?:ltd|limited|inc|llc|gmbh|plc|co)\.?$/i, ""),
    name.split(" ")[0] ?? name,
  ]);
