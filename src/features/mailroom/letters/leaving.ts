import { bindingsIn } from "./binding.ts";
import { countWords, plainText } from "./evidence.ts";
import { type Letter, oneLine } from "./letter.ts";
import { requests } from "./request-words.ts";
import { answers, greetings } from "./template-texts.ts";
import { isKnownLanguage, nameInGreeting } from "./templates.ts";
import { domainOf, isFreeDomain } from "./unanswered.ts";

export type OfOurs = {
  /** Addresses of the company's mailboxes. */
  own: readonly string[];
  /** What the company, its people and its agents are called. */
  names: readonly string[];
};

/** The longest text that is read or sent without a person. */
const longest = 4_000;

const addresses = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const links = /(?:https?:\/\/|\bwww\.)[^\s<>"']{1,2000}/giu;
/** IBANs, and the numbers of cards and accounts; shorter ones are telephones, orders and postcodes. */
const accounts = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){2,8}\b|(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/gu;

const hostOf = (link: string): string => {
  const url = URL.parse(link.startsWith("www.") || link.startsWith("WWW.") ? `http://${link}` : link);
  return (url?.hostname ?? link).toLowerCase().replace(/^www\./, "");
};
const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Domains that speak for a company, not those of mail for everyone. */
const domainsOf = (all: readonly string[]): string[] =>
  all.map((one) => domainOf(one.toLowerCase())).filter((domain) => domain !== "" && !isFreeDomain(domain));

/** Whether one can be made of the other by at most two insertions, deletions and changes of a character. */
function isNear(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 2) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1)
      next.push(
        Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (one[at] === other[to - 1] ? 0 : 1)),
      );
    row = next;
  }
  return (row.at(-1) ?? 9) <= 2;
}

/** A sender that is none of ours and looks like one. */
function whyImpostor({ from }: Pick<Letter, "from">, { own, names }: OfOurs): string | null {
  const name = plainText(from.name);
  const taken = names.find((one) => {
    const plain = plainText(one);
    // One word is a name that many people have.
    return plain.trim() !== "" && (plain.trim().includes(" ") ? name.includes(plain) : name === plain);
  });
  if (taken !== undefined) return `Its sender uses the name ${oneLine(taken)} from an address that is not yours.`;
  const domain = domainOf(from.address);
  const ours = domainsOf(own).find((one) => isNear(domain, one));
  return ours !== undefined || domain.split(".").some((part) => part.startsWith("xn--"))
    ? `Its sender's domain ${domain} only looks like ${ours === undefined ? "what it shows" : "yours"}.`
    : null;
}

/**
 * Why an email needs a person, whatever is drafted: what was wrong with it, and what orders given to machines need and
 * questions of customers do not. Null: nothing in it says so.
 */
export function whyPersonReads(letter: Letter, ours: OfOurs): string | null {
  const { faults, from, replyTo, text, fresh, subject, attachments } = letter;
  const all = `${subject}\n${text}`;
  const known = [...domainsOf([from.address]), ...domainsOf(ours.own)];
  const isOurs = (address: string) => [from.address, ...ours.own].some((one) => one.toLowerCase() === address);
  const impostor = whyImpostor(letter, ours);
  if (faults[0] !== undefined) return faults[0];
  if (replyTo && replyTo.address !== from.address) return "Its sender wants answers at another address.";
  if (impostor !== null) return impostor;
  if (attachments.length > 0) return "It has an attachment, which no agent reads.";
  if (all.length > longest) return "It is too long to be answered alone.";
  if (!isKnownLanguage(fresh)) return "It is in a language that no rule knows.";
  const address = (all.toLowerCase().match(addresses) ?? []).find(
    (one) => !isOurs(one) && !known.some((domain) => isWithin(domainOf(one), domain)),
  );
  if (address !== undefined) return `It names another address: ${address}.`;
  const link = (all.match(links) ?? []).find(
    (one) => !known.some((domain) => isWithin(hostOf(one), domain)) || /[^/]\/[^/\s]/.test(one),
  );
  if (link !== undefined) return `It has a link to ${hostOf(link).slice(0, 100)}.`;
  if (all.search(accounts) >= 0) return "It has the number of an account.";
  // Orders are no questions, and what asks nothing loses nothing by waiting.
  if (!/\?/.test(fresh.replaceAll(links, ""))) return "It asks nothing, so a person reads it first.";
  if (countWords(plainText(`${subject}\n${fresh}`), requests) > 0)
    return "It asks for something to be done, so a person decides.";
  const [quoted] = bindingsIn(text);
  return quoted === undefined ? null : `It speaks of “${quoted.words}”, so a person decides.`;
}

const wordsOf = (text: string): string[] =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
/** All words of our own answers, in every language. */
const ownWords = new Set(wordsOf(JSON.stringify([answers, greetings])));

/**
 * Why a draft needs a person, whoever wrote it; null: it may leave alone. It has to consist of the words of our own
 * answers, of `approved` texts and of names, so that none can say what a stranger wants said.
 */
export function whyPersonSends(
  draft: string,
  from: Letter["from"],
  { own, names }: OfOurs,
  approved: readonly string[],
): string | null {
  if (draft.length > longest) return "The draft is too long to be sent alone.";
  if (draft.split("\n").some((line) => oneLine(line) !== line.replaceAll(/\s+/g, " ").trim()))
    return "The draft holds characters that nobody sees.";
  const address = (draft.toLowerCase().match(addresses) ?? []).find(
    (one) => ![from.address, ...own].some((ours) => ours.toLowerCase() === one),
  );
  if (address !== undefined) return `The draft names the address ${address}.`;
  const link = (draft.match(links) ?? []).find(
    (one) => !domainsOf(own).some((domain) => isWithin(hostOf(one), domain)),
  );
  if (link !== undefined) return `The draft has a link to ${hostOf(link).slice(0, 100)}.`;
  const known = new Set([...approved, ...names, ...own, nameInGreeting(from.name)].flatMap(wordsOf));
  const strange = wordsOf(draft).find((word) => !ownWords.has(word) && !known.has(word));
  return strange === undefined ? null : `The draft says “${strange.slice(0, 60)}”, which no approved text does.`;
}
