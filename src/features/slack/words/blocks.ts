import type { Decision } from "#features/decisions/contract.ts";
import { formatMoney, longDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { shorten } from "#contract/words.ts";

/** Slack reads these three as its own signs: mentions, links and entities. */
export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export type Shown = { text: string; blocks: readonly object[] };

const plain = (text: string) => ({ type: "section", text: { type: "plain_text", text, emoji: false } });
const small = (text: string) => ({
  type: "context",
  elements: [{ type: "plain_text", text: shorten(text, 1_900), emoji: false }],
});
/** What a button answers: the decision, and the digest of what it said when it was posted. */
const button = (id: "approve" | "reject", text: string, value: string) => ({
  type: "button",
  action_id: id,
  value,
  text: { type: "plain_text", text: shorten(text, 70), emoji: false },
  ...(id === "approve" && { style: "primary" }),
});

type About = { currency: Currency; expiresOn: string; url: string; textHash: string };

function amountOf({ exposure: { kind, amount } }: Decision, currency: Currency): string | null {
  if (amount === 0 || kind === "none") return null;
  return kind === "discount" ? `${amount}%` : formatMoney(amount, currency);
}

function outcomeOf({ status, approvedBy, rejectedBy, closedReason, reason, undoUntil }: Decision): string {
  const why = reason ? `: “${shorten(reason, 300)}”` : "";
  if (status === "approved")
    return `${approvedBy ? `Approved by ${approvedBy}` : "Approved by policy"}${why}${undoUntil ? ". It can still be undone in Boardroom." : ""}`;
  if (closedReason === "expired") return "Expired: nobody decided in time.";
  if (closedReason === "withdrawn") return `Withdrawn${why}`;
  return `Rejected${rejectedBy ? ` by ${rejectedBy}` : ""}${why}`;
}

/** A decision as it stands: with buttons while it is pending, with what happened afterwards. */
export function showDecision(decision: Decision, { currency, expiresOn, url, textHash }: About): Shown {
  const { id, number, title, recommendation, agentName, agentRole, status, authorization } = decision;
  const amount = amountOf(decision, currency);
  const heading = `D-${number}: ${amount ? `${title}, ${amount}` : title}`;
  const isPending = status === "pending";
  const said = isPending ? `Expires ${longDay(expiresOn)}` : outcomeOf(decision);
  const why =
    isPending && authorization.reasons.length > 0 ? ` Why it needs you: ${authorization.reasons.join("; ")}` : "";
  return {
    text: escapeText(`${isPending ? "Needs approval" : said}: ${heading}`),
    blocks: [
      {
        type: "section",
        text: { type: "mrkdwn", text: `<${url}|${escapeText(shorten(heading, 2_000)).replaceAll("|", "¦")}>` },
      },
      plain(shorten(recommendation || title, 1_500)),
      small(`Proposed by ${agentName} (${agentRole}). ${said}.${why}`.replaceAll("..", ".")),
      ...(isPending
        ? [
            {
              type: "actions",
              elements: [
                button("approve", amount ? `Approve ${amount}` : "Approve", `${id}:${textHash}`),
                button("reject", "Reject", `${id}:${textHash}`),
              ],
            },
          ]
        : []),
    ],
  };
}

/** What a person wrote, without mentions of people and Slack's own signs. */
export function plainText(text: string): string {
  return (
    text
      // <@U1>, <!here>, <#C1|general>, <https://…|label>
      .replaceAll(/<([^<>]*)>/g, (_all, inner: string) =>
        /^[@!]/.test(inner) ? " " : inner.slice(inner.indexOf("|") + 1),
      )
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}
