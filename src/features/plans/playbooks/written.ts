import type { Filter } from "#contract/query.ts";
import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import type { Decision, Part, Playbook, Read } from "./playbook.ts";

/** A plan that is being read: every list is there. */
type Written = Playbook & {
  examples: string[];
  reads: Record<string, Read>;
  line: string[];
  tasks: Part[];
  advice: NonNullable<Playbook["advice"]>[number][];
  proposals: NonNullable<Playbook["proposals"]>[number][];
};

const filter = (field: string, test: string, values: string[]): Filter => {
  const numbers = values.map((value) => (/^\d+$/.test(value) ? Number(value) : value));
  if (field === "view") return { field, test: "is", values: [test, ...values] };
  return { field, test: test as Filter["test"], values: numbers };
};

/** "invoices, view overdue, sum, on dueOn, first, 100": the rows of a read. */
function readOf(text: string): Read {
  const [subject = "", ...parts] = text.split(", ");
  const read: Omit<Read, "filters" | "named"> & { filters: Filter[]; named: Filter[] } = {
    subject,
    filters: [],
    named: [],
  };
  for (const part of parts) {
    const [word = "", next = "", ...rest] = part.split(" ");
    if (/^\d+$/.test(word)) read.limit = Number(word);
    else if (word === "sum" || word === "count" || word === "latest") read.measure = { of: word };
    else if (word === "on") read.day = next;
    else if (word === "by") read.groupBy = { field: next };
    else if (word === "first") read.order = "first";
    else if (word === "last") read.period = { kind: "last", count: Number(next), unit: "day" };
    else if (part === "in span" || part === "span before") read.span = part === "in span" ? "own" : "before";
    else if (part === "this month") read.period = { kind: "calendar", unit: "month", shift: 0 };
    else if (part === "with before") read.compare = "previous";
    else if (word === "fall" || word === "rise") read.by = word;
    else if (word === "isWhole" || word === "isOver" || word === "isFirst" || word === "areTwins" || word === "inside")
      read[word] = true;
    else if (word === "named") read.named.push(filter(next, rest[0] ?? "", rest.slice(1)));
    else if (next !== "") read.filters.push(filter(word, next, rest));
    else throw new Error(`"${part}" of "${text}" is no part of a read.`);
  }
  const { named, filters, ...others } = read;
  return { ...others, ...(filters.length > 0 && { filters }), ...(named.length > 0 && { named }) };
}

/** "CFO +3, each overdue, most 4, hours 2": whose work a part is, when, and of which rows. */
function partOf(text: string, title: string, reason: string): Part {
  const [head = "", ...options] = text.split(", ");
  const [, role = "", days = ""] = /^(.+) \+(\d+)$/.exec(head) ?? [];
  if (!agentRoleIds.some((one) => one === role)) throw new Error(`"${head}" is no role with days.`);
  const part: Part & Record<string, unknown> = { role: role as AgentRoleId, in: Number(days), title, reason };
  for (const option of options) {
    const [name = "", ...value] = option.split(" ");
    part[name] = name === "letter" ? true : name === "most" || name === "hours" ? Number(value[0]) : value.join(" ");
  }
  return part;
}

/** "expense_approval: amount #amount; often yearly": a decision type with numbers and texts of a row, or texts. */
function decisionOf(text: string): Decision {
  const [, type = "", fields = ""] = /^(\w+): (.+)$/.exec(text) ?? [];
  const context = fields.split("; ").map((one): [string, Decision["context"][string]] => {
    const [name = "", ...words] = one.split(" ");
    const value = words.join(" ");
    if (value.startsWith("#")) return [name, { number: value.slice(1) }];
    return [name, value.startsWith("@") ? { text: value.slice(1) } : value];
  });
  return { type, context: Object.fromEntries(context) };
}

/** "collect: debt customer; call: debt": objects by the act. */
export const slotsOf = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    text
      .split("; ")
      .filter(Boolean)
      .map((one) => [one.split(": ")[0] ?? "", (one.split(": ")[1] ?? "").split(" ")]),
  );

/** Reads plans that are written as text, with an empty line before each: see `money.ts`. */
export const playbooksIn = (text: string): Playbook[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map(playbookOf);

function playbookOf(text: string): Playbook {
  const [head = "", ...lines] = text.split("\n").map((line) => line.trim());
  const [id = "", label = ""] = head.split(": ");
  const plan: Written = {
    id,
    label,
    does: "",
    examples: [],
    reads: {},
    line: [],
    tasks: [],
    advice: [],
    proposals: [],
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [word = ""] = line.split(" ", 1);
    const rest = line.slice(word.length + 1);
    const next = (): string => lines[(at += 1)] ?? "";
    if (word === ">") plan.examples.push(...rest.split(" | "));
    else if (word === "for") plan.for = slotsOf(rest);
    else if (word === "read") plan.reads[rest.split(" = ")[0] ?? ""] = readOf(rest.split(" = ")[1] ?? "");
    else if (word === "say") plan.line.push(rest);
    else if (word === "ahead") plan.isAhead = true;
    else if (
      word === "does" ||
      word === "noun" ||
      word === "none" ||
      word === "orElse" ||
      word === "still" ||
      word === "look"
    )
      plan[word] = rest;
    else if (word === "takes") plan.takes = rest as NonNullable<Playbook["takes"]>;
    else if (word === "task") plan.tasks.push(partOf(rest, next(), next()));
    else if (word === "goal") plan.initiative = partOf(rest, next(), next());
    else if (word === "propose") plan.proposals.push(partOf(rest, next(), next()));
    else if (word === "decide") Object.assign(plan.proposals.at(-1) ?? {}, { decision: decisionOf(rest) });
    else if (word === "advise") {
      const { role: _, in: __, ...advice } = partOf(`CEO +1${rest.replace(/^[^,]+/, "")}`, next(), next());
      plan.advice.push({ type: rest.split(", ")[0] ?? "", ...advice });
    } else throw new Error(`"${line}" is no line of a plan.`);
  }
  return plan;
}
