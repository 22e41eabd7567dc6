import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { nextCursorHeader } from "#contract/cursor.ts";
import { version } from "#platform/version.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { answerGzip } from "#platform/http/serve.ts";
import { exampleOf } from "#platform/http/examples.ts";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" }) as Json;

/** The OpenAPI 3.1 document of the endpoints. */
async function describe(endpoints: readonly Endpoint[]): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    // Schemas take milliseconds each.
    await setImmediate();
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Boardroom", version },
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token, created under Your account." },
        session: { type: "apiKey", in: "cookie", name: "sid" },
      },
    },
  };
}

const keyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A key the caller chooses for this request. Repeating it within 24 hours has no second effect and returns the first response. Another URL or body is refused with 422, a repeat while the first still runs with 409.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
};

const isPagedList = ({ query, response }: Endpoint): boolean =>
  response instanceof z.ZodArray && query instanceof z.ZodObject && "cursor" in query.shape;
const nextHeader: Json = {
  [nextCursorHeader]: {
    description: "The `cursor` of the next page; absent on the last one.",
    schema: { type: "string" },
  },
};

function operation(endpoint: Endpoint): Json {
  const body = schemaOf(endpoint.body, "input");
  const takesBody = endpoint.method !== "GET";
  const answer = answerOf(endpoint);
  // A body that may be left out has no example.
  const needsBody = takesBody && !endpoint.upload && !endpoint.body.safeParse(undefined).success;
  const sent = { schema: body, ...(needsBody ? { example: exampleOf(body, true) } : {}) };
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[2] ?? ""],
    ...(takesBody && !endpoint.takesKey ? { description: "Refuses an Idempotency-Key." } : {}),
    parameters: [
      ...parameters(endpoint.params, "path"),
      ...parameters(endpoint.query, "query"),
      ...(endpoint.takesKey ? [keyParameter] : []),
    ],
    ...(takesBody ? { requestBody: { content: { [endpoint.upload ?? "application/json"]: sent } } } : {}),
    responses: {
      200: {
        description: "The response.",
        ...(isPagedList(endpoint) ? { headers: nextHeader } : {}),
        content: { "application/json": { schema: answer, example: exampleOf(answer, false) } },
      },
      default: {
        description: "What went wrong, in one sentence.",
        content: { "text/plain": { schema: { type: "string", maxLength: 200 } } },
      },
    },
    security: securityOf(endpoint),
    "x-access": endpoint.access,
    "x-scope": endpoint.scope,
    "x-rate": endpoint.rate,
    "x-cost": endpoint.cost,
  };
}

function securityOf({ access, scope }: Endpoint): Json[] {
  if (access === "public") return [];
  return scope === "browser" ? [{ session: [] }] : [{ token: [scope] }, { session: [] }];
}

/** The full response first, then what `shape=lines` returns where supported. */
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
    example: exampleOf(inner as object, true),
  }));
}

/** The document is made on its first request and kept compressed: most installations never need it. */
export function serveOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let document: Promise<Buffer> | undefined;
  app.get("/api/openapi.json", async (request, reply) => {
    document ??= describe(endpoints).then((made) => gzipSync(JSON.stringify(made)));
    return answerGzip(request, reply, await document);
  });
}
