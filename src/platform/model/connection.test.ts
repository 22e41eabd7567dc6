import { expect, test } from "vitest";
import { type Choice, type Connection, forEveryPurpose, targetsFor } from "#platform/model/connection.ts";

const at = (baseUrl: string, model: string): Choice => ({
  accountId: null,
  provider: "openai-compatible",
  baseUrl: `https://${baseUrl}.example`,
  apiKey: null,
  model,
});
const [one, two, three] = [at("one", "a"), at("two", "a"), at("three", "c")];
const connection: Connection = {
  models: { ...forEveryPurpose(one), plan: two, write: at("one", "b") },
  fallbacks: { answer: two, triage: three },
  fallback: null,
  setBy: "company",
};
const tried = (of: Connection, purpose: "answer" | "plan") =>
  targetsFor(of, purpose).map(({ baseUrl, model }) => `${new URL(baseUrl ?? "").hostname.split(".")[0]} ${model}`);

test("a purpose's own model is tried first, then its fallback, the operator's, and the others in use, each once", () => {
  expect(tried(connection, "answer")).toEqual(["one a", "two a", "one b", "three c"]);
  expect(tried(connection, "plan")).toEqual(["two a", "one a", "one b", "three c"]);
  const ofOperator: Connection = { models: forEveryPurpose(one), fallback: three, setBy: "operator" };
  expect(tried(ofOperator, "plan")).toEqual(["one a", "three c"]);
});
