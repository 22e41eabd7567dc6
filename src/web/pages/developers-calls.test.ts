import { describe, expect, test } from "vitest";
import type { ApiOperation } from "#contract/api-document.ts";
import { callsOf, curlOf, describeType, fieldsOf, groupsOf } from "./developers-calls.ts";

const operation = (more: Partial<ApiOperation>): ApiOperation => ({
  summary: "Does it.",
  tags: ["tasks"],
  parameters: [],
  responses: { 200: { content: { "application/json": {} } } },
  "x-access": "member",
  "x-scope": "write",
  ...more,
});
const callOf = (path: string, method: string, more: Partial<ApiOperation> = {}) => {
  const [call] = callsOf({ paths: { [path]: { [method]: operation(more) } } });
  if (!call) throw new Error("There is no call.");
  return call;
};

test.each([
  [{ type: "string" }, "text"],
  [{ type: "string", maxLength: 10_000 }, "text, at most 10,000 characters"],
  [{ type: "string", format: "uuid" }, "id"],
  [{ enum: ["low", "high", 3] }, "low, high or 3"],
  [{ anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] }, "id or null"],
  [{ type: "array", items: { type: "integer" } }, "list of whole number"],
  [{ const: "manual" }, "manual"],
  [{}, "any value"],
])("%j reads as %s", (schema, words) => expect(describeType(schema)).toBe(words));

describe("a command is one a shell takes as it stands", () => {
  test("the address, with what it requires filled in and encoded", () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: {}, example: "a/b" },
      { name: "q", in: "query", required: true, schema: {}, example: "one & two" },
      { name: "cursor", in: "query", required: false, schema: {}, example: "no" },
      { name: "Idempotency-Key", in: "header", required: false, schema: {} },
    ];
    const call = callOf("/api/tasks/{id}", "get", { parameters });
    expect(curlOf(call, "https://b.example")).toBe(
      String.raw`curl 'https://b.example/api/tasks/a%2Fb?q=one+%26+two' \
  -H "Authorization: Bearer $BOARDROOM_TOKEN"`,
    );
    expect(fieldsOf(call.operation).map(({ name, place }) => [name, place])).toEqual([
      ["id", "path"],
      ["q", "query"],
      ["cursor", "query"],
    ]);
  });

  test("a body with quotes, and a file", () => {
    const body = { "application/json": { schema: {}, example: { title: "It's $HOME" } } };
    expect(curlOf(callOf("/api/tasks", "post", { requestBody: { content: body } }), "")).toContain(
      String.raw`-d '{"title":"It'\''s $HOME"}'`,
    );
    const file = { "text/csv": { schema: {} } };
    expect(curlOf(callOf("/api/imports", "post", { requestBody: { content: file } }), "")).toContain(
      '-H "Content-Type: text/csv" \\\n  --data-binary @file',
    );
  });
});

test("a search finds calls by every word, in any order", () => {
  const calls = [callOf("/api/tasks", "get"), callOf("/api/tasks", "post"), callOf("/api/deals/{id}", "get")];
  expect(groupsOf(calls, " POST tasks ").flatMap(([, each]) => each)).toHaveLength(1);
  expect(groupsOf(calls, "write")).toHaveLength(1);
  expect(groupsOf(calls, "nothing")).toEqual([]);
  expect(calls.map(({ id }) => id)).toEqual(["get-api-tasks", "post-api-tasks", "get-api-deals-id"]);
});
