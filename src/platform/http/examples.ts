type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  minLength?: number;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  $ref?: string;
  $defs?: Record<string, Schema>;
};

const formats: Readonly<Record<string, unknown>> = {
  uuid: "5f0c7e7a-3b1d-4c55-9d0e-2f6a1b7c8d90",
  "date-time": "2026-11-27T09:30:00.000Z",
  date: "2026-11-27",
  email: "ann@example.com",
  uri: "https://example.com/",
};

/** How deep an example goes into schemas that contain themselves. */
const maxDepth = 7;

/**
 * A value that a JSON schema allows: its own example where it has one. What is sent names only what is required, or the
 * first key; an answer names everything.
 */
export function exampleOf(schema: object, isSent: boolean): unknown {
  const { $defs = {} } = schema as Schema;
  const build = (one: Schema, name: string, depth: number): unknown => {
    if (one.examples) return one.examples[0];
    if (one.const !== undefined) return one.const;
    if (one.enum) return one.enum[0];
    if (one.default !== undefined) return one.default;
    if (depth > maxDepth) return null;
    if (one.$ref)
      return build(
        one.$ref === "#" ? (schema as Schema) : ($defs[one.$ref.slice("#/$defs/".length)] ?? {}),
        name,
        depth + 1,
      );
    const choices = one.anyOf ?? one.oneOf;
    if (choices)
      return build(
        choices.find(({ type, not }: Schema & { not?: unknown }) => type !== "null" && !not) ?? {},
        name,
        depth,
      );
    if (one.allOf) return Object.assign({}, ...one.allOf.map((part) => build(part, name, depth)));
    switch (one.type) {
      case "object":
        return objectOf(one, depth);
      case "array":
        if (one.prefixItems) return one.prefixItems.map((item) => build(item, name, depth + 1));
        if (isSent && !one.minItems && !one.items?.properties && depth > 1) return [];
        return one.items ? [build(one.items, name, depth + 1)] : [];
      case "string":
        return formats[one.format ?? ""] ?? matching(one.pattern, name);
      case "number":
      case "integer":
        return Math.min(Math.max(one.minimum ?? 1, (one.exclusiveMinimum ?? 0) + 1), one.maximum ?? Number.MAX_VALUE);
      case "boolean":
        return true;
      default:
        return null;
    }
  };
  const objectOf = ({ properties = {}, required = [] }: Schema, depth: number): unknown => {
    const all = Object.keys(properties);
    const named = isSent ? all.filter((key) => required.includes(key)) : all;
    const keys = named.length > 0 ? named : all.slice(0, 1);
    return Object.fromEntries(keys.map((key) => [key, build(properties[key] ?? {}, inWords(key), depth + 1)]));
  };
  return build(schema as Schema, "text", 0);
}

/** A text that a pattern allows: an identifier, a number, a code or the characters of a token. */
function matching(pattern: string | undefined, name: string): string {
  const plain = `Example ${name}`;
  if (!pattern) return plain;
  const known = new RegExp(pattern);
  return [plain, name.replaceAll(" ", "_"), "1", "123456", "A".repeat(43)].find((text) => known.test(text)) ?? plain;
}

/** "companyName" as "company name". */
const inWords = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
