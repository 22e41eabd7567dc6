import type { DecisionPage } from "#features/decisions/contract.ts";
import { wholePercent, words } from "#ui/format.ts";

type Line = DecisionPage["journal"][number];
type About = Pick<DecisionPage, "decision">;

/** `note`: who and how; `kind` selects the icon. */
export type JournalRow = { key: string; at: string; kind: string; text: string; note: string };

const textOf = (value: unknown): string | null => (typeof value === "string" && value ? value : null);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => textOf(item)) : []);
const sentence = (parts: readonly (string | null | false)[]): string => {
  const text = parts.filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Newest first; each reason of a proposal is its own row. */
export function journalRows(journal: readonly Line[], about: About): JournalRow[] {
  return journal.toSorted((a, b) => b.seq - a.seq).flatMap((line) => [...reasonRows(line, about), row(line, about)]);
}

function row(line: Line, about: About): JournalRow {
  const [text, note] = describeLine(line, about);
  return { key: String(line.seq), at: line.at, kind: line.action, text, note };
}

function reasonRows(line: Line, { decision }: About): JournalRow[] {
  if (line.action !== "decision.proposed") return [];
  const limits = new Set(decision.authorization.limits.map((met) => met.sentence));
  return listOf(line.details["reasons"])
    .toReversed()
    .map((reason) => ({
      key: `${line.seq} ${reason}`,
      at: line.at,
      kind: limits.has(reason) ? "limit" : "reason",
      text: limits.has(reason) ? `Over limit: ${reason}` : reason,
      note: `Policy, version ${decision.authorization.policyVersion}`,
    }));
}

/** The sentence and its note. */
function describeLine(line: Line, about: About): [string, string] {
  const { action, title, actor, agent, details } = line;
  const { decision } = about;
  switch (action) {
    case "decision.proposed": {
      const engine = decision.engine === "rules" ? "computed by rules" : `computed by ${decision.engine}`;
      const proposed = `${agent ?? decision.agentName} proposed: ${title}`;
      // Asked for in the chat: nothing was estimated.
      if (textOf(details["requestedBy"])) return [proposed, sentence([`requested by ${actor}`])];
      const confidence = details["confidence"];
      const confidenceText = typeof confidence === "number" && `confidence ${wholePercent(confidence)}`;
      return [proposed, sentence([`requested by ${actor}`, engine, confidenceText])];
    }
    case "decision.approved":
    case "decision.rejected": {
      const probability = details["probability"];
      const reason = textOf(details["reason"]);
      return [
        `${action === "decision.approved" ? "Approved" : "Rejected"} by ${actor}`,
        sentence([
          reason && `“${reason}”`,
          typeof probability === "number" && `estimated ${wholePercent(probability)}`,
        ]),
      ];
    }
    case "decision.undone":
      return [
        `${details["was"] === "approved" ? "Approval" : "Rejection"} undone by ${actor}`,
        sentence([textOf(details["problem"])]),
      ];
    case "decision.doubted": {
      const { from, to } = details as { from?: number; to?: number };
      return [
        `Confidence lowered from ${wholePercent(from ?? 0)} to ${wholePercent(to ?? 0)}`,
        `${agent ?? decision.agentName}, arguing the proposal`,
      ];
    }
    case "decision.reason_given":
      return [`Reason given by ${actor}`, `“${textOf(details["reason"])}”`];
    case "decision.withdrawn":
      return [`Withdrawn: ${actor} undid its plan`, ""];
    case "decision.expired":
      return ["Expired without a response", actor];
    case "task.created":
      return [`Task created: ${title}`, sentence([agent ? `for ${agent}` : "unassigned", `by ${actor}`])];
    case "task.updated":
      return [
        describeTaskUpdate(title, details["undone"] ? null : textOf(details["to"])),
        sentence([agent && `assigned to ${agent}`, `by ${actor}`]),
      ];
    case "communication.sent":
      return [`Message to ${receiver(details)}: ${title}`, sentence([agent ? `from ${agent}` : `from ${actor}`])];
    default:
      return [title, actor];
  }
}

const moves: Record<string, string> = {
  completed: "Task completed",
  cancelled: "Task cancelled",
  in_progress: "Task started",
  pending: "Task restarted",
};

function describeTaskUpdate(title: string, to: string | null): string {
  const move = to && moves[to];
  return move ? `${move}: ${title.replace(`: ${words(to)}`, "")}` : title;
}

function receiver(details: Line["details"]): string {
  const recipient = textOf(details["told"]);
  return recipient === "Owner" ? "the owner" : (recipient ?? "an agent");
}
