import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isStrict, jsonSchemaOf, parseOutput } from "#platform/model/output.ts";

const schema = z.strictObject({ count: z.number(), note: z.string() });
const value = { count: 3, note: 'a "}" inside' };
const json = JSON.stringify(value);

describe("an answer is read", () => {
  test.each([
    ["whole", json, true],
    ["in a fence", `\`\`\`json\n${json}\n\`\`\``, false],
    ["after thoughts", `<think>{"count": 1}</think>${json}`, false],
    [
      "in the last of its channels",
      `<|channel|>analysis<|message|>We need {count}.<|end|><|start|>assistant<|channel|>final<|message|>${json}<|return|>`,
      false,
    ],
    ["within prose", `Here: ${json} and {"more": 1}`, false],
  ])("%s", (_name, text, isExact) => {
    expect(parseOutput(text, schema)).toEqual({ value, problem: null, isExact });
  });

  test.each([
    ["", "It holds no JSON object."],
    ["no object", "It holds no JSON object."],
    ["{".repeat(1_000), "It holds no JSON object."],
    ['{"count":"3","note":"x"}', "count: Invalid input: expected number, received string"],
  ])("or reports what is wrong: %s", (text, problem) => {
    expect(parseOutput(text, schema)).toEqual({ value: null, problem });
  });
});

test("a schema is strict where objects are closed and every property is required", () => {
  expect(isStrict(jsonSchemaOf(schema))).toBe(true);
  expect(isStrict(jsonSchemaOf(schema.extend({ more: z.string().optional() })))).toBe(false);
  expect(isStrict(jsonSchemaOf(z.object({ inner: z.record(z.string(), z.number()) })))).toBe(false);
});

test("a schema names formats without their patterns, and what may be left out", () => {
  const asked = z.strictObject({ on: z.iso.date(), by: z.uuid().nullable().default(null) });
  expect(jsonSchemaOf(asked)).toEqual({
    type: "object",
    properties: {
      on: { type: "string", format: "date" },
      by: { default: null, anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] },
    },
    required: ["on"],
    additionalProperties: false,
  });
});
