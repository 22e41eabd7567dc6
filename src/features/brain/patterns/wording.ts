import { formatNumber, pluralize } from "#contract/format.ts";
import type { Finding } from "#features/brain/patterns/rules.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const percent = (share: number): string => `${formatNumber(share * 100, 0)}%`;

/** "task.completed by Ana (CFO)" as people read it. */
function labelOf(kind: string, names: ReadonlyMap<string, string>): string {
  const [action = "", agentId] = kind.split("@");
  const [resource = "", verb = ""] = action.split(".");
  const what = `${resource} ${verb}`.replaceAll("_", " ").trim();
  const by = agentId ? names.get(agentId) : undefined;
  return by ? `${what} (${by})` : what;
}

/** A pattern's name, its description with the figures behind it, and what to do about it. */
export function describeFinding(
  { patternType, kind, next: after, hits, trials, expected }: Finding,
  names: ReadonlyMap<string, string>,
): { name: string; description: string; advice: string } {
  const label = labelOf(kind, names);
  const shares = `${percent(hits / trials)} against ${percent(expected)}`;
  if (patternType === "weekday") {
    const day = weekdays[Number(after)] ?? "";
    return {
      name: `${label}: mostly on ${day}s`,
      description: `${hits} of ${pluralize(trials, "event")} were on a ${day}: ${shares} of other events.`,
      advice: `Plan for ${day}s: that is when most "${label}" events happen.`,
    };
  }
  const next = labelOf(String(after), names);
  return {
    name: `${label}, then ${next}`,
    description: `${hits} of ${pluralize(trials, "event")} were followed by "${next}" within a day: ${shares} in other weeks.`,
    advice: `After "${label}", expect "${next}" within a day.`,
  };
}

export type Changes = {
  day: string;
  decided: number;
  completed: number;
  messages: number;
  others: number;
  due: readonly { claim: string; dueOn: string }[];
  pending: { title: string; total: number } | null;
  conflict: { subject: string; predicate: string; values: readonly string[] } | null;
  blocked: { description: string; blocker: string } | null;
  pattern: string | null;
};

/** The reflection of a day: what changed, which forecasts are due, and one question to the owner. */
export function describeDay(changes: Changes): { insight: string; question: string; recommendations: string[] } {
  const { decided, completed, messages, others, due, pending, conflict, blocked, pattern } = changes;
  const parts = [
    decided > 0 && `${pluralize(decided, "decision")} settled`,
    completed > 0 && `${pluralize(completed, "task")} completed`,
    messages > 0 && `${pluralize(messages, "message")} and comments`,
    others > 0 && pluralize(others, "other event"),
  ].filter((part) => part !== false);
  const [first] = due;
  const question = questionOf({ pending, conflict, blocked, first });
  return {
    insight: [
      parts.length === 0 ? "Nothing changed today." : `Changed today: ${parts.join(", ")}.`,
      first
        ? `${pluralize(due.length, "forecast")} due: ${first.claim}${due.length > 1 ? " and others" : ""}.`
        : "No forecast is due.",
      ...(pattern ? [`Newest pattern: ${pattern}.`] : []),
      `Question to the owner: ${question}`,
    ].join("\n"),
    question,
    recommendations: [question],
  };
}

function questionOf({
  pending,
  conflict,
  blocked,
  first,
}: Pick<Changes, "pending" | "conflict" | "blocked"> & { first: Changes["due"][number] | undefined }): string {
  if (conflict)
    return `Which is right for ${conflict.subject}, ${conflict.predicate}: ${conflict.values.join(" or ")}?`;
  if (first) return `Did this come true: ${first.claim}?`;
  if (pending) return `What is missing to decide “${pending.title}”?`;
  if (blocked) return `Who can remove what blocks “${blocked.description}”: ${blocked.blocker}?`;
  return "What did the company learn today that the Brain should keep?";
}
