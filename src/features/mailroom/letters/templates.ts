import lande from "lande";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Beginning } from "#features/mailroom/beginning/contract.ts";
import { bindingsIn } from "./binding.ts";
import { type Letter, oneLine } from "./letter.ts";
import { answers, beginningTexts, greetings, type MailLanguage, type Template, type Voice } from "./template-texts.ts";

/** Values for placeholders, all of them from records or settings, never from a stranger's words. */
export type Facts = Readonly<Record<string, string>>;

/** How people begin and end what they send, in their own way. `{name}` is the recipient's, `{first}` its first part. */
export type Style = Partial<Record<"greeting" | "closing", string>>;

export type Executive = {
  name: string;
  role: AgentRoleId;
  company: string;
  voice: Voice;
  style?: Partial<Record<MailLanguage, Style>>;
};

export type Written = { subject: string; text: string; language: MailLanguage };

const codes: Readonly<Record<string, MailLanguage>> = {
  eng: "en",
  deu: "de",
  fra: "fr",
  spa: "es",
  ita: "it",
  nld: "nl",
};

function guess(text: string): MailLanguage | null {
  const [best] = lande(text.slice(0, 2_000));
  return (best && best[1] > 0.5 && codes[best[0]]) || null;
}

/** The language of an email where we have it; else English. */
export const languageOf = (text: string): MailLanguage => guess(text) ?? "en";

/** Whether all of a text is in languages that the rules know: each paragraph counts, where it is long enough to tell. */
export function isKnownLanguage(text: string): boolean {
  const foreign = text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0;
  const parts = text.split(/\n\s*\n/).filter((part) => (part.match(/\p{L}/gu)?.length ?? 0) >= 60);
  return foreign <= 3 && guess(text) !== null && parts.every((part) => guess(part) !== null);
}

const placeholder = /\{([a-z]+)\}/g;
const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name]) => name ?? "")),
];

/** The text with its placeholders filled in one pass, so that a value cannot bring in another placeholder. */
const fill = (text: string, facts: Facts): string =>
  text.replaceAll(placeholder, (whole, name: string) => (Object.hasOwn(facts, name) ? (facts[name] ?? whole) : whole));

/** The greeting without a name where none is known: "Dear {name}," becomes "Dear Sir or Madam" in no language we guess. */
function greet(language: MailLanguage, { voice, style }: Executive, name: string): string {
  const greeting = style?.[language]?.greeting ?? greetings[language][voice][0];
  if (name) return fill(greeting, { name, first: name.split(" ")[0] ?? name });
  const [formal] = greetings[language].warm;
  return formal.replace(/,? \{name\}/, "");
}

function sign(paragraphs: readonly string[], language: MailLanguage, executive: Executive, to: string): string {
  const { name, company, voice, style } = executive;
  const closing = style?.[language]?.closing ?? greetings[language][voice][1];
  return [greet(language, executive, to), ...paragraphs, `${closing}\n${oneLine(name)}\n${oneLine(company)}`].join(
    "\n\n",
  );
}

/** A stranger's name in a greeting: short, and letters only, so it can say nothing else. */
export const nameInGreeting = (name: string): string => {
  const plain = oneLine(name);
  return /^[\p{L}\p{M}'.-]+(?: [\p{L}\p{M}'.-]+){0,3}$/u.test(plain) && plain.length <= 50 ? plain : "";
};

/** Approved facts, one a line. */
export const factsParagraph = (language: MailLanguage, approved: readonly string[]): string =>
  fill(answers[language].facts, { facts: approved.map((fact) => `- ${oneLine(fact)}`).join("\n") });

/** An answer of these paragraphs, whoever wrote them. */
export const answerWith = (
  paragraphs: readonly string[],
  language: MailLanguage,
  executive: Executive,
  from: Letter["from"],
): string => sign(paragraphs, language, executive, nameInGreeting(from.name));

/** An answer by rules. It quotes the subject and states approved facts, and promises nothing. */
export function answerByRules(
  letter: Pick<Letter, "subject" | "fresh" | "from">,
  executive: Executive,
  approved: readonly string[] = [],
): Written {
  const language = languageOf(letter.fresh);
  const { received, person, about } = answers[language];
  const topic = oneLine(letter.subject).replace(/^(?:(?:re|aw|fwd?|wg|sv|antw|tr|r)\s*:\s*)+/i, "");
  // A subject that asks or promises something is not repeated in our own words.
  const isPlain =
    topic !== "" && topic.length <= 80 && !/https?:|www\.|[{}<>]/i.test(topic) && bindingsIn(topic).length === 0;
  const opening = fill(
    isPlain ? received : received.replace(/ (?:about|zu|au sujet de|sobre|su|over) [“„«"]\s?\{topic\}\s?[”“»"]/, ""),
    {
      topic,
      field: about[executive.role],
      company: oneLine(executive.company),
    },
  );
  const paragraphs = [opening, ...(approved.length > 0 ? [factsParagraph(language, approved)] : []), person];
  const text = sign(paragraphs, language, executive, nameInGreeting(letter.from.name));
  return { subject: letter.subject, text, language };
}

/** An email that an executive begins; the names of facts that are missing where it cannot be written. */
export function beginByRules(
  kind: Beginning,
  {
    language,
    executive,
    to,
    facts,
    own,
  }: { language: MailLanguage; executive: Executive; to: string; facts: Facts; own?: Template },
): Written | { missing: string[] } {
  const { subject, body } = own ?? beginningTexts[language][kind];
  const missing = [...new Set([...placeholdersOf(subject), ...placeholdersOf(body)])].filter(
    (name) => !facts[name]?.trim(),
  );
  if (missing.length > 0) return { missing };
  const safe = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, name === "facts" ? value.trim() : oneLine(value)]),
  );
  return {
    subject: oneLine(fill(subject, safe)),
    text: sign([fill(body, safe)], language, executive, nameInGreeting(to)),
    language,
  };
}

/** What may stand in braces in a template: its facts, and the company. */
export function placeholdersFor(kind: Beginning): string[] {
  const { subject, body } = beginningTexts.en[kind];
  return [...new Set([...placeholdersOf(subject), ...placeholdersOf(body), "company"])];
}

/** What is wrong with an owner's change of a template, a sentence each. */
export function templateFaults(kind: Beginning, { subject, body }: Template): string[] {
  const allowed = new Set(placeholdersFor(kind));
  const unknown = [...placeholdersOf(subject), ...placeholdersOf(body)].filter((name) => !allowed.has(name));
  return [
    ...(subject.trim() && body.trim() ? [] : ["A template needs a subject and a text."]),
    ...(/[\r\n]/.test(subject) ? ["The subject must be one line."] : []),
    ...(subject.length > 200 || body.length > 5_000
      ? ["Keep the subject under 200 and the text under 5,000 characters."]
      : []),
    ...[...new Set(unknown)].map(
      (name) => `There is no placeholder {${name}}. Use ${[...allowed].map((one) => `{${one}}`).join(", ")}.`,
    ),
  ];
}
