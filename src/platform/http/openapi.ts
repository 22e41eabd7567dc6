import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { nextCursorHeader } from "#contract/cursor.ts";
import { version } from "#platform/version.ts";
import type { Endpoint } from "#contract/endpoint.ts";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" }) as Json;

/** Takes the endpoints, gives the OpenAPI 3.1 document that describes them. */
function describe(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Boardroom", version },
    paths,
    components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "sid" } } },
  };
}

const keyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A name the caller gives this request. Sent again within 24 hours it has no second effect and gets the first answer; with another address or body it is refused with 422, while the first still runs with 409.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
};

const isPagedList = ({ query, response }: Endpoint): boolean =>
  response instanceof z.ZodArray && query instanceof z.ZodObject && "cursor" in query.shape;
const nextHeader: Json = {
  [nextCursorHeader]: {
    description: "The `cursor` of the next page; left out on the last one.",
    schema: { type: "string" },
  },
};

function operation(endpoint: Endpoint): Json {
  const body = schemaOf(endpoint.body, "input");
  const takesBody = endpoint.method !== "GET";
  return {
    summary: endpoint.summary,
    ...(takesBody && !endpoint.takesKey ? { description: "Takes no Idempotency-Key: with one it is refused." } : {}),
    parameters: [
      ...parameters(endpoint.params, "path"),
      ...parameters(endpoint.query, "query"),
      ...(endpoint.takesKey ? [keyParameter] : []),
    ],
    ...(takesBody ? { requestBody: { content: { [endpoint.upload ?? "application/json"]: { schema: body } } } } : {}),
    responses: {
      200: {
        description: "The answer.",
        ...(isPagedList(endpoint) ? { headers: nextHeader } : {}),
        content: { "application/json": { schema: answerOf(endpoint) } },
      },
      default: {
        description: "What went wrong, in one sentence.",
        content: { "text/plain": { schema: { type: "string", maxLength: 200 } } },
      },
    },
    security: endpoint.access === "public" ? [] : [{ session: [] }],
    "x-access": endpoint.access,
    "x-rate": endpoint.rate,
    "x-cost": endpoint.cost,
  };
}

/** The whole first; then what `shape=lines` answers, where it can be asked for. */
function answerOf({ response, lines }: Endpoint): Json {
  const whole = schemaOf(response, "output");
  return lines ? { anyOf: [whole, schemaOf(lines, "output")] } : whole;
}

function parameters(schema: z.ZodType, place: "path" | "query"): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: inner,
  }));
}

/** Serves the document at /api/openapi.json. */
export function serveOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = JSON.stringify(describe(endpoints));
  app.get("/api/openapi.json", async (_request, reply) => reply.type("application/json").send(document));
}
