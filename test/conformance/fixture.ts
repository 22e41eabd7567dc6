import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { AppError } from "#contract/errors.ts";
import { type Route, route } from "#platform/http/route.ts";

const access = "viewer" as const;
const response = z.strictObject({ text: z.string() });
const read = (name: string, more: object = {}) => ({ name, effect: "read" as const, ...more });

/** Calls with the names that the suite asks for, offered by the same machinery as the product's own. */
export const routes: readonly Route[] = [
  route(
    endpoint("GET", "/api/conformance/text", { summary: "A text.", response, access, tool: read("test_simple_text") }),
    async () => ({ text: "This is a simple text response for testing." }),
  ),
  route(
    endpoint("GET", "/api/conformance/error", {
      summary: "An error.",
      response,
      access,
      tool: read("test_error_handling"),
    }),
    async () => {
      throw new AppError("conflict", "This tool intentionally returns an error for testing");
    },
  ),
  route(
    endpoint("GET", "/api/conformance/static", {
      summary: "A resource.",
      response,
      access,
      tool: read("test_resource", { resource: { uri: "test://static-text", title: "Static text" } }),
    }),
    async () => ({ text: "This is the content of the static text resource." }),
  ),
  route(
    endpoint("GET", "/api/conformance/template/:id", {
      summary: "A resource by its id.",
      params: { id: z.string().max(9) },
      response,
      access,
      tool: read("test_template", { resource: { uri: "test://template/{id}/data", title: "By id", listed: () => [] } }),
    }),
    async (_ctx, { params }) => ({ text: `Data for ${params.id}` }),
  ),
];
