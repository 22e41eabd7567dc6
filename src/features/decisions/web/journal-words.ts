import type { DecisionPage } from "#features/decisions/contract.ts";
import { wholePercent, words } from "#ui/format.ts";

type Line = DecisionPage["journal"][number];
type About = Pick<DecisionPage, "decision">;

/** One row of the list: a sentence, and below it who and how. `kind` chooses the icon. */
export type JournalRow = { key: string; at: string; kind: string; text: string; note: string };

const textOf = (value: unknown): string | null => (typeof value === "string" && value ? value : null);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => textOf(each)) : []);
const sentence = (parts: readonly (string | null | false)[]): string => {
  const text = parts.filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Takes the journal of a decision, gives its rows, newest first; a limit that was met is a row of its own. */
export function journalRows(journal: readonly Line[], about: About): JournalRow[] {
  return journal
    .toSorted((one, other) => other.seq - one.seq)
    .flatMap((line) => [...reasonRows(line, about), row(line, about)]);
}

function row(line: Line, about: About): JournalRow {
  const [text, note] = said(line, about);
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
      text: limits.has(reason) ? `Limit met: ${reason}` : reason,
      note: `Policy, version ${decision.authorization.policyVersion}`,
    }));
}

/** What happened in one sentence, and who and how below it. */
function said(line: Line, about: About): [string, string] {
  const { action, title, actor, agent, details } = line;
  const { decision } = about;
  switch (action) {
    case "decision.proposed": {
      const engine = decision.engine === "rules" ? "worked out by rules" : `worked out by ${decision.engine}`;
      const confidence = details["confidence"];
      const sure = typeof confidence === "number" && `confidence ${wholePercent(confidence)}`;
      return [`${agent ?? decision.agentName} proposed: ${title}`, sentence([`asked for by ${actor}`, engine, sure])];
    }
    case "decision.approved":
    case "decision.rejected": {
      const probability = details["probability"];
      const reason = textOf(details["reason"]);
      return [
        `${action === "decision.approved" ? "Approved" : "Rejected"} by ${actor}`,
        sentence([
          reason && `“${reason}”`,
          typeof probability === "number" && `gave the forecast ${wholePercent(probability)}`,
        ]),
      ];
    }
    case "decision.expired":
      return ["Expired: nobody answered in time", actor];
    case "task.created":
      return [`Task created: ${title}`, sentence([agent ? `for ${agent}` : "for nobody yet", `by ${actor}`])];
    case "task.updated":
      return [taskMoved(title, textOf(details["to"])), sentence([agent && `of ${agent}`, `by ${actor}`])];
    case "communication.sent":
      return [`Told ${receiver(details)}: ${title}`, sentence([agent ? `from ${agent}` : `from ${actor}`])];
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

function taskMoved(title: string, to: string | null): string {
  const move = to && moves[to];
  return move ? `${move}: ${title.replace(`: ${words(to)}`, "")}` : title;
}

/** "Marcus (CFO)", or the owner. */
function receiver(details: Line["details"]): string {
  const told = textOf(details["told"]);
  return told === "Owner" ? "the owner" : (told ?? "a colleague");
}
