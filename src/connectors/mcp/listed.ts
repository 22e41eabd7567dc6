import { createHash } from "node:crypto";
import { z } from "zod";
import { truncate, withoutReordering } from "#contract/words.ts";

export type JsonSchema = { [name: string]: unknown };

/** A tool as a server lists it: its own words and wishes, none of which anybody has checked. */
export type Listed = {
  name: string;
  title: string;
  description: string;
  input: JsonSchema;
  output: JsonSchema | null;
  /** Whether the server says that it only reads; a hint, by which nothing is decided. */
  saysReadOnly: boolean;
  /** The digest of everything the server says of it. */
  print: string;
};

const mostTools = 100;
const longest = { description: 2_000, title: 100, schema: 20_000, note: 300, choice: 200 };
const deepest = 8;
const mostChoices = 100;

const words = (most: number) =>
  z
    .string()
    .nullish()
    // Control characters and such as hide words from a reader.
    .transform((text) => truncate(withoutReordering(text ?? "").replace(/\p{Cf}|\p{Cc}(?<!\n)/gu, " "), most).trim());

const tool = z.object({
  name: z.string().regex(/^[\w./-]{1,128}$/),
  title: words(longest.title),
  description: words(longest.description),
  inputSchema: z.looseObject({ type: z.literal("object") }),
  outputSchema: z.looseObject({}).nullish(),
  annotations: z.looseObject({ title: words(longest.title), readOnlyHint: z.boolean().nullish() }).nullish(),
});

/** The tools of a list that can be used, the first of each name, and how many cannot. */
export function listed(all: readonly unknown[]): { tools: Listed[]; leftOut: number } {
  const tools = new Map<string, Listed>();
  for (const raw of all) {
    const read = tool.safeParse(raw).data;
    if (!read || tools.size >= mostTools || tools.has(read.name)) continue;
    const { name, title, description, inputSchema, outputSchema, annotations } = read;
    if (JSON.stringify([inputSchema, outputSchema]).length > longest.schema) continue;
    const [input, output] = [plainSchema(inputSchema), outputSchema ? plainSchema(outputSchema) : null];
    if (!isUsable(input) || (output && !isUsable(output))) continue;
    tools.set(name, {
      name,
      title: title || annotations?.title || "",
      description,
      input,
      output,
      saysReadOnly: annotations?.readOnlyHint ?? false,
      print: createHash("sha256")
        .update(JSON.stringify(ordered(raw)))
        .digest("base64url"),
    });
  }
  return { tools: [...tools.values()], leftOut: all.length - tools.size };
}

function isUsable(schema: JsonSchema): boolean {
  try {
    takenFrom(schema);
    return true;
  } catch {
    return false;
  }
}

/** What a plain schema takes. */
export const takenFrom = (schema: JsonSchema): z.ZodType => z.fromJSONSchema(schema as never);

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, inner]) => [key, ordered(inner)]);
}

const types = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
const isPrimitive = (value: unknown): boolean =>
  value === null ||
  typeof value === "boolean" ||
  typeof value === "number" ||
  (typeof value === "string" && value.length <= longest.choice);
const bounds = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];
const isName = (name: string): boolean => /^[\w.$-]{1,64}$/.test(name) && name !== "__proto__";

/**
 * A stranger's schema without what could cost time or reach elsewhere: no patterns, no references. What is dropped takes
 * anything, and the server checks it.
 */
function plainSchema(schema: unknown, depth = 0): JsonSchema {
  if (schema === null || typeof schema !== "object" || Array.isArray(schema) || depth > deepest) return {};
  const given = schema as JsonSchema;
  const kept: JsonSchema = {};
  const inner = (value: unknown) => plainSchema(value, depth + 1);
  const { type, description, properties, required, items, enum: choices } = given;
  if (typeof description === "string") kept["description"] = words(longest.note).parse(description);
  if (Array.isArray(choices) && choices.length > 0 && choices.length <= mostChoices && choices.every(isPrimitive))
    return { ...kept, enum: choices };
  if ("const" in given && isPrimitive(given["const"])) return { ...kept, enum: [given["const"]] };
  const several = given["anyOf"] ?? given["oneOf"];
  if (Array.isArray(several) && several.length > 0 && several.length <= 20)
    return { ...kept, anyOf: several.map(inner) };
  const named = (Array.isArray(type) ? type : [type]).filter((one) => types.has(String(one)));
  if (named.length > 1) return { ...kept, anyOf: named.map((one) => inner({ ...given, type: one })) };
  if (named.length === 0) return kept;
  kept["type"] = named[0];
  for (const name of bounds) if (typeof given[name] === "number" && given[name] >= 0) kept[name] = given[name];
  if (named[0] === "array") kept["items"] = inner(items);
  if (named[0] !== "object") return kept;
  const fields = Object.entries((properties ?? {}) as JsonSchema).filter(([name]) => isName(name));
  const names = new Set(fields.map(([name]) => name));
  const more = given["additionalProperties"];
  return {
    ...kept,
    properties: Object.fromEntries(fields.map(([name, of]) => [name, inner(of)])),
    required: Array.isArray(required) ? required.filter((name) => names.has(String(name))) : [],
    ...(more !== undefined && { additionalProperties: typeof more === "boolean" ? more : inner(more) }),
  };
}
