import { currencies, type Currency } from "#contract/words.ts";
import { askingParts } from "./asking.ts";
import { normalized, smallCodes } from "./words.ts";

/** After these verbs "if" means "whether": it is not a condition. */
const whether =
  /\b(?:tell|know|knows|see|check|checks|checked|checking|ask|asks|asked|asking|wonder|wonders|wondered|wondering|sure|certain|find out|figure out|work out|look|say|says|clear|unclear|curious|show|confirm|verify|remember|doubt|understand|determine|question is|idea|care|as|even|when|only)(?: (?:me|us|him|her|them|please|for|sure|again|quickly|first|now|yet|out|and))*$/;
/** Clauses after "if" that are idioms, or that ask for advice for today. */
const idiom =
  /^(?:any|anything|anyone|anybody|possible|so|not|you|needed|necessary|ever|only|at all|there is|there are|i may|i might|i understand|i remember|i am|im|i only|(?:we|i) (?:do|change|cancel) nothing|(?:we|i) (?:do not|dont) (?:do anything|cancel|act|give notice|react|terminate|move)|nobody (?:acts|cancels|does anything)|nothing (?:is|gets) (?:done|cancelled))\b/;
/** "If I had another thousand, where should it go?" asks for advice, not about a hypothetical company. */
const advised = /^i (?:had|have|need|needed|want|wanted|could|can)\b/;
const advice = /\b(?:should|shall|where|whom|who|which)\b/;

const hypotheticalStart =
  /^(?:so |and |now |but |ok |please )*(?:(?:lets? |let us )?(?:suppose|supposing|assume|assuming|presume|imagine|imagining|pretend)\b|(?:let us )?say (?:that )?(?:we|our|the|revenue)\b|lets? say\b|were (?:we|they|i) to\b)/;
const hypotheticalPhrase =
  /\b(?:what if|what (?:happens|would happen|will happen|happened|would become|becomes) (?:to .{1,60} )?(?:if|when|once|should|were)|what would happen|(?:supposing|assuming)(?: that)? (?:we|our|the|no|all|half|a|an|revenue|sales|costs)|assuming that|in the event|in case (?:of|we|our|they|the)|were (?:we|i) to|would .{1,60} without)\b/;

/** Whether a text has a hypothetical condition. */
function hasCondition(text: string): boolean {
  for (const { index } of text.matchAll(/\bif\b/g)) {
    const [before, then] = [text.slice(0, index).trim(), text.slice(index + 2).trim()];
    if (whether.test(before) || idiom.test(then) || then === "") continue;
    if (advised.test(then) && advice.test(text) && !/\bhow (?:long|much|many)\b/.test(text)) continue;
    return true;
  }
  return false;
}

const sentencesOf = (question: string): string[] => question.split(/(?<=[.!?])\s+|\n+/);

export function isHypothetical(question: string): boolean {
  const sentences = sentencesOf(question);
  const asking = sentences.filter((one) => one.trim().endsWith("?"));
  const clauses = sentences.flatMap((one) => one.split(/[,;:–—]|\s-\s/)).map(normalized);
  if (clauses.some((clause) => hypotheticalStart.test(clause))) return true;
  const asked = (asking.length > 0 ? asking : askingParts(question).slice(0, 1)).map(normalized);
  return asked.some((text) => hypotheticalPhrase.test(text) || hasCondition(text));
}

/** Words that start an exclusion. */
export const excluding = /\b(?:without|except(?: for)?|excluding|other than|but not|not counting|leaving out)\b/i;

/** Names and signs of currencies; several currencies share some of them. */
const currencyNames: readonly (readonly [RegExp, readonly Currency[]])[] = [
  [/€|\beuros?\b/i, ["EUR"]],
  [/\$|\bdollars?\b/i, ["USD", "CAD", "AUD"]],
  [/£|\bpounds?\b|\bsterling\b/i, ["GBP"]],
  [/\byen\b/i, ["JPY"]],
  [/\bfrancs?\b/i, ["CHF"]],
  [/\brupees?\b/i, ["INR"]],
  [/\bzloty\b/i, ["PLN"]],
];

const usual = new Set(smallCodes.split(" "));
const isUsual = (code: string): boolean => usual.has(code.toLowerCase());

/** The foreign currency a question names. */
export function currencyIn(question: string, own: Currency): Currency | null {
  // "Show ALL invoices" names no lek.
  const codes = currencies.filter((code) =>
    new RegExp(isUsual(code) ? `\\b${code}\\b` : `\\bin ${code}\\b|\\d ?${code}\\b|\\b${code} ?\\d`).test(question),
  );
  for (const [, word = ""] of question.matchAll(/\bin ([a-z]{3})\b/gi)) {
    const code = currencies.find((one) => one === word.toUpperCase());
    if (code && isUsual(code)) codes.push(code);
  }
  const names = currencyNames.filter(([pattern]) => pattern.test(question)).map(([, all]) => all);
  if (codes.length === 0 && names.some((all) => all.includes(own))) return null;
  return codes.find((code) => code !== own) ?? (codes.length > 0 ? null : (names[0]?.[0] ?? null));
}

const count = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|ninety|hundred";
const unit = `days?|weeks?|months?|quarters?|years?|hours?|${smallCodes.replaceAll(" ", "|")}|euros?|dollars?|pounds?`;
const amount = `[€$£]?\\s?(?:\\d[\\d.,]*(?<=\\d)\\s?(?:k|m|bn|thousand|million|%|percent)?|(?:${count})(?=\\s(?:${unit})\\b))(?![\\w])(?:\\s(?:${unit})\\b)?`;
const sides: readonly (readonly [string, string])[] = [
  ["more than", "more than|over|above|exceeding|(?:old|long|larg|bigg|great|high)er than"],
  ["less than", "less than|fewer than|under|below|(?:young|short|small|low)er than"],
  ["at least", "at least|no less than|a minimum of|minimum"],
  ["at most", "at most|no more than|up to|a maximum of|maximum"],
];
const limits: readonly (readonly [string, RegExp])[] = [
  ...["at least", "at most", "more than", "less than"].map(
    (side) => [side, new RegExp(`\\b(?:${sides.find(([one]) => one === side)?.[1]})\\s(${amount})`, "i")] as const,
  ),
  [
    "at least",
    new RegExp(`(?<![\\w.,])(${amount})\\s(?:or|and)\\s(?:more|over|above|longer|older|larger|bigger|higher)\\b`, "i"),
  ],
  [
    "at most",
    new RegExp(`(?<![\\w.,])(${amount})\\s(?:or|and)\\s(?:less|fewer|under|below|shorter|smaller|lower)\\b`, "i"),
  ],
];

/** What limits a question: a number, as in "more than 60 days", or a day of the week. */
export function limitIn(question: string): string | null {
  for (const [side, pattern] of limits) {
    const amount = pattern.exec(question)?.[1]?.trim();
    // A year alone is a period.
    if (amount && !/^20\d\d$/.test(amount)) return `${side} ${amount}`;
  }
  const weekday = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day(?=s?\b)/i.exec(question)?.[0].toLowerCase();
  return weekday ? weekday.charAt(0).toUpperCase() + weekday.slice(1) : null;
}

/** Whether a question asks for a change rather than a level. */
export const asksForChange = (question: string): boolean =>
  /\b(?:grow|growing|grown|growth|shrink|shrinking|shrunk|declin\w+|rising|falling(?! due)|increasing|decreasing|dropping|going (?:up|down)|gone (?:up|down))\b/i.test(
    question,
  );
