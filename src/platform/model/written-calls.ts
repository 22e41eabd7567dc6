import { readLiteral } from "#platform/model/literal.ts";
import { afterThoughts } from "#platform/model/output.ts";
import type { Message, ModelRequest, Tool } from "#platform/model/request.ts";

/** A use of a tool that a model wrote into its text. */
export type WrittenCall = { tool: string; input: unknown };

/** Limits: the text that is read, the values tried in it, and the calls taken. */
const most = { text: 40_000, tries: 60, calls: 10, between: 120 };

/** Where formats of models put the input of a call beside its name. */
const inputKeys = [
  "arguments",
  "parameters",
  "params",
  "args",
  "input",
  "inputs",
  "action_input",
  "tool_input",
  "kwargs",
];

/**
 * The uses of known tools in a text. Models that were trained on another format write them as JSON, in tags, in a
 * fence, or as a call of a function; only names of offered tools count.
 */
export function callsIn(written: string, tools: readonly Tool[]): WrittenCall[] {
  const text = afterThoughts(written.slice(-most.text));
  const names = new Set(tools.map(({ id }) => id));
  if (![...names].some((name) => text.includes(name))) return [];
  const found = inValues(text, names);
  return (found.length > 0 ? found : byName(text, names)).slice(0, most.calls);
}

/** Calls in the JSON values of a text: those that name a tool, and those a tool's name stands before. */
function inValues(text: string, names: ReadonlySet<string>): WrittenCall[] {
  const found: WrittenCall[] = [];
  const opening = /[[{]/g;
  for (let tries = 0; tries < most.tries && found.length < most.calls; tries += 1) {
    const open = opening.exec(text);
    if (!open) break;
    const literal = readLiteral(text, open.index);
    if (!literal) continue;
    const inside = callsOf(literal.value, names, 0);
    const before = nameBefore(text.slice(Math.max(0, open.index - most.between), open.index), names);
    if (inside.length > 0) found.push(...inside);
    else if (before !== null && isObject(literal.value)) found.push({ tool: before, input: literal.value });
    else continue;
    opening.lastIndex = literal.end;
  }
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const nameIn = (value: unknown, names: ReadonlySet<string>): string | null => {
  if (typeof value !== "string") return null;
  const name = value.trim().replace(/^functions?[.:]/, "");
  return names.has(name) ? name : null;
};

/** The calls a value holds: an object that names a tool, or one or a list that holds such objects. */
function callsOf(value: unknown, names: ReadonlySet<string>, depth: number): WrittenCall[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.slice(0, most.calls).flatMap((one) => callsOf(one, names, depth + 1));
  if (!isObject(value)) return [];
  const named = Object.entries(value).find(([key, one]) => !inputKeys.includes(key) && nameIn(one, names));
  if (named) return [{ tool: nameIn(named[1], names) ?? "", input: inputIn(value, named[0]) }];
  return Object.entries(value)
    .slice(0, 20)
    .flatMap(([key, one]) => {
      const name = nameIn(key, names);
      return name && isObject(one) ? [{ tool: name, input: one }] : callsOf(one, names, depth + 1);
    });
}

/** The input beside the name: under its own key, perhaps as text, or as the other properties. */
function inputIn(call: Record<string, unknown>, nameKey: string): unknown {
  const key = inputKeys.find((one) => one in call);
  if (key === undefined)
    return Object.fromEntries(Object.entries(call).filter(([other]) => ![nameKey, "type", "id"].includes(other)));
  const given = call[key];
  return typeof given === "string" ? (readLiteral(given, 0)?.value ?? {}) : (given ?? {});
}

/** Tags, fences and labels that formats write between a tool's name and its input. */
const markup =
  /<[^<>]{0,40}>|\[[A-Z_]{1,20}\]|\b(?:json|with|input|action|arguments|args|parameters|tool|call|sep)\b/gi;

/** The tool named directly before a position, with nothing but markup between. */
function nameBefore(before: string, names: ReadonlySet<string>): string | null {
  let last: { name: string; end: number } | null = null;
  for (const name of names) {
    const at = before.lastIndexOf(name);
    if (at < 0 || isWithinWord(before, at, name.length)) continue;
    if (!last || at + name.length > last.end) last = { name, end: at + name.length };
  }
  if (!last) return null;
  // The name itself may stand inside a tag: <function=name>.
  const between = before.slice(last.end).replace(/^["'>]{1,2}/, "");
  return /[\p{L}\p{N}.]/u.test(between.replace(markup, "")) ? null : last.name;
}

const isWithinWord = (text: string, at: number, length: number): boolean =>
  /\w/.test(text[at - 1] ?? "") || /\w/.test(text[at + length] ?? "");

/** Calls written as a function with named arguments, or as tags of parameters after a tool's name. */
function byName(text: string, names: ReadonlySet<string>): WrittenCall[] {
  const found: (WrittenCall & { at: number })[] = [];
  for (const name of names)
    for (let at = text.indexOf(name); at >= 0 && found.length < most.calls; at = text.indexOf(name, at + name.length)) {
      if (isWithinWord(text, at, name.length)) continue;
      const input = inParentheses(text, at + name.length) ?? inTags(text, at, at + name.length);
      if (input) found.push({ tool: name, input, at });
    }
  return found.toSorted((one, other) => one.at - other.at).map(({ tool, input }) => ({ tool, input }));
}

/** `name(key="value", limit=3)`; null if it is no such call. */
function inParentheses(text: string, from: number): Record<string, unknown> | null {
  if (text[from] !== "(") return null;
  const entries: [string, unknown][] = [];
  for (let at = from + 1; entries.length < 50; ) {
    const rest = text.slice(at, at + 200);
    const [ended] = /^[\s,]{0,20}\)/.exec(rest) ?? [];
    if (ended !== undefined) return Object.fromEntries(entries);
    const [whole = "", key = ""] = /^[\s,]{0,20}([A-Za-z_]\w{0,99})\s{0,5}[=:]/.exec(rest) ?? [];
    const literal = key === "" ? null : readLiteral(text, at + whole.length);
    if (!literal) return null;
    entries.push([key, literal.value]);
    at = literal.end;
  }
  return null;
}

/** `<parameter=key>value</parameter>` and its like after a tool's name, or a name alone in a tag of calls. */
function inTags(text: string, start: number, from: number): Record<string, unknown> | null {
  const rest = text.slice(from, from + 4_000);
  const end = /<\/(?:function|invoke|tool_call|tool_use|tool)>/.exec(rest)?.index ?? rest.length;
  const body = rest.slice(0, end);
  const pairs = [
    ...body.matchAll(/<parameter(?:=| name=)["']?(\w{1,100})["']?[^<>]{0,40}>([^<]{0,2000})<\/parameter>/g),
    ...body.matchAll(/<arg_key>(\w{1,100})<\/arg_key>\s{0,20}<arg_value>([^<]{0,2000})<\/arg_value>/g),
  ];
  const isInTag = /<(?:tool_call|function|function_call|tool_use|invoke)\b[^<>]{0,40}>?\s{0,20}["']?$/.test(
    text.slice(Math.max(0, start - 80), start),
  );
  const isAlone = isInTag && /^["']?>?\s{0,20}$/.test(body.slice(0, 100)) && end < rest.length;
  if (pairs.length === 0) return isAlone ? {} : null;
  return Object.fromEntries(pairs.map(([, key = "", value = ""]) => [key, valueOf(value)]));
}

/** A parameter's text as the value it is written as, else as text. */
function valueOf(text: string): unknown {
  const plain = text.trim();
  const literal = readLiteral(plain, 0);
  return literal && literal.end === plain.length ? literal.value : plain;
}

/** The request for a model or server that takes no tools: they are described in words, and so are their uses. */
export function withToolsInWords(request: ModelRequest): ModelRequest {
  const { tools = [], instructions, messages } = request;
  if (tools.length === 0) return request;
  const described = tools.map(
    ({ id, description, input }) => `- ${id}: ${description}\n  Input: ${JSON.stringify(input)}`,
  );
  const how =
    'To use an action, answer with only one JSON object, {"tool": "the action", "input": {…}}. The next message holds its result. The actions, each with the JSON schema of its input:';
  return {
    ...request,
    tools: [],
    instructions: `${instructions}\n\nActions\n${how}\n${described.join("\n")}`,
    messages: messages.map(inWords).reduce(merge, []),
  };
}

function inWords(message: Message): Message {
  if (message.role === "user") return message;
  if (message.role === "tool") {
    const texts = message.results.map(({ tool, text }) => `Result of ${tool}:\n${text}`);
    return { role: "user", text: texts.join("\n\n") };
  }
  const texts = message.parts.flatMap((part) =>
    part.type === "call"
      ? [JSON.stringify({ tool: part.tool, input: part.input })]
      : part.type === "text"
        ? [part.text]
        : [],
  );
  return { role: "assistant", parts: [{ type: "text", text: texts.join("\n") || "{}" }] };
}

/** Many chat templates refuse two messages of one side in a row. */
function merge(before: Message[], message: Message): Message[] {
  const last = before.at(-1);
  if (last?.role !== "user" || message.role !== "user") return [...before, message];
  return [...before.slice(0, -1), { role: "user", text: `${last.text}\n\n${message.text}` }];
}

/** The request for a model that takes no system message: its instructions begin the conversation. */
export function withInstructionsInFirst({ instructions, messages, ...rest }: ModelRequest): ModelRequest {
  const [first, ...others] = messages;
  const isUser = first?.role === "user";
  const text = isUser ? `${instructions}\n\n${first.text}` : instructions;
  return { ...rest, instructions: "", messages: [{ role: "user", text }, ...(isUser ? others : messages)] };
}
