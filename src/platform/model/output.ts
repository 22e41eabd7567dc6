import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** The schema of what a model writes, for a request. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "any",
    // The pattern of a named format is long, says nothing more, and some servers reject it.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return rest;
}

const bounds = ["additionalProperties", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"];

/**
 * The schema of what a model gives a tool, without what is checked anyway: bounds, and null as another way to leave a
 * property out. Tools are sent with every request, and their schemas are most of it.
 */
export function toolSchemaOf(schema: z.ZodType): JsonSchema {
  return shortened(jsonSchemaOf(schema)) as JsonSchema;
}

function shortened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shortened);
  if (schema === null || typeof schema !== "object") return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: unknown }[] };
  const kinds = anyOf?.filter(({ type }) => type !== "null");
  const isLeftOut = (name: string, value: unknown): boolean =>
    (bounds.includes(name) && typeof value !== "object") || (name === "default" && isEmpty(value));
  const parts = Object.entries({ ...rest, ...(kinds?.length === 1 ? kinds[0] : kinds && { anyOf: kinds }) });
  return Object.fromEntries(
    parts.flatMap(([name, value]) => (isLeftOut(name, value) ? [] : [[name, shortened(value)]])),
  );
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Whether a schema fits strict modes: objects are closed, and every property is required. */
export function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (schema === null || typeof schema !== "object") return true;
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  const names = Object.keys((properties ?? {}) as object);
  const isClosed =
    additionalProperties === false && names.every((name) => (required as string[] | undefined)?.includes(name));
  return (type !== "object" || isClosed) && Object.values(schema).every(isStrict);
}

export type Parsed = { value: unknown; problem: null; isExact: boolean } | { value: null; problem: string };

/** Reads an answer as JSON of a schema: whole, without the model's thoughts, or the first object in it. */
export function parseOutput(text: string, schema: z.ZodType): Parsed {
  const withoutThoughts = afterThoughts(text);
  const candidates = [text.trim(), withoutThoughts.trim(), firstObject(withoutThoughts) ?? ""];
  let problem = "It holds no JSON object.";
  for (const [at, candidate] of candidates.entries()) {
    const json = asJson(candidate);
    if (json === undefined) continue;
    const checked = schema.safeParse(json);
    if (checked.success) return { value: checked.data, problem: null, isExact: at === 0 };
    problem = checked.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.join(".").slice(0, 100) || "the object"}: ${message.slice(0, 200)}`)
      .join("; ");
  }
  return { value: null, problem };
}

/** The deepest nesting of what a model writes; deeper values would exhaust the stack of whoever reads them. */
const maxDepth = 20;

/** The value of a JSON text; undefined if it is none, or nested too deeply. */
export function asJson(text: string): unknown {
  try {
    return text === "" || depthOf(text) > maxDepth ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How deep the brackets of a JSON text nest. */
function depthOf(text: string): number {
  let [depth, deepest, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at];
    if (isQuoted) {
      if (one === "\\") at += 1;
      else if (one === '"') isQuoted = false;
    } else if (one === '"') isQuoted = true;
    else if (one === "{" || one === "[") deepest = Math.max(deepest, ++depth);
    else if (one === "}" || one === "]") depth -= 1;
  }
  return deepest;
}

const endsOfThoughts = ["</think>", "<|channel|>final<|message|>"];

/** The text after the thoughts of a model that writes them into its answer. */
export function afterThoughts(text: string): string {
  const ends = endsOfThoughts.filter((end) => text.includes(end)).map((end) => text.lastIndexOf(end) + end.length);
  return text.slice(Math.max(0, ...ends));
}

function firstObject(text: string): string | null {
  const start = text.indexOf("{");
  if (start < 0) return null;
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const one = text[at];
    if (isQuoted) {
      if (one === "\\") at += 1;
      else if (one === '"') isQuoted = false;
    } else if (one === '"') isQuoted = true;
    else if (one === "{") depth += 1;
    else if (one === "}") {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return null;
}
