import { breakdownOf } from "#features/conversations/following/explain-total.ts";
import type { Cue } from "#features/conversations/following/cues.ts";
import * as topic from "#features/conversations/following/topic/skills.ts";
import { understand, type Understanding } from "#features/conversations/understanding/skills.ts";
import { rowNouns } from "#features/conversations/understanding/match.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized, telling } from "#features/conversations/understanding/words.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";

const whyVerbs =
  /^(?:did|is|was|are|were|has|have|do|does|had)\b|\b(?:fall(?:en|ing)?|fell|drop(?:ped|ping)?|rise|risen|rising|rose|grow(?:n|ing)?|grew|increas(?:e|ed|ing)|decreas(?:e|ed|ing)|declin(?:e|ed|ing)|stall(?:ed|ing)?|go(?:ne|ing)?|went|jump(?:ed)?|shrink|shrunk|up|down|so|much|many|high(?:er)?|low(?:er)?|lower|better|worse|change[ds]?|happen(?:ed)?|that|this|it|the|such|been)\b/gi;

/** "That deal", a row that nothing names. */
const pointing = /\b(?:that|this) (\p{L}+)/iu;

/** What to explain: what the message names, otherwise the previous answer. */
export async function detectWhy(
  tx: Tx,
  { message, cue, at, before }: { message: string; cue: Cue; at: Date; before: topic.Topic | null },
): Promise<topic.Intent> {
  const rest = cue.rest.replaceAll(whyVerbs, " ").replaceAll(/\s+/g, " ").trim();
  const [, pointed = ""] = pointing.exec(message) ?? [];
  // Of one row no reason is recorded, and all of its kind have another.
  if (pointed !== "" && rowNouns.has(stem(pointed.toLowerCase())))
    return { kind: "question", question: message, understood: await understand(tx, message, at), isFollowUp: false };
  const subjects = await explore.subjects(tx);
  const why = (reading: topic.Reading | null, understood: Understanding | null): topic.Intent => ({
    kind: "why",
    question: before?.asked ?? message,
    reading: reading && topic.withRows(reading),
    subject: reading ? (subjects.find(({ id }) => id === topic.withRows(reading).query.subject) ?? null) : null,
    understood,
    figure: reading && topic.asRows(reading.query) ? topic.figureOf(reading.query) : null,
  });
  if (telling(normalized(rest)).length > 0 || cue.step) {
    const named = await understand(tx, rest, at);
    if (named.query) return { ...why(named.query, null), question: message } as topic.Intent;
    if (named.topicId) return { ...why(null, named), question: message } as topic.Intent;
    return { kind: "lost", words: telling(normalized(rest)) };
  }
  if (!before?.reading && !before?.understood) return { kind: "lost", words: [message.trim()] };
  const reading =
    before.reading ?? (before.understood && (await topic.asQuery(tx, before.asked, before.understood, at)));
  const intent = why(reading, before.understood);
  // What no rows break down, the executive explains.
  const isExplained =
    intent.kind === "why" && intent.reading && intent.subject && breakdownOf(intent.reading.query, intent.subject);
  return isExplained || before.reading ? intent : why(null, before.understood);
}
