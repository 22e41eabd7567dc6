import { type Letter, severalSenders } from "./letter.ts";
import { hasEvidence } from "./evidence.ts";
import { type Unanswerable, unanswerable } from "./unanswerable-words.ts";
import type { Verdict } from "./verdict.ts";
import { agentRoleIds } from "#contract/roles.ts";

export type Reason = { id: string; sentence: string };

export type About = {
  /** Addresses of all mailboxes of the installation, with aliases. */
  own: readonly string[];
  labels: readonly string[];
  isPersonAnswered: boolean;
  verdict: Verdict;
  /** Addresses and domains that the owner never answers. */
  denied: readonly string[];
};

/** Domains of mail for everyone: sharing one says nothing about the company. */
const free =
  /^(?:(?:gmail|googlemail|icloud|me|mac|aol|proton|protonmail|tutanota|fastmail|zoho|mail|email|inbox)\.com|(?:proton|pm)\.me|(?:outlook|hotmail|live|msn|yahoo|ymail|gmx|web|laposte|orange|free|sfr|wanadoo|libero|virgilio|alice|tiscali|t-online|freenet|ziggo|kpnmail|planet|btinternet|sky|virginmedia)\.(?:com|co\.uk|de|fr|es|it|nl|net|ch|at|be|ie|eu))$/;

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
export const isFreeDomain = (domain: string): boolean => free.test(domain);

/** Local parts of machines, in the six languages. */
const machines =
  /^(?:mailer[-_.]?daemon|postmaster|listserv|majordomo|mailman|autoresponder|auto[-_.]?reply|bounces?|notifications?|alerts?|newsletters?|(?:do[-_.]?not|don[-_.]?t|no|never)[-_.]?(?:reply|respond|response|answer)|(?:nicht|keine)[-_.]?antworten|keine[-_.]?antwort|ne[-_.]?pas[-_.]?repondre|pas[-_.]?de[-_.]?reponse|no[-_.]?responder|no[-_.]?contest(?:ar|e)|non[-_.]?rispondere|niet[-_.]?(?:be)?antwoorden|niet[-_.]?reageren)(?:[-_.+=\d].*)?$|^owner-|[-_.](?:request|bounces?|no-?reply|noreply|autoreply)(?:[+=].*)?$|^(?:bounce|prvs|msprvs\d*|srs\d)[-+=]/;

const suppressed = /(?:^|[\s,;])(?:all|autoreply|oof|dr|rn)(?:$|[\s,;])/i;
const automaticSubject =
  /^\s*(?:(?:auto(?:matic|matische[rs]?|mated)?[\s:-]*(?:reply|response|antwort|antwoord)|auto:|automatische antwort|abwesenheits(?:notiz|meldung|assistent)|r[eé]ponse automatique|respuesta autom[aá]tica|risposta automatica|automatisch antwoord|out of (?:the )?office(?:$|[:;,!.]|\s+(?:auto|re|until|reply|from))|absence du bureau|message d'absence|fuera de la oficina|fuori sede|afwezig(?:heid)?(?:$|\W)|delivery status notification|delivery failure|undeliverable:|undelivered mail|mail delivery (?:failed|failure|subsystem)|returned mail|unzustellbar|onbestelbaar|non remis|no se puede entregar|mancata consegna|failure notice|read:|gelesen:|lu :|le[ií]do:|letto:|gelezen:))/i;

const category = /^(?:spam|junk|trash|category_(?:promotions|social|forums))$/i;

type Check = readonly [id: string, sentence: string, holds: (letter: Letter, about: About) => boolean];

const has = ({ headers }: Letter, ...names: readonly string[]) => names.some((name) => headers.has(name));
const values = ({ headers }: Letter, name: string): string[] => (headers.get(name) ?? []).map((one) => one.trim());
const localOf = (address: string) => address.slice(0, Math.max(0, address.lastIndexOf("@")));

/** Whether an address is one of a list of addresses and domains. */
const isListed = (address: string, list: readonly string[]): boolean =>
  list.some((one) => {
    const entry = one.trim().toLowerCase().replace(/^\*?@/, "");
    if (entry.includes("@")) return entry === address;
    return entry !== "" && (domainOf(address) === entry || domainOf(address).endsWith(`.${entry}`));
  });

const ownDomains = (own: readonly string[]) =>
  own.map((one) => domainOf(one.toLowerCase())).filter((domain) => !isFreeDomain(domain));
const isOwn = (address: string, own: readonly string[]): boolean => {
  const plus = address.indexOf("+");
  const plain = plus < 0 ? address : `${address.slice(0, plus)}@${domainOf(address)}`;
  return own.some((one) => one.toLowerCase() === plain) || isListed(address, ownDomains(own));
};

/** The first word of every `Auto-Submitted`; comments and parameters may follow it. */
const autoSubmitted = (letter: Letter) =>
  values(letter, "auto-submitted").some((value) => !/^no(?:$|[\s;(])/i.test(value.replace(/^\([^()]*\)\s*/, "")));

const forwarded = /^[ \t]{0,9}[-_]{2,20} ?\p{L}[^\n]{2,60}[-_]{2,20}[ \t]{0,9}$/mu;

/** What the sender wrote, without what is quoted or passed on; all of it where that is nothing. */
const ownWords = ({ subject, fresh }: Letter): string => {
  const above = fresh.slice(0, 6_000).split(forwarded, 1)[0] ?? "";
  return `${subject}\n${/\p{L}/u.test(above) ? above : fresh.slice(0, 6_000)}`;
};

const isTextOf =
  (kind: Unanswerable) =>
  (letter: Letter): boolean =>
    hasEvidence(ownWords(letter), unanswerable[kind]);

const isQuestion = (letter: Letter) =>
  ownWords(letter)
    .replaceAll(/https?:\S{1,2000}/g, "")
    .includes("?");

const isForRole = ({ labels }: About) =>
  labels.some((label) => agentRoleIds.some((role) => label.toLowerCase().replace(/^ai\//, "") === role.toLowerCase()));

/** In their order: what is certain first. */
const checks: readonly Check[] = [
  ["own", "It comes from one of your own addresses.", ({ from }, { own }) => isOwn(from.address, own)],
  [
    "sent",
    "It is a draft or was sent from this mailbox.",
    (_, { labels }) => labels.some((one) => /^(?:sent|drafts?)$/i.test(one)),
  ],
  ["no-sender", "It names no sender who could be answered.", ({ from }) => !/^[^@\s]+@[^@\s]+$/.test(from.address)],
  [
    "denied",
    "You never answer this sender.",
    ({ from, replyTo }, { denied }) =>
      [from, ...(replyTo ? [replyTo] : [])].some(({ address }) => isListed(address, denied)),
  ],
  [
    "spam",
    "The mailbox sorted it as spam, advertising, a forum or waste.",
    (_, { labels }) => labels.some((one) => category.test(one)),
  ],
  [
    "ours",
    "An agent wrote it.",
    (letter) => has(letter, "x-boardroom-reply") || values(letter, "x-loop").some((one) => /boardroom/i.test(one)),
  ],
  [
    "automatic",
    "A machine sent it.",
    (letter) =>
      autoSubmitted(letter) ||
      has(letter, "x-autoreply", "x-autorespond", "x-auto-reply-from", "x-autogenerated", "x-failed-recipients") ||
      values(letter, "x-auto-response-suppress").some((one) => suppressed.test(one)),
  ],
  [
    "bounce",
    "It reports on the delivery of another email.",
    (letter) =>
      values(letter, "return-path").some((one) => /^<?\s*>?$/.test(one)) ||
      values(letter, "content-type").some((one) => /^multipart\/report/i.test(one)),
  ],
  [
    "list",
    "It went to a mailing list or to many people at once.",
    (letter) =>
      [...letter.headers.keys()].some(
        (name) => name.startsWith("list-") || name === "feedback-id" || name === "x-mailing-list",
      ) || values(letter, "precedence").some((one) => /^(?:bulk|list|junk|auto_reply)\b/i.test(one)),
  ],
  [
    "no-reply",
    "Its address takes no answers.",
    ({ from, replyTo }) =>
      machines.test(localOf(from.address)) || (replyTo !== null && machines.test(localOf(replyTo.address))),
  ],
  ["automatic", "Its subject is that of an automatic answer.", ({ subject }) => automaticSubject.test(subject)],
  ["calendar", "It is an invitation or an answer to one.", ({ isInvitation }) => isInvitation],
  ["answered", "A person already answered it.", (_, { isPersonAnswered }) => isPersonAnswered],
  [
    "forged",
    "Its sender may be forged.",
    (letter, { verdict }) => verdict.dmarc === "fail" || letter.faults.includes(severalSenders),
  ],
  ["crowd", "It went to more than 20 people.", ({ to, cc }) => to.length + cc.length > 20],
  [
    "not-addressed",
    "It is not addressed to you.",
    (letter, about) =>
      !isForRole(about) &&
      !letter.to.some(({ address }) => isOwn(address, about.own)) &&
      !has(letter, "x-forwarded-to", "resent-to"),
  ],
  ["empty", "It has no text.", ({ subject, text }) => !/[\p{L}\p{N}]/u.test(`${subject}${text}`)],
  ["automatic", "Its text says that a machine wrote it.", isTextOf("machine")],
  ["notice", "It is a notice that asks nothing.", (letter) => !isQuestion(letter) && isTextOf("notice")(letter)],
  ["advertising", "It looks like advertising that went to many people.", isTextOf("advertising")],
  ["fraud", "It looks like a known kind of fraud.", isTextOf("fraud")],
];

/** Why no answer is due, checked before any model; null: one is. */
export function whyNoAnswer(letter: Letter, about: About): Reason | null {
  const found = checks.find(([, , holds]) => holds(letter, about));
  return found ? { id: found[0], sentence: found[1] } : null;
}
