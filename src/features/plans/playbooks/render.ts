import { pluralize } from "#contract/format.ts";
import { type Figure, formatFigure, type Line } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { collect } from "#features/expertise/topics/collect.ts";
import { contentOf } from "#features/plans/commands/matching.ts";
import type { Command } from "#features/plans/commands/reading.ts";
import * as play from "./playbook.ts";

/** What the texts of a plan are made from. */
export type Scope = {
  playbook: play.Playbook;
  command: Command;
  today: string;
  currency: Currency;
  found: (name: string) => play.Found;
  /** Makers of figures; every figure made is kept. */
  make: ReturnType<typeof collect>;
  /** Whether a mailbox is connected, so that executives can write. */
  canWrite: boolean;
  /** The customer, vendor or words that it is limited to; null if to none. */
  party: string | null;
  /** All that it is limited to, in words. */
  part: string | null;
  /** Whether it is limited to some rows of a party. */
  isPart: boolean;
  /** Whether the command is about rows that nothing happens with. */
  isStill: boolean;
  /** The most tasks that a command wants: 5 for "the five largest". */
  wanted: number | null;
};
type Item = play.FoundRow | play.FoundGroup;
type Unit = "money" | "count" | "share" | "day" | "text";
type Value = { value: string | number; unit: Unit; href?: string; label?: string };

const isGroup = (item: Item): item is play.FoundGroup => "label" in item;
const text = (value: string): Value => ({ value, unit: "text" });
const money = (value: number, rest: Partial<Value> = {}): Value => ({ value, unit: "money", ...rest });
const count = (value: number, rest: Partial<Value> = {}): Value => ({ value, unit: "count", ...rest });

/** Groups that are listed by themselves; the others are left for one proposal. */
const listed = ({ canWrite }: Scope): number => (canWrite ? 10 : 3);
const assumedShare = 0.1;

/** How many times an amount occurs in the 90 days of a plan: "$5,000 a month" occurs three times. */
function timesIn(asked: string): number {
  if (/\b(?:a|per|each|every) month\b|\bmonthly\b/i.test(asked)) return 3;
  return /\b(?:a|per|each|every) year\b|\b(?:yearly|annual(?:ly)?)\b/i.test(asked) ? 90 / 365 : 1;
}

/** The share that a command names, by an amount of a total or as a share; null if it names none. */
export function shareOf({ command: { percent, amount, text: asked } }: Scope, total: number): number | null {
  if (percent !== null) return percent / 100;
  return amount && total > 0 ? (amount.value * timesIn(asked)) / total : null;
}

const isFall = /\b(?:lower|reduc|cut|decreas|cheap)/i;

/** What a hole that belongs to the command stands for. */
function ofCommand(hole: string, key: string, scope: Scope): Value | null | undefined {
  const { command, today, party } = scope;
  const main = scope.found(Object.keys(scope.playbook.reads ?? {})[0] ?? "");
  switch (hole) {
    case "what":
      return text(command.what || scope.playbook.label.toLowerCase());
    case "party":
      return party === null ? null : text(party);
    case "amount":
      return command.amount && play.isOwn(command.amount.sign, scope.currency) ? money(command.amount.value) : null;
    case "said":
      return command.percent === null ? null : text(`${command.percent}%`);
    case "percent":
      return text(play.percentText(shareOf(scope, main.total) ?? assumedShare));
    case "assumed":
      return shareOf(scope, main.total) === null ? text(play.percentText(assumedShare)) : null;
    case "direction":
      return text(isFall.test(command.text) ? "Lowering" : "Raising");
    case "within":
      return text(command.span ? lowerFirst(command.span.label) : "90 days");
    case "span":
      return text(command.span ? lowerFirst(command.span.label) : "the next 90 days");
    case "today":
      return { value: today, unit: "day" };
    case "by":
      return { value: dueIn(scope, Number(key)), unit: "day" };
    case "text":
      return text(lowerFirst(command.text));
    case "order":
      return text(scope.isStill ? "those without activity the longest" : "the largest");
    case "verb":
      return text(verbIn(command.text));
    default:
      return undefined;
  }
}

const lowerFirst = (label: string): string =>
  label.replace(/^(?:The|Last|Next|This|Today)\b/, (word) => word.toLowerCase());

/** "Call", "Go through": the verb of a command with its preposition. */
const verbIn = (asked: string): string =>
  (/^(?:please )?(\p{L}+(?: (?:through|at|over|to|with|into|up with))?)/iu.exec(asked)?.[1] ?? "Check").replace(
    /^./,
    (letter) => letter.toUpperCase(),
  );

/** The day this many days from now, or the command's due day if that is earlier. */
function dueIn({ command: { dueOn }, today }: Scope, days: number): string {
  const planned = play.inDays(today, days);
  return dueOn && dueOn > today && (dueOn < planned || days >= 28) ? dueOn : planned;
}

/** What a read found, by a key. */
function ofRead(found: play.Found, key: string, scope: Scope): Value | null {
  const { rows, groups, href, total, title } = found;
  const here = { href, label: title };
  const [first] = groups;
  const names = groups.length > 0 ? groups.map(({ label }) => label) : [...new Set(rows.map(nameOf))];
  const left = groups.slice(listed(scope));
  switch (key) {
    case "":
    case "count":
      return count(found.count, here);
    // Zero is told.
    case "none":
      return text(String(found.count));
    case "total0":
      return text(shown(money(total), scope));
    case "groups":
      return count(groups.length, here);
    case "total":
      return found.isMoney ? money(total, here) : null;
    case "previous":
      return found.previous === null ? null : money(found.previous, here);
    case "when":
      return text(found.period === "" ? "" : `${/^\d/.test(found.period) ? "from" : "in"} ${lowerFirst(found.period)}`);
    case "late":
      return count(rows.filter((row) => play.daysLate(row, "dueOn", scope.today) > 0).length, here);
    case "asked":
      return text(play.namesIn(names.slice(0, 3), Math.min(names.length, listed(scope))));
    case "whose":
      return text(partyNames(rows));
    case "share":
      return first && total > 0 ? { value: first.value / total, unit: "share", ...here } : null;
    case "top":
      return first ? { value: first.value, unit: unitOf(found), href: first.href, label: first.label } : null;
    case "first":
      return names[0] === undefined ? null : text(names[0]);
    case "leader":
      return groups.length > 1 && first ? text(first.label) : null;
    case "only":
      return groups.length === 1 && first ? text(first.label) : null;
    case "names":
      return text(play.namesIn(names.slice(0, 3), names.length));
    case "shown":
      return count(Math.min(groups.length, listed(scope)), here);
    case "left":
      return count(left.length, here);
    case "leftTotal":
      return money(left.reduce((sum, { value }) => sum + value, 0));
    case "leftNames":
      return text(
        play.namesIn(
          left.slice(0, 3).map(({ label }) => label),
          left.length,
        ),
      );
    case "leftList":
      return text(listOf(left, found, scope));
    case "list":
      return text(listOf(groups, found, scope));
    case "alike": {
      const own = groups.find(({ label }) =>
        contentOf(label).some((word) => contentOf(scope.command.what).includes(word)),
      );
      return own ? text(`${shown(money(own.value), scope)} a month for ${pluralize(own.rows, own.label)}`) : null;
    }
    case "rose":
      return found.previous !== null && total > found.previous ? money(total - found.previous) : null;
    case "before":
      return found.previous ? { value: found.previous, unit: unitOf(found), ...here } : null;
    case "half":
      return money(Math.max(100, Math.round(total / 200) * 100));
    case "part":
      return money(total * (shareOf(scope, total) ?? assumedShare), here);
    case "said":
      return scope.command.percent === null
        ? null
        : money((total * scope.command.percent * (isFall.test(scope.command.text) ? -1 : 1)) / 100, here);
    case "oldest":
      return count(Math.max(0, ...rows.map((row) => play.daysLate(row, "dueOn", scope.today))));
    case "parties":
      return count(new Set(rows.map(play.partyOf)).size);
    case "numbers":
      return text(
        play.namesIn(
          rows
            .slice(0, 5)
            .map((row) => play.textOf(row, "number"))
            .filter(Boolean),
          rows.length > 5 ? found.count : undefined,
        ),
      );
    case "repeats":
      return count(found.repeats);
    case "unseen":
      return count(found.unseen);
    case "more":
      return count(found.count - 1);
    case "scope":
      return scope.part === null ? null : text(scope.part);
    case "noun":
      return text(found.count === 1 ? found.subject.replace(/s$/, "") : found.subject);
    default:
      return rows[0] ? cellOf(rows[0], key, found) : null;
  }
}

/** "Harbour Foods £1,200 and Alder Ltd £900", up to fifteen. */
function listOf(groups: readonly play.FoundGroup[], found: play.Found, scope: Scope): string {
  const unit = unitOf(found);
  const items = groups.slice(0, 15).map(({ label, value }) => `${label} ${shown({ value, unit }, scope)}`);
  return play.namesIn(items, groups.length);
}

/** The parties of rows, the first three by name. */
function partyNames(rows: readonly play.FoundRow[]): string {
  const names = [...new Set(rows.map(play.partyOf))];
  return play.namesIn(names.slice(0, 3), names.length);
}

const unitOf = ({ total, count: rows }: play.Found): Unit => (total === rows ? "count" : "money");

function cellOf(row: play.FoundRow, field: string, { columns }: play.Found): Value | null {
  const cell = row.cells[field];
  if (cell === null || cell === undefined) return null;
  const type = columns.find(({ name }) => name === field)?.type;
  if (type === "money" && typeof cell === "number") return money(cell);
  if (type === "day") return { value: String(cell), unit: "day" };
  return typeof cell === "number" ? count(cell) : text(String(cell).toLowerCase() === "true" ? "yes" : String(cell));
}

/** What a row is called: its name, title or number, and whose it is. */
const nameOf = (row: play.FoundRow): string =>
  play.textOf(row, "name") ||
  play.textOf(row, "title") ||
  [play.textOf(row, "number"), play.textOf(row, "customerName") || play.textOf(row, "vendorName")]
    .filter(Boolean)
    .join(" of ");

/** What a hole of one group or row stands for; undefined if it is none of the item's. */
function ofItem(item: Item, hole: string, key: string, found: play.Found, scope: Scope): Value | null | undefined {
  if (!isGroup(item)) {
    const party = play.partyOf(item);
    if (hole === "party") return party.startsWith("an unnamed") ? null : text(party);
    if (hole === "late") return count(play.daysLate(item, key, scope.today));
    if (hole === "row") return text(nameOf(item));
    if (hole === "facts") return text(factsOf(item, found, scope));
    if (hole === "decideBy") {
      const notice = play.textOf(item, "noticeBy");
      return { value: notice > scope.today ? notice : play.textOf(item, "endsOn"), unit: "day" };
    }
    return found.columns.some(({ name }) => name === hole) ? cellOf(item, hole, found) : undefined;
  }
  const { key: of, label, value, previous, rows, inside = [] } = item;
  const unit = unitOf(found);
  const numbers = inside.map((row) => play.textOf(row, "number")).filter(Boolean);
  switch (hole) {
    case "label":
      return text(label);
    case "value":
      return { value, unit };
    case "rows":
      return count(rows);
    case "share":
      return found.total > 0 ? text(`${Math.round((value / found.total) * 100)}%`) : null;
    case "before":
      return previous ? money(previous) : null;
    case "fall":
      return money((previous ?? 0) - value);
    case "rise":
      return money(value - (previous ?? 0));
    case "valueSaid":
      return scope.command.percent === null ? null : money((value * scope.command.percent) / 100);
    case "numbers":
      return text(numbers.join(", "));
    case "only":
      return scope.isPart && numbers.length === rows ? text(numbers.join(", ")) : null;
    case "late":
      return count(Math.max(0, ...inside.map((row) => play.daysLate(row, "dueOn", scope.today))));
    case "credit": {
      const credit = scope.found("credits").groups.find((one) => one.key === of)?.value ?? 0;
      return credit < 0 ? money(-credit) : null;
    }
    default:
      return undefined;
  }
}

/** Up to three of a row's columns after its name. */
function factsOf(row: play.FoundRow, found: play.Found, scope: Scope): string {
  const facts = found.columns
    .filter(({ name }) => !["name", "title", "number", "customerName", "view"].includes(name))
    .flatMap(({ name, label }) => {
      const cell = cellOf(row, name, found);
      return cell === null || cell.value === "" ? [] : [`${label}: ${shown(cell, scope)}`];
    });
  return facts.slice(0, 3).join("; ");
}

const shown = ({ value, unit }: Value, { currency }: Scope): string =>
  unit === "day"
    ? play.dayText(String(value))
    : unit === "text" || typeof value === "string"
      ? String(value)
      : formatFigure({ value, unit, currency: unit === "money" ? currency : null });

const hole = /\{(\w+)(?:\.(\w+))?(?:([|?])([^{}|]+)(?:\|([^{}|]+))?)?\}/g;

/** A template as parts of text and values; null if one of its holes is empty. */
function parts(template: string, scope: Scope, item: Item | null, found: play.Found): (string | Value)[] | null {
  const whole: (string | Value)[] = [];
  let at = 0;
  for (const match of template.matchAll(hole)) {
    const [all, name = "", key = "", kind, one = "", many] = match;
    let resolved = item ? ofItem(item, name, key, found, scope) : undefined;
    if (resolved === undefined) resolved = ofCommand(name, key, scope);
    if (resolved === undefined) resolved = ofRead(scope.found(name), key, scope);
    if (resolved === null || resolved.value === "" || (resolved.value === 0 && kind !== "?")) return null;
    whole.push(template.slice(at, match.index));
    at = match.index + all.length;
    const number = Number(resolved.value);
    if (kind === "?") whole.push(number === 1 ? one : (many ?? one));
    else if (kind === "|") whole.push(Number.isFinite(number) ? pluralize(number, one, many) : shown(resolved, scope));
    else whole.push(resolved);
  }
  return [...whole, template.slice(at)];
}

/** The same with brackets: what is in them is left out if one of its holes is empty. */
function render(template: string, scope: Scope, item: Item | null, found: play.Found): (string | Value)[] | null {
  const whole: (string | Value)[] = [];
  for (const [at, piece] of template.split(/[[\]]/).entries()) {
    const made = parts(piece, scope, item, found);
    if (made) whole.push(...made);
    else if (at % 2 === 0) return null;
  }
  return whole;
}

export function textFrom(
  template: string,
  scope: Scope,
  item: Item | null = null,
  found = play.nothingFound,
): string | null {
  const made = render(template, scope, item, found);
  if (!made) return null;
  const whole = made.map((part) => (typeof part === "string" ? part : shown(part, scope))).join("");
  return whole.replace(/^./, (letter) => letter.toUpperCase());
}

/** Sentences as a line whose numbers are figures with their rows; those with an empty hole are left out. */
function lineFrom(templates: readonly string[], scope: Scope): Line {
  const line: Line = [];
  for (const template of templates)
    for (const part of render(line.length > 0 ? ` ${template}` : template, scope, null, play.nothingFound) ?? []) {
      const figure = typeof part === "string" ? null : figureOf(part, scope);
      const last = line.at(-1);
      const said = typeof part === "string" ? part : shown(part, scope);
      if (figure) line.push({ figure: figure.id });
      else if (typeof last === "string") line[line.length - 1] = last + said;
      else if (said !== "") line.push(said);
    }
  return line;
}

function figureOf({ value, unit, href, label }: Value, { make }: Scope): Figure | null {
  if (typeof value === "string" || !href) return null;
  const id = `figure_${make.figures.length + 1}`;
  const source = { label: label ?? "", href };
  return unit === "money"
    ? make.money(id, label ?? "", value, source)
    : make.measure(id, label ?? "", value, unit === "share" ? "share" : "count", source);
}

type Made = { title: string; reason: string; href: string | null; item: Item | null; dueOn: string; at: number };

/** The parts that one template becomes: one for each group or row of its read, else one. */
function madeOf(part: play.Part, scope: Scope): Made[] {
  const { each, most = 3 } = part;
  if (part.if === "with a mailbox" ? !scope.canWrite : part.if === "without a mailbox" && scope.canWrite) return [];
  if (part.if === "no amount" && scope.command.amount) return [];
  const condition = part.if !== undefined && !part.if.includes(" ") ? scope.found(part.if) : null;
  if (condition?.count === 0) return [];
  const found = each === undefined ? play.nothingFound : scope.found(each);
  const items: (Item | null)[] = each === undefined ? [null] : found.groups.length > 0 ? found.groups : found.rows;
  const made = items.flatMap((item) => {
    const title = textFrom(part.title, scope, item, found);
    const reason = textFrom(part.reason, scope, item, found);
    if (title === null || reason === null) return [];
    const own = part.due && item && !isGroup(item) ? play.textOf(item, part.due) : "";
    return [{ title, reason, href: item?.href ?? condition?.href ?? null, item, own }];
  });
  return made.slice(0, each === undefined ? 1 : Math.min(most, scope.wanted ?? most)).map(({ own, ...one }, at) => ({
    ...one,
    at,
    dueOn: own > scope.today ? own : dueIn(scope, part.in + at),
  }));
}

/** A plan as data turned into tasks, initiatives, advice and proposals. */
export function draftOf(scope: Scope): play.Draft {
  const { tasks, initiative, advice = [], proposals = [], line } = scope.playbook;
  const ofTasks = tasks.flatMap((part) =>
    madeOf(part, scope).map(({ title, reason, href, dueOn, at }) => ({
      role: part.role,
      title,
      reason,
      href,
      dueOn,
      hours: part.hours ?? 1,
      priority: part.priority ?? play.priorityAt(at),
    })),
  );
  return {
    line: lineFrom(line, scope),
    missing: [],
    tasks: ofTasks.filter(
      ({ title }, at) => ofTasks.findIndex((one) => one.title === title && one.href === ofTasks[at]?.href) === at,
    ),
    initiatives: (initiative ? madeOf(initiative, scope) : []).map(({ title, reason, dueOn }) => ({
      role: initiative?.role ?? "CEO",
      title,
      description: reason,
      priority: "high",
      targetOn: dueOn,
    })),
    recommendations: advice.flatMap(({ type, ...part }) =>
      madeOf({ ...part, role: "CEO", in: 1 }, scope).map(({ title, reason }) => ({
        type,
        title,
        description: reason,
        priority: "medium" as const,
      })),
    ),
    proposals: proposals.flatMap((part) =>
      madeOf(part, scope).flatMap(({ title, reason, item }) => {
        const decision = part.decision ? decisionOf(part.decision, scope, item, scope.found(part.each ?? "")) : null;
        if (part.decision && !decision) return [];
        const numbers = item && isGroup(item) ? (item.inside ?? []).map((row) => play.textOf(row, "number")) : [];
        return [
          {
            role: part.role,
            title,
            reason,
            decision,
            dueInDays: part.in,
            hours: part.hours ?? 1,
            ...(part.letter &&
              item &&
              isGroup(item) && {
                letter: {
                  kind: "reminder" as const,
                  party: item.key,
                  numbers: scope.isPart && numbers.length === item.rows ? numbers : null,
                },
              }),
          },
        ];
      }),
    ),
  };
}

/** The context of a decision; null if one of its numbers is missing or not above 0. */
function decisionOf({ type, context }: play.Decision, scope: Scope, item: Item | null, found: play.Found) {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(context)) {
    if (typeof value === "string") {
      const words = value.includes("{") ? textFrom(value, scope, item, found) : value;
      if (words !== null) made[name] = words.slice(0, 200).toWellFormed();
    } else if ("text" in value) {
      const stored = item && !isGroup(item) ? play.textOf(item, value.text) : "";
      if (stored) made[name] = stored;
    } else {
      const number =
        value.number === "amount"
          ? scope.command.amount?.value
          : item && !isGroup(item)
            ? play.numberOf(item, value.number)
            : null;
      if (!number || number <= 0) return null;
      made[name] = number;
    }
  }
  return { type, context: made };
}

/** The renewal of a contract at its current price, as the new one is not known yet. */
export const renewalOf = (row: play.FoundRow, price: number) => ({
  type: "vendor_renewal",
  context: {
    currentPrice: price,
    newPrice: price,
    ...(play.textOf(row, "endsOn") && { endsOn: play.textOf(row, "endsOn") }),
    subject: play.textOf(row, "title").slice(0, 200).toWellFormed(),
    ...(play.textOf(row, "vendorName") && {
      counterparty: play.textOf(row, "vendorName").slice(0, 100).toWellFormed(),
    }),
  },
});
