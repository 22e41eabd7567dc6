import type { AgentRoleId } from "#contract/roles.ts";
import { bindingsIn } from "#features/mailroom/letters/binding.ts";
import { plainText } from "#features/mailroom/letters/evidence.ts";
import { oneLine } from "#features/mailroom/letters/letter.ts";
import { mailLanguages, type MailLanguage } from "#features/mailroom/letters/template-texts.ts";
import type { Style } from "#features/mailroom/letters/templates.ts";
import type { ChangeKind, Judgement } from "#features/mailroom/learning/contract.ts";

export type Change = { kind: ChangeKind; before: string; after: string };

const longest = 300;
const mostSentences = 3;

const linesOf = (text: string): string[] => text.split("\n").map(oneLine).filter(Boolean);
const sentencesOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(/(?<=[.!?])\s+/)).filter(Boolean);

/**
 * A greeting with the recipient's name, or first name, as a placeholder; null where it fits nobody else: "Dear Mr Ford"
 * says whom it greets.
 */
function withoutName(line: string, name: string): string | null {
  const plain = line.split(/(?<=\P{L})(?=\p{L})|(?<=\p{L})(?=\P{L})/u);
  const [first = "", ...others] = name.split(" ").filter((part) => part.length > 1);
  if (name !== "" && line.includes(name)) return line.replace(name, () => "{name}");
  if (others.some((part) => plain.includes(part))) return null;
  const general = plain.map((part) => (part === first ? "{first}" : part)).join("");
  // Another name than the one we know.
  return /\s\p{Lu}/u.test(general) ? null : general;
}

const wordsOf = (text: string): string[] => plainText(text).trim().split(" ").filter(Boolean);
/** Whether a sentence repeats a stranger's words: four in a row. */
function repeats(sentence: string, stranger: string): boolean {
  const words = wordsOf(sentence);
  return words.some((_, at) => at + 4 <= words.length && stranger.includes(` ${words.slice(at, at + 4).join(" ")} `));
}

/** What says how to write and nothing about a stranger: no figures, days, addresses or names. */
const isGeneral = (text: string): boolean => !/[\d@<>{}]|:\/\/|\p{N}/u.test(text) && bindingsIn(text).length === 0;

export type Edited = {
  proposed: string;
  sent: string;
  /** Whom it answered, and what they wrote. */
  to: { name: string; text: string };
  /** The lines that end the draft: the agent and the company. */
  signature: number;
};

/**
 * What a person changed in a draft: how it begins and ends, and sentences. Of theirs only those are kept that hold
 * nothing of the stranger's.
 */
export function changesIn({ proposed, sent, to, signature }: Edited): Change[] {
  const [was, is] = [linesOf(proposed), linesOf(sent)];
  const changes: Change[] = [];
  const put = (kind: ChangeKind, before: string, after: string) => {
    if (before !== after) changes.push({ kind, before: before.slice(0, longest), after: after.slice(0, longest) });
  };
  const greets = (line: string | undefined): line is string =>
    line !== undefined && line.length <= 80 && (/[,:!]$/.test(line) || line.length <= 40) && isGeneral(line);
  const [first, other] = [was[0] ?? "", is[0] ?? ""];
  const greeting = greets(first) && greets(other) ? withoutName(other, to.name) : null;
  if (greeting !== null) put("greeting", withoutName(first, to.name) ?? "", greeting);
  const closingAt = was.length - signature - 1;
  const closing = was[closingAt] ?? "";
  // The signature tells where a changed closing stands.
  const named = is.lastIndexOf(was[closingAt + 1] ?? "\n");
  const newClosing = named > 0 ? (is[named - 1] ?? "") : "";
  if (newClosing !== "" && newClosing.length <= 80 && isGeneral(newClosing) && newClosing !== is[0])
    put("closing", closing, newClosing);
  const ends = new Set([...was.slice(closingAt), newClosing, other]);
  const body = (lines: readonly string[]) => sentencesOf(lines.slice(1).filter((line) => !ends.has(line)));
  const [before, after] = [body(was), body(is)];
  const stranger = plainText(`${to.text.slice(0, 20_000)} ${to.name}`);
  const gone = before.filter((one) => !after.includes(one) && isGeneral(one) && !repeats(one, stranger));
  const added = after.filter((one) => !before.includes(one) && isGeneral(one) && !repeats(one, stranger));
  const isNamed = (one: string) =>
    to.name.split(" ").some((part) => part.length > 2 && plainText(one).includes(plainText(part)));
  for (const one of gone.slice(0, mostSentences)) put("removed", one, "");
  for (const one of added.filter((each) => !isNamed(each)).slice(0, mostSentences)) put("added", "", one);
  const [long, now] = [before.join(" ").length, after.join(" ").length];
  if (now < long * 0.7) put("shorter", `${long} characters`, `${now} characters`);
  if (now > long * 1.5 && now - long > 100) put("longer", `${long} characters`, `${now} characters`);
  return changes;
}

/** So many answers in a row have to begin or end in the same way before rules do too. */
const sameInARow = 3;

type Known = { kind: ChangeKind; language: string; after: string; letterId: string };

/** The lines by which rules begin and end answers, from changes with the newest first. */
export function stylesIn(newest: readonly Known[]): Partial<Record<MailLanguage, Style>> {
  const styles: Partial<Record<MailLanguage, Style>> = {};
  for (const language of mailLanguages)
    for (const kind of ["greeting", "closing"] as const) {
      const of = newest.filter((one) => one.kind === kind && one.language === language).slice(0, sameInARow);
      const [line] = of;
      const isSure = of.length === sameInARow && of.every(({ after }) => after === line?.after);
      if (line && isSure && isUsable(kind, line.after)) (styles[language] ??= {})[kind] = line.after;
    }
  return styles;
}

const isUsable = (kind: "greeting" | "closing", line: string): boolean =>
  isGeneral(line.replace(/\{(?:name|first)\}/, "")) && (kind === "closing" || /\{(?:name|first)\}/.test(line));

/** The share of drafts sent unedited that opens a category, over at least so many; Legal has none. */
export const opening = { bound: 0.9, drafts: 40, newest: 100 };

export const draftsOf = (of: Readonly<Record<Judgement, number>>): number => of["as is"] + of.changed + of.left;

/** The lower 95% bound of the share sent unedited, as `lower` works it out. */
export function standingOf(
  role: AgentRoleId,
  of: Readonly<Record<Judgement, number>>,
  lower: (good: number, all: number) => number,
): { lowerBound: number; mayOpen: boolean; mustClose: boolean } {
  const drafts = draftsOf(of);
  const lowerBound = Math.round(lower(of["as is"], drafts) * 10_000) / 10_000;
  const isEnough = drafts >= opening.drafts;
  const isGood = lowerBound >= opening.bound;
  return { lowerBound, mayOpen: isEnough && isGood && role !== "Legal", mustClose: isEnough && !isGood };
}
