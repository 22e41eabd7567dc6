import type { Query } from "#contract/query.ts";
import { afterQuery, afterTopic } from "#features/conversations/following/after/skills.ts";
import { beforeReference, type Cue, cueOf, isAside } from "#features/conversations/following/cues.ts";
import { asksWhoIsResponsible, responsibleFor } from "#features/conversations/following/responsible/skills.ts";
import { asQuery, type Intent, type Topic } from "#features/conversations/following/topic/skills.ts";
import { detectWhy } from "#features/conversations/following/why/skills.ts";
import { understand } from "#features/conversations/understanding/skills.ts";
import { nameCandidates } from "#features/conversations/understanding/names.ts";
import { normalized, telling } from "#features/conversations/understanding/words.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as naming from "#features/records/naming/store.ts";
import type { Tx } from "#platform/context.ts";

/** Detects what a text asks for, given when it was sent and what the thread is about. */
export async function intentOf(tx: Tx, message: string, at: Date, before: Topic | null): Promise<Intent> {
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
    if (completed.kind === "question") return { isOwn: true, ...completed, isFollowUp: true };
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
  const own = await understand(tx, message, at);
  if (isAside(message) && own.query === null && own.topicId === null) return { kind: "greeting" };
  if (asksWhoIsResponsible(message))
    return before ? responsibleFor(tx, before, { message, own, at }) : { kind: "lost", words: [message.trim()] };
  if (before && whoDecided.test(message.trim()))
    return { kind: "question", question: before.asked, understood: own, isFollowUp: true, isAgain: true };
  const cue = cueOf(message);
  const isUnderstood = own.query !== null || own.composed !== null || own.topicId !== null;
  const grouped = own.query === null && byGroup.test(message) ? await asQuery(tx, message, own, at) : null;
  const understood = grouped?.query.groupBy ? { ...own, query: grouped } : own;
  const standalone: Intent = { kind: "question", question: message, understood, isFollowUp: false };
  if (cue.wants === "why") return isUnderstood ? standalone : detectWhy(tx, { message, cue, at, before });
  const isLong = message.trim().split(/\s+/).length >= minStandaloneWords;
  // "Gross pay in total for each month": a word of a continuation within a whole question continues nothing.
  const isWholeQuery = isLong && own.query !== null && !cue.leads && !cue.needsContext && cue.wants === null;
  // "Work orders with nobody assigned to them": what "them" means stands before it.
  const namesItself = async () =>
    !cue.refersBack || (await understand(tx, beforeReference(message), at)).query !== null;
  // "Invoices from customers" names its rows and whose they are.
  const isOwnPhrase = cue.isBrief && !cue.needsContext && (own.query?.query.filters.length ?? 0) > 1;
  const isStandalone = isOwnPhrase || (!cue.continues && isLong) || (isWholeQuery && (await namesItself()));
  if (
    isUnderstood &&
    (!cue.mayNeedContext || isStandalone || (!cue.isFragment && !cue.refersBack && !cue.needsContext))
  )
    return standalone;
  // "Customers without an open invoice" names its rows itself, and those talked about are no answer to it.
  const isUnmet = (own.nearest?.unmet.length ?? 0) > 0 && !cue.continues && !cue.needsContext;
  if (before && isUnmet && !isUnderstood) return { ...standalone, isOwn: true };
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
    return { ...standalone, isFollowUp: cue.mayNeedContext, isOwn: true };
  // A longer question that cannot be read with the one before may be a whole one, with "it" for nothing in particular.
  const isWhole = isLong && !(cue.needsContext && isUnderstood);
  return isWhole ? { ...standalone, isOwn: true } : (followUp ?? { kind: "lost", words: [message.trim()] });
}

const whoDecided =
  /^(?:and |but |so )?(?:who (?:decided|approved|rejected|settled)(?: (?:it|that|this))?|did (?:it|that) (?:work(?: out)?|come true|pay off)|(?:and )?how did (?:it|that) (?:go|turn out|work out))[?!.\s]*$/i;

/** From this many words on, a question that does not refer back can stand alone. */
const minStandaloneWords = 5;
/** Groupings that only a query supports, not an executive's topic. */
const byGroup =
  /\b(?:by|per|for each) (?:customer|client|vendor|supplier|owner|category|channel|stage|status|priority)s?\b|\btop \d+ (?:customer|client|vendor|supplier)s?\b/i;

/** Whether a query is narrowed to customers or vendors by parts of their names and by nothing else: "and Elmwood?" */
const namesPartiesOnly = (query: Query | undefined): boolean =>
  (query?.subject === "customers" || query?.subject === "vendors") &&
  query.filters.length > 0 &&
  query.filters.every(({ field }) => field === "name");

/** Whether a message has no content of its own. */
const isBare = ({ rest }: Cue): boolean => telling(normalized(rest)).length === 0;
