import { AppError } from "#contract/errors.ts";
import type { CallTool } from "#platform/mcp/catalogue.ts";

export type Asked = Readonly<Record<string, unknown>>;

/** The call behind a tool, with each argument in its place; throws for a name that the tool does not take. */
export function requestOf({ endpoint, places, wholeBody }: CallTool, given: Asked): { path: string; body?: object } {
  const { tool, lines, method } = endpoint;
  const parts = { params: {} as Record<string, unknown>, query: {}, body: {} };
  for (const [name, value] of Object.entries(given)) {
    const place = places.get(name);
    if (!place) throw new AppError("invalid", `This tool does not take "${/^\w{1,40}$/.test(name) ? name : "?"}"`);
    // Assistants send null for what they leave out.
    if (place === "body" || value !== null) Object.assign(parts[place], { [name]: value });
  }
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (parts.params[name] === undefined) throw new AppError("invalid", `${name} is required`);
    return encodeURIComponent(textOf(parts.params[name]));
  });
  const search = new URLSearchParams(
    Object.entries(parts.query).map(
      ([name, value]) => [name, name in (tool.json ?? {}) ? JSON.stringify(value) : textOf(value)] as const,
    ) as [string, string][],
  );
  // Of a list, what lists show; of one thing, all of it.
  if (lines && !tool.thing) search.set("shape", "lines");
  const body = wholeBody ? (parts.body as Record<string, object>)[wholeBody] : parts.body;
  return {
    path: search.size > 0 ? `${path}?${search.toString()}` : path,
    ...(method !== "GET" && body ? { body } : {}),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
