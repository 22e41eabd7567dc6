import { daysBetween } from "#contract/days.ts";
import { months } from "#contract/months.ts";
import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import { type Priority, shorten } from "#contract/words.ts";
import { notifyId } from "#features/communications/rules.ts";
import { periodOf } from "#features/conversations/understanding/period.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { createTaskId } from "#features/tasks/rules.ts";
import { withoutPoliteness } from "./request.ts";

export type Command = { action: string; input: Record<string, unknown> };

type Member = { role: AgentRoleId; name: string };

const taskStart =
  /^(?:(?:create|add|make|open|set up|start)\s+(?:me\s+)?(?:an?\s+|another\s+|the\s+)?(?:new\s+)?(?:(urgent|important|high[- ]priority|low[- ]priority)\s+)?(?:task|to-?do)\b|remind\s+(?:me|us)\b)[\s:,–-]*/i;

const titleStart = /^(?:to|about|called|named|titled|that says|saying)\b[\s:,–-]*/i;

const messageStart =
  /^(?:tell|message|notify|inform|remind|write to|let|send (?:a )?message to|send (?:a )?note to)\s+(?:the\s+|our\s+)?@?/i;

const linking = /^(?:know\s+)?(?:that|to|about|:|,)?\s*/i;
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const month = months.map((name) => `${name}|${name.slice(0, 3)}`).join("|");
const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const nth = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const year = String.raw`(?:,? 20\d\d)?`;
const oneDay = String.raw`today|tomorrow|next week|(?:next |this )?(?:${weekdays.join("|")})|(?:the )?${nth} (?:of )?(?:${month})${year}|(?:${month}) ${nth}${year}|20\d\d-\d\d-\d\d`;
const span = String.raw`(?:in|within) (?:the next )?(?:\d{1,3}|an?|${numbers.join("|")}) (?:days?|weeks?)`;
const longer = String.raw`(?:the )?end of (?:the |this )?(?:week|month|quarter|year|${month})|(?:${month})${year}`;
const due = `(?:due )?(?:(?:(?:by|until|till|before|on) )?(?:${oneDay})|${span}|(?:by|until|till|before) (?:${longer}))`;
const clock = String.raw`(?: at \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?)?`;
const dueFirst = new RegExp(`^(${due})(${clock})[\\s:,–-]+`, "i");
const dueLast = new RegExp(`(,?) (${due})(${clock})$`, "i");

/** A date after one of these words belongs to the title: "the talk of next Monday", "bills due today". */
const titleWords =
  /\b(?:of|for|from|about|since|after|at|the|between|and|last|than|is|are|was|were|be|bills?|invoices?|payments?|contracts?|tasks?)$/i;

const clause = /\b(?:what|which|who|whom|whose|where|why|how|whether)\b/i;

const priorityLast =
  /,? (?:(?:with|at|of) )?(?:an? )?(?:(high|medium|normal|low)(?:[- ]priority| importance)|priority[: ]+(high|medium|normal|low)|,\s*(urgent))$/i;

const defaultDueDays = 7;
const defaultHours = 1;
const minTitleLength = 3;

/** What may follow a role: "the Legal officer". */
const jobWord = /^(?:officer|director|manager|executive|counsel)\b\s*/i;

/** The executive a text starts with, by role or name; `rest` is the text after it. */
function executiveIn(text: string, team: readonly Member[]): { role: AgentRoleId; rest: string } | null {
  const labels = [
    ...team.flatMap(({ role, name }) => [name, name.split(" ")[0] ?? name].map((label) => ({ role, label }))),
    ...agentRoleIds.map((role) => ({ role, label: role })),
  ].toSorted((one, other) => other.label.length - one.label.length);
  for (const { role, label } of labels)
    if (
      label !== "" &&
      text.slice(0, label.length).toLowerCase() === label.toLowerCase() &&
      !/^[\p{L}\d]/u.test(text.slice(label.length))
    )
      return { role, rest: text.slice(label.length).trimStart().replace(jobWord, "") };
  return null;
}

/** The executive a message names: "the same for the CTO". */
export function roleIn(message: string, team: readonly Member[]): AgentRoleId | null {
  const found = /\b(?:for|to|tell|with)\s+(?:the\s+|our\s+)?@?(?=\S)/i.exec(message);
  return found ? (executiveIn(message.slice(found.index + found[0].length), team)?.role ?? null) : null;
}

/** Days from today to a due date such as "on Monday" or "in ten days"; null if it is past. */
function daysUntil(words: string, today: string): number | null {
  const text = words.toLowerCase();
  const counted = /(?:in|within) (?:the next )?(\S+) (day|week)/.exec(text);
  if (counted) {
    const [, count = "", unit] = counted;
    const number = /^an?$/.test(count) ? 1 : numbers.indexOf(count) + 1 || Number(count);
    return number * (unit === "week" ? 7 : 1);
  }
  const named = /\b(today|tomorrow|next week)$/.exec(text)?.[1];
  if (named) return { today: 0, tomorrow: 1 }[named] ?? 7;
  const weekday = weekdays.findIndex((name) => text.endsWith(name));
  if (weekday !== -1) {
    const ahead = weekday - new Date(`${today}T00:00:00Z`).getUTCDay();
    return ahead > 0 ? ahead : ahead + 7;
  }
  const day = text.replace(/^(?:due )?(?:(?:by|until|till|before|on) )?/, "due by ");
  const time = periodOf(normalized(day), today);
  return time && time.to >= today ? daysBetween(today, time.to) : null;
}

/** When a task is due, in days from today, and its text without the date; a time of day stays in the text. */
function dueIn(text: string, today: string): { days: number; rest: string } {
  const first = dueFirst.exec(text);
  const firstDays = first && daysUntil(first[1] ?? "", today);
  if (first && firstDays !== null) {
    const rest = text.slice(first[0].length).replace(titleStart, "");
    return { days: firstDays, rest: `${rest}${first[2] ?? ""}` };
  }
  const last = dueLast.exec(text);
  const before = last ? text.slice(0, last.index) : "";
  const isLimit = last && (last[1] === "," || /^(?:due|by|until|till|before)\b/i.test(last[2] ?? ""));
  const days = last && (last[1] === "," || !titleWords.test(before)) && (isLimit || !clause.test(before));
  const lastDays = days ? daysUntil(last[2] ?? "", today) : null;
  return last && lastDays !== null
    ? { days: lastDays, rest: `${before}${last[3] ?? ""}` }
    : { days: defaultDueDays, rest: text };
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The action a message asks for; null if it asks for none that can be prepared. */
export function commandIn(message: string, team: readonly Member[], today: string): Command | null {
  const { text, isPolite } = withoutPoliteness(message);
  if (text.endsWith("?") && !isPolite) return null;
  const plain = text.replace(/(?<![.!?\s])[.!?\s]+$/, "");
  return taskIn(plain, team, today) ?? noticeIn(plain, team);
}

const priorityOf = (word: string): Priority =>
  /low/i.test(word) ? "low" : /medium|normal/i.test(word) ? "medium" : "high";

function taskIn(text: string, team: readonly Member[], today: string): Command | null {
  const start = taskStart.exec(text);
  if (!start) return null;
  const after = text.slice(start[0].length);
  const assigneeStart = /^(?:for|to be done by)\s+(?:the\s+|our\s+)?@?/i.exec(after);
  const who = assigneeStart && executiveIn(after.slice(assigneeStart[0].length), team);
  // A colleague who is not an agent: only agents can be assigned tasks, so the title names the person.
  const person = who ? null : /^for (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,3}) (?=to\b)/u.exec(after);
  const instruction = (who ? who.rest : after.slice(person?.[0].length ?? 0)).replace(/^[\s:,–-]+/, "");
  const urgency = priorityLast.exec(instruction);
  const { days, rest } = dueIn(urgency ? instruction.slice(0, urgency.index) : instruction, today);
  const work = capitalize(rest.trim().replace(titleStart, "").trim());
  const title = person ? `${work} (for ${person[1]})` : work;
  if (work.length < minTitleLength) return null;
  const priority = priorityOf(urgency ? (urgency[1] ?? urgency[2] ?? "high") : (start[1] ?? "medium"));
  return {
    action: createTaskId,
    input: {
      title: shorten(title, 200),
      description: title.length > 200 ? title : "",
      priority,
      role: who?.role ?? "CEO",
      dueInDays: days,
      estimatedHours: defaultHours,
    },
  };
}

function noticeIn(text: string, team: readonly Member[]): Command | null {
  const start = messageStart.exec(text);
  const who = start && executiveIn(text.slice(start[0].length), team);
  if (!who) return null;
  const content = capitalize(who.rest.replace(linking, "").trim());
  if (content.length < minTitleLength) return null;
  return { action: notifyId, input: { to: who.role, subject: shorten(content, 80), content } };
}

/** Repeats a command for another name or role; null if it does not contain the earlier name. */
export function commandFor(
  { action, input }: Command,
  change: { before: readonly string[]; name: string | null; role: AgentRoleId | null },
): Command | null {
  const { before, name, role } = change;
  const oldNames = new RegExp(
    `(?<![\\p{L}\\d])(?:${before
      .toSorted((one, other) => other.length - one.length)
      .map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("|")})(?![\\p{L}\\d])`,
    "giu",
  );
  let isReplaced = false;
  const replaceNames = (value: unknown): unknown => {
    if (typeof value !== "string" || !name || before.length === 0) return value;
    return value.replaceAll(oldNames, () => {
      isReplaced = true;
      return name;
    });
  };
  const texts = new Set(["title", "description", "subject", "content"]);
  const next = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, texts.has(key) ? replaceNames(value) : value]),
  );
  const roleInput = role ? (action === notifyId ? { to: role } : { role }) : {};
  return isReplaced || role ? { action, input: { ...next, ...roleInput } } : null;
}
