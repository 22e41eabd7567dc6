import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { describeError } from "#platform/log.ts";

test("an error is logged with its cause and without its attachments", () => {
  const error = Object.assign(new Error("refused", { cause: new Error("deeper") }), {
    code: "23505",
    client: { password: "secret" },
    parameters: ["anna@example.com"],
  });
  expect(describeError(error)).toMatchObject({ message: "refused", code: "23505", cause: { message: "deeper" } });
  expect(JSON.stringify(describeError(error))).not.toMatch(/secret|example\.com/);
});

test("a failed statement is logged without its values", () => {
  const error = new DrizzleQueryError(
    "insert into users values ($1, $2)",
    ["anna@example.com", "a\nhash"],
    new Error("x"),
  );
  expect(error.message).toContain("anna@example.com");
  const line = describeError(error);
  expect(line.message).toContain("insert into users");
  expect(line.stack).toContain("log.test");
  expect(JSON.stringify(line)).not.toMatch(/anna@example|hash/);
});
