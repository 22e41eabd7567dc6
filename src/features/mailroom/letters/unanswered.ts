import type { Letter } from "#features/mailroom/letters/letter.ts";

/** Why a letter is not answered. */
export type Reason = { id: string; sentence: string };
/** What the receiving server found out about the sender. */
export type Verdict = { dmarc: "pass" | "fail" | "none" };

const reason = (id: string, sentence: string): Reason => ({ id, sentence });
const machines = /^(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?)\b/;

/** The verdict that the receiving server wrote into the letter. */
export function verdictOf({ headers }: Pick<Letter, "headers">): Verdict {
  const found = /\bdmarc=(\w+)/i.exec(headers.get("authentication-results")?.[0] ?? "")?.[1]?.toLowerCase();
  return { dmarc: found === "pass" || found === "fail" ? found : "none" };
}

/** Why no answer is due; null: one is. */
export function whyNoAnswer(
  { from, headers }: Letter,
  about: {
    own: readonly string[];
    labels: readonly string[];
    isPersonAnswered: boolean;
    verdict: Verdict;
    denied: readonly string[];
  },
): Reason | null {
  const { address } = from;
  const domain = address.split("@")[1] ?? "";
  const value = (name: string) => headers.get(name)?.[0]?.trim().toLowerCase() ?? "";
  if (!domain) return reason("no_sender", "It names no sender.");
  if (about.own.some((one) => one === address || one.split("@")[1] === domain))
    return reason("own", "It comes from your own address or domain.");
  if (about.denied.includes(address)) return reason("denied", "You said never to answer this sender.");
  if (about.labels.includes("SPAM")) return reason("spam", "It is spam.");
  if (!["", "no"].includes(value("auto-submitted").split(";")[0] ?? ""))
    return reason("automatic", "A program sent it.");
  if (
    headers.has("list-id") ||
    headers.has("list-unsubscribe") ||
    ["bulk", "list", "junk"].includes(value("precedence"))
  )
    return reason("list", "It went to a list.");
  if (machines.test(address) || value("return-path") === "<>") return reason("machine", "Nobody reads its answers.");
  if (value("content-type").startsWith("text/calendar")) return reason("calendar", "It is a calendar entry.");
  if (about.verdict.dmarc === "fail") return reason("forged", "Its sender is not confirmed (DMARC failed).");
  if (about.isPersonAnswered) return reason("answered", "A person already answered.");
  return null;
}
