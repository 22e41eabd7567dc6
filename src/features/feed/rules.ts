import { type JournalAction, journalActions } from "#contract/events.ts";
import type { Currency } from "#contract/words.ts";
import type { ActionType, FeedItem, FeedPage, ItemStatus } from "#features/feed/contract.ts";
import { importSentence, sourceNames } from "#features/metrics/rules.ts";

/** Lines of the journal on one page; those that read the same as their neighbour share one. */
export const pageSize = 50;

/** Actions whose first word says where they belong, and which of them are told at all. */
const families = {
  // A run's end tells what its beginning promised.
  run: { type: "analysis", told: (event: string) => /^(finished|failed|stopped)$/.test(event) },
  record: { type: "kpi_change", told: (event: string) => !event.endsWith("started") },
  comment: { type: "communication", told: (event: string) => !/^(removed|deleted)$/.test(event) },
} as const;

/**
 * Where every other action belongs; null: not into the feed. Who signed in, who may do what and how the company is set up
 * are the audit's; what only begins is told by its end. A new action does not compile before it is placed.
 */
const places: Record<Exclude<JournalAction, `${keyof typeof families}.${string}`>, ActionType | null> = {
  "company.registered": null,
  "company.changed": null,
  "company.reset": null,
  "company.reset_undone": null,
  "company.reset_forgotten": null,
  "user.registered": null,
  "user.logged_in": null,
  "user.logged_out": null,
  "user.sign_in_failed": null,
  "user.password_changed": null,
  "user.password_reset": null,
  "metric.recorded": "kpi_change",
  "metric.imported": "kpi_change",
  "metric.import_started": null,
  "metric.import_failed": "kpi_change",
  "agent.created": null,
  "agent.updated": null,
  "agent.status_changed": null,
  "agent.autonomy_changed": null,
  "agent.retired": null,
  "agent.reinstated": null,
  "workforce.initialized": null,
  "policy.changed": null,
  "decision.proposed": "decision",
  "decision.approved": "decision",
  "decision.rejected": "decision",
  "decision.expired": "decision",
  "forecast.resolved": "decision",
  "task.created": "task",
  "task.updated": "task",
  "communication.sent": "communication",
};

/** Takes an action, gives the type of its line in the feed; null when it has none. */
export function actionTypeOf(action: string): ActionType | null {
  const [first = "", event = ""] = action.split(".");
  const family = first in families ? families[first as keyof typeof families] : null;
  if (family) return family.told(event) ? family.type : null;
  return places[action as keyof typeof places] ?? null;
}

/** The actions the feed tells, all or those of one type. */
export const feedActions = (type?: ActionType): JournalAction[] =>
  journalActions.filter((action) => (type ? actionTypeOf(action) === type : actionTypeOf(action) !== null));

/** One line of the journal with what it is about as that stands today; null where it is gone. */
export type FeedLine = {
  seq: number;
  at: string;
  action: string;
  resourceId: string | null;
  title: string;
  details: Record<string, unknown>;
  severity: string;
  /** The executive; its name and role are null when it is gone. */
  agentId: string | null;
  agentName: string | null;
  agentRole: string | null;
  /** The person who did it, null when nobody did or the person is gone. */
  person: string | null;
  byPerson: boolean;
  decision: {
    status: string;
    impact: FeedItem["impact"];
    recommendation: string;
    financialImpact: number | null;
    agentName: string;
    agentRole: string;
  } | null;
  task: {
    title: string;
    description: string;
    status: string;
    priority: FeedItem["impact"];
    decisionId: string | null;
    /** The run it came out of, there or gone. */
    runId: string | null;
    assignee: string | null;
  } | null;
  message: {
    content: string;
    type: string;
    decisionId: string | null;
    receiver: string | null;
  } | null;
  /** The run it is about, or that its task or message came out of; null where there is none any more. */
  run: string | null;
  /** What was remarked; null where the line is about something else, or the remark is gone. */
  comment: string | null;
  /** What a person asked, where the line is about work on it. */
  question: string | null;
  /** The figure before the one that was recorded. */
  before: { value: number; currency: Currency | null } | null;
};

/** The newest figure of what was recorded, as the journal keeps it. */
type Figure = { metric: string; day: string; value: number; currency: Currency | null };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const cut = (text: string, most = 300): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
const words = (name: string): string => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const dayWords = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(day));

/** When data was reset, and after which line of the journal. */
export type Removal = { seq: number; at: string };

/** Takes a line of the journal and the resets since that stand, oldest first; gives the item as the feed shows it. */
export function toItem(line: FeedLine, removals: readonly Removal[] = []): FeedItem {
  const type = actionTypeOf(line.action);
  if (type === null) throw new Error(`${line.action} is not told in the feed.`);
  const figure = figureOf(line);
  // A remark has none of the amounts and states of what it is about.
  const about = line.action === "comment.added" ? { ...line, decision: null, task: null } : line;
  return {
    id: String(line.seq),
    actionType: type,
    title: cut(titleOf(line, figure)),
    description: cut(descriptionOf(line, figure)),
    impact: impactOf(about),
    status: statusOf(about),
    ...whoseOf(line),
    timestamp: line.at,
    metadata: {
      kpiValue: figure?.value ?? null,
      kpiChange: changeOf(figure, line.before),
      currency: figure?.currency ?? null,
      taskAssignee: about.task?.assignee ?? null,
      financialImpact: about.decision?.financialImpact ?? null,
    },
    href: hrefOf(line),
    removedAt: isGone(line) ? (removals.find(({ seq }) => seq > line.seq)?.at ?? null) : null,
    repeats: { count: 1, firstAt: line.at },
  };
}

function figureOf({ details }: FeedLine): Figure | null {
  const latest = details["latest"];
  return typeof latest === "object" && latest !== null && "value" in latest ? (latest as Figure) : null;
}

/** In percent with one decimal; none from nothing or between currencies. */
function changeOf(figure: Figure | null, before: FeedLine["before"]): number | null {
  if (!figure || !before || before.value === 0 || before.currency !== figure.currency) return null;
  return Math.round(((figure.value - before.value) / Math.abs(before.value)) * 1_000) / 10;
}

const settled: Record<string, string> = {
  "decision.proposed": "Proposed",
  "decision.approved": "Approved",
  "decision.rejected": "Rejected",
  "decision.expired": "Expired",
};

function titleOf({ action, title, task, question }: FeedLine, figure: Figure | null): string {
  const prefix = settled[action];
  if (prefix) return `${prefix}: ${title}`;
  if (action.startsWith("run.")) {
    const ended = `${title.replace(/^.*?\): /, "")} ${action.slice("run.".length)}`;
    return question ? `${ended}: ${question}` : ended;
  }
  if (figure && action === "metric.recorded") return `${words(figure.metric)} for ${dayWords(figure.day)}`;
  if (action.startsWith("comment.")) return title;
  if (/^record\.(added|changed|removed)$/.test(action)) return words(title);
  return task?.title ?? title;
}

const moves: Record<string, string> = {
  pending: "Restarted",
  in_progress: "Started",
  completed: "Completed",
  cancelled: "Cancelled",
};

function descriptionOf(line: FeedLine, figure: Figure | null): string {
  const { action, details, decision, task, message, comment, person, title } = line;
  const by = person ? ` by ${person}` : "";
  switch (action) {
    case "decision.proposed":
      return decision?.recommendation ?? "This decision was deleted by a reset of the company.";
    case "decision.approved":
    case "decision.rejected": {
      const reason = textOf(details["reason"]);
      return `By ${person ?? "a former member"}${reason ? `: “${reason}”` : ""}`;
    }
    case "decision.expired":
      return "Nobody answered in time";
    case "task.created":
      return (task?.description !== task?.title && task?.description) || `Created${by}`;
    case "task.updated":
      return `${moves[textOf(details["to"])] ?? "Changed"}${by}`;
    case "comment.added":
      return comment === null ? "This comment was deleted." : `“${comment}”`;
    case "communication.sent":
      return message ? `To ${message.receiver ?? "a former colleague"}: ${message.content}` : "";
    case "metric.recorded":
      return `${figure ? title : metricNames(details)}${sourceOf(details)}${by}`;
    case "metric.imported": {
      const counts = { added: 0, changed: 0, unchanged: 0, ...(details as { added?: number }) };
      return `${words(textOf(details["metric"]))}: ${importSentence(counts)}`;
    }
    case "metric.import_failed":
      return "Nothing was imported";
    default:
      return textOf(details["sentence"]) || textOf(details["reason"]) || textOf(details["summary"]);
  }
}

const metricNames = (details: FeedLine["details"]): string =>
  (Array.isArray(details["metrics"]) ? details["metrics"] : []).map((name) => words(textOf(name))).join(", ");

function sourceOf({ source }: FeedLine["details"]): string {
  if (source === "manual") return ", typed in";
  return ` from ${sourceNames[source as keyof typeof sourceNames] ?? textOf(source)}`;
}

const bySeverity: Record<string, FeedItem["impact"]> = { info: "low", warning: "medium", critical: "high" };

/** A decision's and a task's own; a message to the owner or to the outside counts more than one among executives. */
function impactOf({ decision, task, message, severity }: FeedLine): FeedItem["impact"] {
  if (decision) return decision.impact;
  if (task) return task.priority;
  if (message) return message.type === "internal" ? "low" : "medium";
  return bySeverity[severity] ?? "low";
}

/** What still waits or is worked on today; whatever is over, or was deleted, is completed. */
function statusOf({ decision, task }: FeedLine): ItemStatus {
  const status = decision?.status ?? task?.status;
  return status === "pending" || status === "in_progress" ? status : "completed";
}

function whoseOf(line: FeedLine): Pick<FeedItem, "agentName" | "agentType"> {
  const { action, agentId, agentName, agentRole, decision, byPerson, person } = line;
  if (agentName && agentRole) return { agentName, agentType: agentRole };
  // What a person remarks on a decision is theirs; what they decide is told as the decision's, with their name below it.
  if (decision && !(byPerson && action === "comment.added"))
    return { agentName: decision.agentName, agentType: decision.agentRole };
  if (agentId) return { agentName: "A former executive", agentType: "Former" };
  if (byPerson) return { agentName: person ?? "A former member", agentType: "Person" };
  return { agentName: "Boardroom", agentType: "System" };
}

/** The page of the figure, or of all where several came at once. */
function figuresHref(line: FeedLine): string {
  const figure = figureOf(line);
  return figure ? `/records/figures/${encodeURIComponent(figure.metric)}` : "/records/figures";
}

/** Whether what a line is about was taken away since. */
export function isGone({ action, decision, task, message, run }: FeedLine): boolean {
  switch (action.split(".")[0]) {
    case "decision":
    case "forecast":
      return decision === null;
    case "run":
      return run === null;
    case "communication":
      return message === null;
    case "comment":
      return decision === null && task === null;
    default:
      return false;
  }
}

/**
 * A task or message leads to its decision, or to the work it came from; a task whose work is gone and what was remarked on a
 * task lead to the task; other tasks are on the control center.
 */
function hrefOf(line: FeedLine): string | null {
  const { action, resourceId, details, decision, task, message, run } = line;
  const [subject] = action.split(".");
  const decisionId = decision ? resourceId : (task?.decisionId ?? message?.decisionId);
  if (decisionId) return `/decisions/${decisionId}`;
  if (run) return `/runs/${run}`;
  if (task && (task.runId || subject === "comment")) return `/?task=${resourceId}`;
  if (subject === "task") return "/";
  if (subject === "metric") return resourceId ? `/?import=${resourceId}` : figuresHref(line);
  if (subject === "record") return details["kind"] ? `/records/${textOf(details["kind"])}` : "/records";
  return null;
}

/** Takes items, newest first, gives them with neighbours that read the same in one line; counts add up. */
export function collapse(items: readonly FeedItem[]): FeedItem[] {
  const lines: FeedItem[] = [];
  for (const item of items) {
    const above = lines.at(-1);
    if (above && readsAs(above) === readsAs(item)) {
      const { count, firstAt } = item.repeats;
      lines[lines.length - 1] = { ...above, repeats: { count: above.repeats.count + count, firstAt } };
    } else lines.push(item);
  }
  return lines;
}

/** What a person reads of an item and where it leads; a figure that changed on the way is the newest one's. */
const readsAs = ({ id: _, timestamp: __, metadata: ___, repeats: ____, ...read }: FeedItem): string =>
  JSON.stringify(read);

/**
 * Takes the page a person reads, the newest one and the pages before it; gives the lines to show: the lines of the page that
 * is read, as they stand in the newest one, and those before them.
 */
export function shownItems(read: FeedPage, latest: FeedPage, older: readonly FeedPage[]): FeedItem[] {
  const today = new Map(latest.items.map((item) => [item.id, item]));
  return collapse([...read.items.map((item) => today.get(item.id) ?? item), ...older.flatMap(({ items }) => items)]);
}

/** How many lines are newer than the page a person reads. */
export function newsSince(read: FeedPage, latest: FeedPage): number {
  const last = Number(read.items[0]?.id ?? 0);
  return latest.items.filter((item) => Number(item.id) > last).length;
}
