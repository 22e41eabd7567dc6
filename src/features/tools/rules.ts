import type { ToolField } from "#features/tools/contract.ts";

type Schema = Readonly<Record<string, unknown>>;

/** What a form asks for; what it has no field for is typed as JSON. */
export function fieldsOf(schema: Schema): ToolField[] {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).map(([name, of]) => {
    const choices = Array.isArray(of["enum"]) ? of["enum"] : [];
    const isChoice = choices.length > 0 && choices.every((one) => typeof one === "string");
    const types = { string: "text", number: "number", integer: "number", boolean: "flag" } as const;
    const type = isChoice ? "choice" : (types[of["type"] as keyof typeof types] ?? "json");
    const note = typeof of["description"] === "string" ? of["description"] : "";
    return { name, type, choices: isChoice ? choices : [], isRequired: required.includes(name), note };
  });
}

/** A schema without the server's words. */
export function withoutWords(schema: Schema): Record<string, unknown> {
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare);
    return value !== null && typeof value === "object" ? withoutWords(value as Schema) : value;
  };
  const named = (fields: unknown) =>
    Object.fromEntries(Object.entries(fields as Schema).map(([name, of]) => [name, bare(of)]));
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => name !== "description")
      .map(([name, value]) => [name, name === "properties" ? named(value) : bare(value)]),
  );
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

/** Names that models take, one for each tool. */
export function modelIds(tools: readonly { server: string; name: string }[]): string[] {
  const taken = new Set<string>();
  return tools.map(({ server, name }) => {
    const start = `use_${slug(server).slice(0, 20)}_${slug(name)}`.slice(0, 60);
    let found = start;
    for (let at = 2; taken.has(found); at += 1) found = `${start}_${at}`;
    taken.add(found);
    return found;
  });
}

/** "charge "ch_1", amount 20" */
export const describeArguments = (given: Schema): string =>
  Object.entries(given)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(", ");
