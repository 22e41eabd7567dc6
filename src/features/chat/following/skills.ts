import type { Query } from "#contract/query.ts";
import { team } from "#features/agents/store.ts";
import { commandFor, commandIn, roleIn } from "#features/chat/commands/command.ts";
import { requestIn } from "#features/chat/commands/request.ts";
import { agrees, asksForBrief, greets } from "#features/chat/commands/small-talk.ts";
import { afterQuery, afterTopic } from "#features/chat/following/after/skills.ts";
import { type Cue, cueOf, isAside } from "#features/chat/following/cues.ts";
import { asksWhoIsResponsible, responsibleFor } from "#features/chat/following/responsible/skills.ts";
import { asQuery, type Intent, type Topic } from "#features/chat/following/topic/skills.ts";
import { detectWhy } from "#features/chat/following/why/skills.ts";
import { namesOf as partiesOf, understand } from "#features/conversations/understanding/skills.ts";
import { actAsked } from "#features/conversations/understanding/acts.ts";
import { nameCandidates } from "#features/conversations/understanding/names.ts";
import { normalized, telling } from "#features/conversations/understanding/words.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as naming from "#features/records/naming/store.ts";
import type { Tx } from "#platform/context.ts";

const repeatsCommand =
  /^(?:(?:and|ok|now|please)[\s,]+)*(?:(?:do|make|send|create|prepare|write|tell)\b.*\b(?:that|this|it|same|one)\b|(?:the )?same\b|(?:and|what about|how about)\b)/i;
/** Detects what a message asks for, given when it was sent and what the conversation is about. */
export async function detectIntent(tx: Tx, message: string, at: Date, before: Topic | null): Promise<Intent> {
  const intent = await resolveNames(tx, { message, at, before }, await readMessage(tx, message, at, before));
  if (intent.kind !== "question") return intent;
  const { understood, question } = intent;
  const isForPeriod = understood.query === null && understood.topicId !== null && understood.period !== null;
  return isForPeriod ? { ...intent, records: await asQuery(tx, question, understood, at) } : intent;
}

type Sent = { message: string; at: Date; before: Topic | null };

/** Completes an unknown word that begins a name; where several names begin with it, asks which one is meant. */
async function resolveNames(tx: Tx, { message, at, before }: Sent, intent: Intent): Promise<Intent> {
  const hasNoQuery = intent.kind === "question" && (intent.understood.query ?? intent.understood.composed) === null;
  const unknown = intent.kind === "lost" ? intent.words : hasNoQuery ? intent.understood.strangers : [];
  for (const word of unknown.flatMap((one) => telling(normalized(one)))) {
    const { index = -1, 0: matched = "" } = wholeWord(word).exec(message) ?? {};
    const { customers, vendors } = await naming.named(tx, nameCandidates(word), [nameKey(word)]);
    const names = [...new Set([...customers, ...vendors].map(({ name }) => name))].toSorted((a, b) =>
      a.localeCompare(b),
    );
    const [only] = names;
    if (index < 0 || !only) continue;
    const withName = (name: string): string => message.slice(0, index) + name + message.slice(index + matched.length);
    if (names.length > 1) {
      const [shown, rest] = [names.slice(0, maxNames), names.length - maxNames];
      const listed = rest > 0 ? [...shown, `one of ${rest} more`] : shown;
      return {
        kind: "ambiguous",
        word: matched,
        names: listed,
        messages: shown.map(withName),
      };
    }
    const completed = intent.kind === "lost" ? await readMessage(tx, withName(only), at, before) : intent;
    if (completed.kind === "question") return { ...completed, isFollowUp: true };
  }
  return intent;
}
/** Matches a word only as a whole word, in any script. */
const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "iu");

/** How many names are offered for an ambiguous word. */
const maxNames = 4;

async function readMessage(tx: Tx, message: string, at: Date, before: Topic | null): Promise<Intent> {
  const { today } = todayOf({ ...tx, now: at });
  const staff = await team(tx);
  const own = await understand(tx, message, at);
  const parties = partiesOf(own);
  const names = [parties.customer, parties.vendor].filter((one) => one !== null);
  const command = commandIn(message, staff, today);
  if (command) return { kind: "command", command, names };
  if (agrees(message)) return { kind: "agreement" };
  if (greets(message)) return { kind: "greeting" };
  if (asksForBrief(message)) return { kind: "brief" };
  if (asksWhoIsResponsible(message))
    return before ? responsibleFor(tx, before, { message, own, at }) : { kind: "lost", words: [message.trim()] };
  const cue = cueOf(message);
  if (before?.command && cue.isFragment && repeatsCommand.test(message.trim())) {
    const other = { before: namesOf(before), name: names[0] ?? null, role: roleIn(message, staff) };
    const repeated = commandFor(before.command, other);
    if (repeated) return { kind: "command", command: repeated, names: names.length > 0 ? names : before.names };
  }
  const verb = requestIn(message) ?? actAsked(message)?.verb ?? null;
  if (verb) return { kind: "request", verb };
  const isUnderstood = own.query !== null || own.composed !== null || own.topicId !== null;
  const grouped = own.query === null && byGroup.test(message) ? await asQuery(tx, message, own, at) : null;
  const understood = grouped?.query.groupBy ? { ...own, query: grouped } : own;
  const standalone: Intent = { kind: "question", question: message, understood, isFollowUp: false };
  if (cue.wants === "why") return isUnderstood ? standalone : detectWhy(tx, { message, cue, at, before });
  if (isAside(message)) return { kind: "greeting" };
  const isStandalone = !cue.continues && message.trim().split(/\s+/).length >= minStandaloneWords;
  if (
    isUnderstood &&
    (!cue.mayNeedContext || isStandalone || (!cue.isFragment && !cue.refersBack && !cue.needsContext))
  )
    return standalone;
  if (!before)
    return cue.mayNeedContext && !isUnderstood && isBare(cue) ? { kind: "lost", words: [message.trim()] } : standalone;
  const followUp = before.reading
    ? await afterQuery(tx, { ...before, reading: before.reading }, { message, cue, own, today })
    : before.understood
      ? await afterTopic(tx, { ...before, understood: before.understood }, { message, cue, own, at })
      : null;
  if (followUp && followUp.kind !== "lost") return followUp;
  // Never answer a different question instead of the follow-up.
  const isPartOfName = cue.isFragment && own.topicId === null && namesPartiesOnly(own.query?.query);
  if (!cue.needsContext && !isPartOfName && (isUnderstood || !cue.mayNeedContext))
    return { ...standalone, isFollowUp: cue.mayNeedContext };
  return followUp ?? { kind: "lost", words: [message.trim()] };
}

/** From this many words on, a question that does not refer back can stand alone. */
const minStandaloneWords = 5;
/** Groupings that only a query supports, not an executive's topic. */
const byGroup =
  /\b(?:by|per|for each) (?:customer|client|vendor|supplier|owner|category|channel|stage|status|priority)s?\b|\btop \d+ (?:customer|client|vendor|supplier)s?\b/i;

/** The forms in which a prepared action may contain a name: in full, without "Ltd", or its first word. */
const namesOf = ({ names }: Topic): string[] =>
  names.flatMap((name) => [
    name,
    name.replace(/ (?:ltd|limited|inc|llc|gmbh|plc|co)\.?$/i, ""),
    name.split(" ")[0] ?? name,
  ]);

/** Whether a query is narrowed to customers or vendors by parts of their names and by nothing else: "and Elmwood?" */
const namesPartiesOnly = (query: Query | undefined): boolean =>
  (query?.subject === "customers" || query?.subject === "vendors") &&
  query.filters.length > 0 &&
  query.filters.every(({ field }) => field === "name");

/** Whether a message has no content of its own. */
const isBare = ({ rest }: Cue): boolean => telling(normalized(rest)).length === 0;
