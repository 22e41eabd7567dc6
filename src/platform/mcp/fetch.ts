import type { FastifyInstance } from "fastify";
import { answerOf, type From, pageOf, refusalOf, refused, text, type ToolResult } from "#platform/mcp/call.ts";
import type { CallTool } from "#platform/mcp/catalogue.ts";
import { fitted, type Json, mostCharacters, withAddresses } from "#platform/mcp/result.ts";

/** What the names of a pattern such as "record/:kind/:id" or "boardroom://board-pack/{period}" stand for in a text. */
export function namedIn(pattern: string, given: string): Record<string, string> | null {
  const parts = pattern.split(/[:{](\w+)\}?/);
  const source = parts.map((part, at) => (at % 2 === 0 ? part : `(?<${part}>[^/]+)`)).join("");
  const found = new RegExp(`^${source}$`).exec(given);
  return found && { ...found.groups };
}

/** Gives a thing that search found: its title, all that its call answers, and the address that opens it. */
export async function fetchThing(
  app: FastifyInstance,
  tools: Iterable<CallTool>,
  id: string,
  from: From,
): Promise<ToolResult> {
  for (const tool of tools) {
    const { thing } = tool.endpoint.tool;
    const named = thing ? namedIn(thing.id, id) : null;
    if (!thing || !named) continue;
    const answered = await answerOf(app, tool, named, from).catch(refusalOf);
    if ("refusal" in answered) return refused(answered.refusal);
    const value = withAddresses(answered.value, from.publicUrl);
    return { content: [text(shownOf(id, value, pageOf(thing, named, from)))] };
  }
  return refused("Nothing can be fetched by this id: take one from search");
}

/** Quotes within the text take more characters in the result, so it may have to be shorter than that. */
function shownOf(id: string, value: Json, url: string): string {
  for (let most = mostCharacters; ; most *= 0.8) {
    const { text: found, leftOut } = fitted(value, most);
    const metadata = leftOut === null ? {} : { metadata: { leftOut } };
    const shown = JSON.stringify({ id, title: titleIn(value) ?? id, text: found, url, ...metadata });
    if (shown.length <= mostCharacters) return shown;
  }
}

/** The title or name nearest to the root of an answer. */
function titleIn(value: Json): string | null {
  let level: Json[] = [value];
  for (let depth = 0; depth < 3; depth += 1) {
    const objects = level.filter((one) => typeof one === "object" && one !== null && !Array.isArray(one));
    for (const { title, name } of objects as Record<string, Json>[])
      for (const given of [title, name]) if (typeof given === "string" && given !== "") return given;
    level = objects.flatMap((one) => Object.values(one as object) as Json[]);
  }
  return null;
}
