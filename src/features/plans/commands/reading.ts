import { addDays } from "#contract/days.ts";
import { longDay } from "#contract/format.ts";
import { monthNames } from "#contract/months.ts";
import { truncate } from "#contract/words.ts";
import { dateIn } from "#features/conversations/understanding/dates.ts";
import { periodOf, timeWords } from "#features/conversations/understanding/period.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { fillers, normalized } from "#features/conversations/understanding/words.ts";

/** What a command says besides its kind. */
export type Command = {
  /** The clause that is planned, as typed. */
  text: string;
  words: readonly string[];
  /** The day it is due; null if it names no day or only a past one. */
  dueOn: string | null;
  /** A period that it names and that has begun: "last week", "this month". */
  past: { from: string; to: string; label: string; isCurrent: boolean } | null;
  /** 10 for "by 10%". */
  percent: number | null;
  /** An amount of money in any currency; the sign is empty without one. */
  amount: { value: number; sign: string } | null;
  /** What the verb is about, as typed: "spring collection". */
  what: string;
  /** The part of the text that is left for another command. */
  rest: string | null;
  /** Words that no playbook knows: names of customers, products, records. */
  names: string[];
  /** A share or day that cannot be used, as a sentence. */
  fault: string | null;
};

/** Which commands a playbook understands: one of the verbs begins it, and its object is one of the objects. Stems. */
export type Grammar = {
  verbs: readonly string[];
  objects: readonly string[];
  /** Unambiguous verbs: the object may stand anywhere after them. */
  strong?: readonly string[];
  /** Ambiguous verbs, with the objects they need and the words that must follow. */
  weak?: { verbs: readonly string[]; objects: readonly string[]; needs?: RegExp };
  /** Matches commands that are about something else. */
  unless?: RegExp;
  /** A past time is a missed target, or is read by the playbook; by default it is refused. */
  times?: "target" | "read";
};

const politeness =
  /^(?:(?:please|now|ok(?:ay)?|hi|hello|team|everyone|lets|let us|go and|we (?:need|have|want) to|we (?:should|must)|i (?:need|want) (?:you |us )?to|i would like (?:you |us )?to|id like (?:you |us )?to|(?:can|could|would|will) you(?: please)?|help (?:us|me)(?: to)?|make a plan to|prepare a plan to|plan to|start to|try to) )+/;
const questionStart =
  /^(?:how|what|whats|who|whom|whose|which|when|where|why|is|are|was|were|do|does|did|has|have|should|shall|am)\b/;
const negation =
  /^(?:dont|do not|never|stop(?! (?:our |the )?(?:customers|clients|churn)\b)|no|not|avoid|cancel the plan)\b|\b(?:dont|do not)\b|(?<!\bwho )\bnever\b/;

export type NoCommand = "question" | "negated" | "unknown";

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const deadline = "by|before|until|till";
const startWords = /(?:^| )(?:from|starting|beginning|effective|as of)(?: in| on| with| of)?$/;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

type Time = Pick<Command, "dueOn" | "past" | "fault">;

/** "From October" is a month too. */
const fromMonth = new RegExp(`\\bfrom (?=${monthNames}\\b(?! \\d))`);

/** The due day or the past period that a text names. With `ahead`, a month without a year is the next one. */
function timeIn(typed: string, today: string, ahead: boolean): Time {
  const text = typed.replace(fromMonth, "in ");
  const none: Time = { dueOn: null, past: null, fault: null };
  const weekday = new RegExp(`\\b(${deadline}|on|this|next|last) (last )?(${weekdays.join("|")})\\b`).exec(text);
  if (weekday) {
    const name = weekday[3] ?? "";
    if (weekday[1] === "last" || weekday[2]) return { ...none, fault: `Last ${capital(name)} has passed.` };
    const away = (weekdays.indexOf(name) - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
    return { ...none, dueOn: addDays(today, away === 0 ? 7 : away) };
  }
  if (/\btomorrow\b/.test(text)) return { ...none, dueOn: addDays(today, 1) };
  if (/\bchristmas\b/.test(text)) {
    const eve = `${today.slice(0, 4)}-12-24`;
    return { ...none, dueOn: eve >= today ? eve : `${Number(today.slice(0, 4)) + 1}-12-24` };
  }
  const written = deadlineDate.exec(text)?.[1];
  if (written && !dateIn(written, today)) {
    const named = written.replace(/\b[a-z]{3,}/g, capital);
    return { ...none, fault: `"${named}" is not a valid date.` };
  }
  const period = periodOf(ahead ? `${text} upcoming` : text, today);
  if (!period) return none;
  const { from, to, words } = period;
  const phrase = words.join(" ");
  const lead =
    `${text.slice(0, Math.max(0, text.indexOf(phrase)))}${/^(?:from|by|before|until|till)\b/.exec(phrase)?.[0] ?? ""}`.trim();
  const isDeadline = new RegExp(`(?:^| )(?:${deadline})$`).test(lead);
  const label = from === to || (isDeadline && deadlineDate.test(text)) ? longDay(to) : capital(period.label);
  if (isDeadline && to < today) return { ...none, fault: `${label} has passed.` };
  const isCurrent = /\b(?:this|current)\b/.test(phrase);
  const past = from < today && !isDeadline && (to <= today || isCurrent);
  return {
    dueOn: to < today ? null : from > today && (startWords.test(lead) || text !== typed) ? from : to,
    past: past ? { from, to: to < today ? to : today, label, isCurrent } : null,
    fault: null,
  };
}

/** A date after a word such as "by" or "on". */
const deadlineDate = new RegExp(
  `\\b(?:${deadline}|on) (?:the )?(\\d{1,2}(?:st|nd|rd|th)? (?:of )?${monthNames}(?: 20\\d\\d)?|${monthNames} \\d{1,2}(?:st|nd|rd|th)?(?: 20\\d\\d)?|20\\d\\d \\d\\d \\d\\d)\\b`,
);

const scale: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 };
const money =
  /(£|\$|€|¥|\b[A-Z]{3}\s)\s?(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\b|\b(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\s?(pounds|dollars|euros|[A-Z]{3})\b/;

/** "for 90,000", "by 5k": an amount without a currency. */
const bareAmount =
  /\b(?:for|by|of)()\s(\d{1,3}(?:,\d{3})+|\d{4,9}|\d{1,4}(?=\s?[km]\b))\s?(k|m)?\b(?!\s?%)(?!\s(?!(?:an?|per|this|by|until|before|please|now)\b)\p{L})/iu;

function amountOf(text: string): Command["amount"] {
  const found = money.exec(text) ?? bareAmount.exec(text);
  if (!found) return null;
  const [, before, first, firstScale, second, secondScale, after] = found;
  const value =
    Number((first ?? second ?? "").replaceAll(",", "")) * (scale[(firstScale ?? secondScale ?? "").toLowerCase()] ?? 1);
  return Number.isFinite(value) && value > 0 && value <= 1e12 ? { value, sign: (before ?? after ?? "").trim() } : null;
}

/** The object of a clause without its verb, articles, dates and amounts. */
function whatOf(clause: string, verb: string): string {
  const words = clause.split(/\s+/);
  const at = words.findIndex((word) => stem(normalized(word)) === verb);
  const after = words.slice(at + 1).join(" ");
  const [kept = ""] = after.split(
    /,|;|\s(?:by|before|until|till|within|without|with|for|in|on|from|at|this|next|so that)\s/i,
  );
  return truncate(
    kept
      .replace(/^(?:(?:a|an|the|our|all|every|some|new)\s+)+/i, "")
      .replace(/(?<![.!?])[.!?]+$/, "")
      .replace(/(?:\s(?:now|today|tomorrow|please|immediately|asap|soon)){1,3}$/i, "")
      .trim(),
    60,
  ).trim();
}

/** Reads a command by the grammars of all playbooks: the first verb decides, and its object must follow. */
export function readCommand<P extends Grammar>(
  typed: string,
  playbooks: readonly P[],
  today: string,
): { playbook: P; command: Command } | NoCommand {
  const whole = typed.replace(/\s+/g, " ").trim();
  const plain = normalized(whole).replace(politeness, "");
  // "Can you renew the contracts?" is a polite command.
  const isPolite = plain !== normalized(whole);
  if (questionStart.test(plain) || (/\?\s*$/.test(whole) && !isPolite)) return "question";
  if (negation.test(plain)) return "negated";
  const clauses = whole.split(/[,;.]? (?:and then|and|then) |[;.] /);
  // "Cut software and hosting costs" is one command; "Cut costs and hire a driver" are two.
  const next = clauses.findIndex(
    (clause, at) =>
      at > 0 && playbooks.some(({ verbs, weak }) => [...verbs, ...(weak?.verbs ?? [])].includes(verbOf(clause))),
  );
  const own = clauses.slice(0, next < 0 ? undefined : next).join(" and ");
  const text = normalized(own).replace(politeness, "");
  const [first = "", ...after] = text.split(" ");
  const verb = stem(first);
  const words = after.map(stem);
  const playbook = playbooks.find((one) => isAbout(one, verb, after, objectOf(own)) && !one.unless?.test(text));
  if (!playbook) return "unknown";
  const percent = Number(
    /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|percent\b|per cent\b)/i.exec(own)?.[1]?.replace(",", "."),
  );
  const time = timeIn(text, today, playbook.times === "target");
  return {
    playbook,
    command: {
      ...time,
      text: own,
      words,
      percent: percent > 0 && percent <= 100 ? percent : null,
      amount: amountOf(own),
      what: whatOf(own, verb),
      rest: next < 0 ? null : clauses.slice(next).join(" and "),
      names: namesIn(own, vocabularyOf(playbooks)),
      fault: shareFault(own, percent) ?? time.fault,
    },
  };
}

/** Words that end the object of a verb. */
const objectEnds = new Set(
  "by before until till within without with for of in on from at to this next last so when as about than if because now today tomorrow please who whom whose that which or but do using through across per during where while like under over above since after into immediately soon again only".split(
    " ",
  ),
);
/** Objects that name nothing: "everything that is overdue", "what customers owe us", "£500,000 from investors". */
const generalObject =
  /^(?:everything|anything|all|those|(?:what|whatever|whoever)\b.*|(?:(?:\d+|k|m|thousand|million|pounds|dollars|euros)\b ?)+)$/;

/** The words after the verb up to the first punctuation mark, without record numbers. */
const objectOf = (text: string): string[] =>
  normalized((/^[^,;:()"]*/.exec(text)?.[0] ?? "").replace(/\b\p{L}+-\d[\w-]*/gu, " "))
    .replace(politeness, "")
    .split(" ")
    .slice(1);

/** Whether a playbook's verb begins the command and one of its objects is what the verb is about. */
function isAbout({ verbs, objects, strong, weak }: Grammar, verb: string, after: string[], object: string[]): boolean {
  const isWeak = weak?.verbs.includes(verb) ?? false;
  if (!isWeak && !verbs.includes(verb)) return false;
  if (isWeak && weak?.needs && !weak.needs.test(after.join(" "))) return false;
  const known = isWeak && weak ? weak.objects : objects;
  const all = ` ${after.map(stem).join(" ")} `;
  // An object of several words counts wherever it stands.
  if (known.some((one) => one.includes(" ") && all.includes(` ${one} `))) return true;
  // "Keep Alder Foods as a customer".
  if (/ as (?:an? |our )?(?:customer|client) /.test(all) && known.includes("customer")) return true;
  const end = object.findIndex((word, at) => at > 0 && objectEnds.has(word));
  const phrase = end < 0 ? object : object.slice(0, end);
  if (strong?.includes(verb) || generalObject.test(phrase.join(" ")))
    return known.some((one) => all.includes(` ${one} `));
  const heads = phrase.filter((_, at) => at === phrase.length - 1 || phrase[at + 1] === "and").map(stem);
  return heads.some((head) => known.includes(head));
}

/** Common words of commands that are not names. */
const commonWords =
  "overdue unpaid outstanding open late old older oldest large larger largest big biggest small smaller important urgent customer client vendor supplier debtor partner people us owe owed end expire due renewal notice leave churn risk lose lost quiet unhappy win won yearly annual annually quarterly existing active paused signed unsigned disputed missing price payment plan subscription contract invoice book record status immediately asap soon possible carefully even still just quickly every year half week day percent cent million k m only most likely cash money incoming receivable supply service sale max maximum least current group case thank follow up reminder process properly term condition everybody everyone relation likelihood unresolved pending critical severe serious";

const vocabularies = new WeakMap<readonly Grammar[], ReadonlySet<string>>();
function vocabularyOf(playbooks: readonly Grammar[]): ReadonlySet<string> {
  const before = vocabularies.get(playbooks);
  if (before) return before;
  const made = new Set(
    [
      ...playbooks.flatMap(({ verbs, objects, weak }) => [
        ...verbs,
        ...objects,
        ...(weak?.verbs ?? []),
        ...(weak?.objects ?? []),
      ]),
      ...[...fillers, ...timeWords, ...objectEnds, ...commonWords.split(" ")].map(stem),
    ].flatMap((words) => words.split(" ")),
  );
  vocabularies.set(playbooks, made);
  return made;
}

/** Runs of unknown words, with the known words in capitals beside them: "Harbour Foods", "INV-1096". */
function namesIn(text: string, vocabulary: ReadonlySet<string>): string[] {
  const tokens = text.split(" ").map((word) =>
    word
      .replace(/^["'“‘([]{1,5}/, "")
      .replace(/[.,!?;:)"'”’\]]{1,5}$/, "")
      .replace(/['’]s$/, ""),
  );
  const polite = normalized(text).split(" ").length - normalized(text).replace(politeness, "").split(" ").length;
  const isUnknown = (word: string): boolean =>
    word !== "" &&
    !/^[\p{Sc}]?\d[\d.,]*(?:%|k|m|st|nd|rd|th)?$/iu.test(word) &&
    !/^q[1-4]$/i.test(word) &&
    (/\p{L}-?\d/u.test(word) ||
      normalized(word)
        .split(" ")
        .some((part) => part.length > 1 && !/^\d+$/.test(part) && !vocabulary.has(stem(part))));
  const kinds = tokens.map((word, at) =>
    at <= polite
      ? "known"
      : isUnknown(word)
        ? "name"
        : /^\p{Lu}/u.test(word)
          ? "capital"
          : /^(?:of|and|&|the)$/i.test(word)
            ? "joint"
            : "known",
  );
  const runs: string[] = [];
  let run: string[] = [];
  let held: string[] = [];
  let hasName = false;
  const close = () => {
    if (hasName) runs.push(run.join(" "));
    [run, held, hasName] = [[], [], false];
  };
  for (const [at, kind] of kinds.entries()) {
    const word = tokens[at] ?? "";
    if (kind === "name" || kind === "capital") {
      run = run.length > 0 ? [...run, ...held, word] : [word];
      held = [];
      hasName ||= kind === "name";
    } else if (kind === "joint" && run.length > 0) held.push(word);
    else close();
  }
  close();
  return runs;
}

function shareFault(text: string, percent: number): string | null {
  const share = /(?<![\d.,])(\d[\d.,]{0,12})\s?(?:%|percent\b|per cent\b)/i.exec(text);
  return share && !(percent > 0 && percent <= 100) ? `"${share[1]}%" is not a share above 0% and up to 100%.` : null;
}

const verbOf = (clause: string): string => stem(normalized(clause).replace(politeness, "").split(" ")[0] ?? "");

/** Words as a grammar holds them; a plus joins the words of one object. */
export const stems = (words: string): string[] =>
  words.split(" ").map((object) => object.split("+").map(stem).join(" "));
