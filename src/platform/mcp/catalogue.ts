import type { Tool as OfferedTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tool } from "#contract/tool.ts";

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[]; $defs?: object };
type Offered = Endpoint & { tool: Tool };
type Place = "params" | "query" | "body";

/** A call as a tool: one flat input, of which each name belongs to the path, the query or the body. */
export type CallTool = {
  name: string;
  endpoint: Offered;
  description: string;
  inputSchema: OfferedTool["inputSchema"];
  places: ReadonlyMap<string, Place>;
  /** The body goes whole, under this name, because it is a choice of several shapes. */
  wholeBody: string | null;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
};

const wholeBody = "request";

/** What lists and cards show; tools always take it of lists. */
const shapeName = "shape";

const schemaOf = (schema: z.ZodType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  return rest;
};

/** "list_records" as "List records". */
const titleOf = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function partsOf({ params, query, body, method, tool }: Offered): { place: Place; schema: Schema }[] {
  const asked = schemaOf(query);
  const json = Object.entries(tool.json ?? {}).map(([name, schema]) => [name, schemaOf(schema)] as const);
  const { [shapeName]: _, ...properties } = { ...asked.properties, ...Object.fromEntries(json) };
  const parts: { place: Place; schema: Schema }[] = [
    { place: "params", schema: schemaOf(params) },
    { place: "query", schema: { ...asked, properties } },
  ];
  const takesBody = method !== "GET" && !body.safeParse(undefined).success;
  if (!takesBody) return parts;
  const whole = schemaOf(body);
  const isFlat = whole.properties !== undefined && !("anyOf" in whole) && !("oneOf" in whole);
  const schema = isFlat ? whole : { properties: { [wholeBody]: whole }, required: [wholeBody] };
  return [...parts, { place: "body", schema }];
}

function toolOf(endpoint: Offered): CallTool {
  const { tool, summary, method } = endpoint;
  const parts = partsOf(endpoint);
  const places = new Map<string, Place>();
  for (const { place, schema } of parts)
    for (const name of Object.keys(schema.properties ?? {})) {
      if (places.has(name)) throw new Error(`The tool ${tool.name} has two inputs named ${name}.`);
      places.set(name, place);
    }
  const definitions = Object.assign({}, ...parts.map(({ schema }) => schema.$defs ?? {})) as object;
  const isRead = tool.effect === "read";
  return {
    name: tool.name,
    endpoint,
    description: [summary, tool.hint].filter(Boolean).join(" "),
    inputSchema: {
      type: "object",
      properties: Object.assign({}, ...parts.map(({ schema }) => schema.properties ?? {})) as object,
      required: parts.flatMap(({ schema }) => schema.required ?? []),
      additionalProperties: false,
      ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
    } as OfferedTool["inputSchema"],
    places,
    wholeBody: places.get(wholeBody) === "body" ? wholeBody : null,
    annotations: {
      title: titleOf(tool.name),
      readOnlyHint: isRead,
      destructiveHint: tool.effect === "change",
      idempotentHint: isRead || method === "PUT",
      openWorldHint: tool.effect === "external",
    },
  };
}

const isOffered = (endpoint: Endpoint): endpoint is Offered => endpoint.tool !== undefined;

const toolName = /^[a-z][a-z0-9_]{0,63}$/;

/** The tools of all calls that are offered, by name; throws where two have one name or a read is declared a write. */
export function toolsOf(endpoints: readonly Endpoint[]): ReadonlyMap<string, CallTool> {
  const tools = endpoints.filter(isOffered).map(toolOf);
  const byName = new Map<string, CallTool>();
  for (const tool of tools.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const { scope, tool: mark } = tool.endpoint;
    if (!toolName.test(tool.name)) throw new Error(`"${tool.name}" is not a valid name of a tool.`);
    if (byName.has(tool.name)) throw new Error(`Two tools are named ${tool.name}.`);
    if (scope === "browser") throw new Error(`${tool.name} is a call for browsers alone.`);
    if (mark.effect === "read" && tool.endpoint.method !== "GET")
      throw new Error(`${tool.name} writes, so it is no read.`);
    byName.set(tool.name, tool);
  }
  return byName;
}
