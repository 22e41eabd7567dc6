import { z } from "zod";
import { event } from "#platform/journal/event.ts";

const options = { resource: "tool_server", feed: null, refreshes: ["tool-servers"], complianceRelevant: true } as const;
const details = z.strictObject({
  name: z.string(),
  host: z.string(),
  tool: z.string().optional(),
  /** Tools that the server changed. */
  changed: z.array(z.string()).optional(),
  problem: z.string().optional(),
  reads: z.boolean().optional(),
  cost: z.number().optional(),
  /** Executives by name. */
  allowed: z.array(z.string()).optional(),
  asks: z.array(z.string()).optional(),
});
type Named = { id: string; name: string; host: string };
type More = Omit<z.infer<typeof details>, "name" | "host">;

const about = (type: string, words: string, more: { severity?: "warning" } = {}) =>
  event(type, { ...options, details, ...more }, ({ id, name, host }: Named, given: More = {}) => ({
    id,
    title: `${words}: ${name}`,
    details: { name, host, ...given },
  }));

export const toolServerAdded = about("tool_server.added", "Server of tools added");
export const toolServerTested = about("tool_server.tested", "Server of tools asked for its tools");
export const toolServerRemoved = about("tool_server.removed", "Server of tools removed", { severity: "warning" });
export const toolChosen = about("tool_server.tool_chosen", "Use of a tool chosen");
/** Each use asks until an admin has looked at it. */
export const toolsChanged = about("tool_server.tools_changed", "Tools changed by their server", {
  severity: "warning",
});
