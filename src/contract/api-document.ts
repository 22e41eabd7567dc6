import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import type { Scope } from "./scopes.ts";

/** A field's JSON Schema, as far as a reader needs it. */
export type FieldSchema = {
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  maxLength?: number;
  items?: FieldSchema;
  anyOf?: readonly FieldSchema[];
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
};

export type ApiOperation = {
  summary: string;
  tags: readonly [string];
  parameters: readonly { name: string; in: string; required: boolean; schema: FieldSchema; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: FieldSchema; example?: unknown }> };
  responses: { 200: { content: { "application/json": { example?: unknown } } } };
  "x-access": string;
  "x-scope": Scope | "browser";
};

/** The OpenAPI document, as far as the page of the API shows it. */
export type ApiDocument = { paths: Record<string, Record<string, ApiOperation>> };

export const getApiDocument = endpoint("GET", "/api/openapi.json", {
  summary: "Every call of the API as an OpenAPI 3.1 document.",
  response: z.custom<ApiDocument>(),
  access: "public",
  rate: "anonymous",
});
