import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Attempt, type CallHooks, type Models, openModels } from "#platform/model/models.ts";
import { type Connection, forEveryPurpose, type ProviderId } from "#platform/model/connection.ts";
import type { ModelRequest } from "#platform/model/request.ts";
import { faults } from "../../../test/outside/model/faults.ts";
import { googleError } from "../../../test/outside/model/google.ts";
import type { Reply } from "../../../test/outside/model/protocol.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReply, recorded, writtenRequest } from "../../../test/outside/model/written.ts";
import { openStandIn, type StandIn } from "../../../test/outside/model/stand-in.ts";

let standIn: StandIn;
let models: Models;
let results: string[] = [];
beforeAll(async () => {
  standIn = await openStandIn();
});
afterAll(() => standIn.close());
const open = (timeout = 20_000, allowsPrivate = true): Models =>
  openModels(
    { allowsPrivate, timeout, rung: null },
    (_name, labels) => void results.push((labels as { result?: string } | undefined)?.result ?? ""),
  );
beforeEach(() => {
  models = open();
  results = [];
});
afterEach(() => models.close());

let keys = 0;
/** An account of its own, so that no circuit is shared. */
function connectionTo(
  provider: ProviderId = "openai",
  { baseUrl = standIn.url, ...more }: Partial<Connection> & { baseUrl?: string } = {},
): Connection {
  keys += 1;
  const model = { anthropic: "claude-sonnet-5-5", google: "gemini-3.8-flash" }[provider as string] ?? "gpt-6.1-terra";
  const choice = { accountId: null, provider, baseUrl, apiKey: `key-${keys}`, model };
  return {
    models: forEveryPurpose(choice),
    fallback: null,
    setBy: "operator",
    ...more,
  };
}

const figure = z.strictObject({ revenue: z.number(), month: z.string() });
const good = { revenue: 26_825, month: "October" };
const plain: ModelRequest = {
  instructions: "You are Marcus, the CFO.",
  messages: [{ role: "user", text: "What was the revenue of October?" }],
  maxOutputTokens: 300,
};
const typed = { ...plain, output: figure };
const company = "one";
const never = (): CallHooks => ({ company, signal: new AbortController().signal });
const ask = (request: ModelRequest = plain, connection = connectionTo(), hooks = never()) =>
  models.call(connection, "answer", request, hooks);

const pausedAt = ({ models: { answer } }: Connection) => models.paused({ ...answer, company });

describe.each(["openai", "anthropic", "google", "openai-compatible", "azure", "ollama", "vllm", "lmstudio"] as const)(
  "%s",
  (provider) => {
    test("answers in words, streamed, with its cost", async () => {
      standIn.answer({ text: "£26,825, down 41% on September.", usage: { input: 1_000, output: 100, cached: 400 } });
      const pieces: string[] = [];
      const connection = connectionTo(provider);
      const outcome = await ask(plain, connection, { ...never(), onText: (piece) => pieces.push(piece) });
      expect(outcome).toMatchObject({ ok: true, text: "£26,825, down 41% on September.", calls: [], isCut: false });
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces.join("")).toBe("£26,825, down 41% on September.");
      expect(outcome.attempts).toHaveLength(1);
      expect(outcome.attempts[0]).toMatchObject({
        engine: `${provider}/${connection.models.answer.model}`,
        usage: { input: 1_000, cachedInput: 400, output: 100, isEstimated: false },
        failure: null,
      });
      const asked = standIn.journal.at(-1);
      expect(asked).toMatchObject({
        key: connection.models.answer.apiKey,
        instructions: "You are Marcus, the CFO.",
        messages: [{ role: "user", text: "What was the revenue of October?" }],
        // Google's models think, and that counts against the limit.
        maxOutputTokens: provider === "google" ? 4_300 : 300,
        isStreamed: true,
      });
      for (const absent of ["temperature", "top_p", "tool_choice"]) expect(asked?.body).not.toHaveProperty(absent);
      expect(results).toEqual(["ok"]);
    });

    test("answers as an object of a schema", async () => {
      standIn.answer({ text: JSON.stringify(good) });
      expect(await ask(typed, connectionTo(provider))).toMatchObject({ ok: true, value: good });
      expect(standIn.journal.at(-1)?.schema).toMatchObject({ required: ["revenue", "month"] });
    });

    test("asks for actions and goes on with their results", async () => {
      const tools = [{ id: "explore_query", description: "Queries rows.", input: { type: "object", properties: {} } }];
      standIn.answer([
        { text: "I look.", calls: [{ tool: "explore_query", input: { subject: "invoices" } }] },
        { text: "12." },
      ]);
      const connection = connectionTo(provider);
      const first = await ask({ ...plain, tools }, connection);
      expect(first).toMatchObject({ ok: true, calls: [{ tool: "explore_query", input: { subject: "invoices" } }] });
      if (!first.ok) throw new Error("It failed.");
      const results = first.calls.map(({ id, tool }) => ({ callId: id, tool, text: '{"count":12}' }));
      const messages = [...plain.messages, first.message, { role: "tool" as const, results }];
      expect(await ask({ ...plain, tools, messages }, connection)).toMatchObject({ ok: true, text: "12." });
      const asked = standIn.journal.at(-1);
      expect(asked?.tools).toEqual([tools[0]]);
      expect(JSON.stringify(asked?.messages)).toContain('{\\"count\\":12}');
      expect(JSON.stringify(asked?.messages)).toContain("I look.");
    });
  },
);

describe("Google", () => {
  const asking = (reply: Reply) => {
    standIn.answer(reply);
    return ask(plain, connectionTo("google"));
  };
  const refusedWith = (code: number, status: string, message: string, details: Record<string, unknown>[] = []) =>
    asking({ status: code, body: googleError(code, status, message, details) });
  const type = (name: string) => ({ "@type": `type.googleapis.com/google.rpc.${name}` });

  test.each([
    [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", "wrong_key"],
    [403, "PERMISSION_DENIED", "Your API key was reported as leaked.", "wrong_key"],
    [404, "NOT_FOUND", "models/x is not found for API version v1beta.", "no_model"],
    [
      400,
      "INVALID_ARGUMENT",
      "The input token count (1054016) exceeds the maximum number of tokens allowed (1048576).",
      "too_large",
    ],
    [503, "UNAVAILABLE", "The model is overloaded. Please try again later.", "over_capacity"],
  ] as const)("%d %s: %s", async (code, status, message, kind) => {
    const failed = await refusedWith(code, status, message, [{ ...type("ErrorInfo"), domain: "googleapis.com" }]);
    expect(failed).toMatchObject({ ok: false, failure: { kind } });
  });

  test("a used up quota keeps calls away until the reset in its body", async () => {
    const before = Date.now();
    const failed = await refusedWith(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", [
      { ...type("QuotaFailure"), violations: [{ quotaValue: "20" }] },
      { ...type("RetryInfo"), retryDelay: "37.8s" },
    ]);
    expect(failed).toMatchObject({ ok: false, failure: { kind: "rate_limited" } });
    const pause = failed.ok ? 0 : (failed.failure.retryAt?.getTime() ?? 0) - before;
    expect(pause).toBeGreaterThan(37_000);
    expect(pause).toBeLessThan(60_000);
  });

  test("a blocked question is a refusal, and a stream without a reason to finish is cut off", async () => {
    expect(await asking({ text: "", finish: "refused" })).toMatchObject({ failure: { kind: "refused" } });
    expect(await asking({ text: "I can't say", finish: "refused" })).toMatchObject({ failure: { kind: "refused" } });
    expect(await asking(faults.cutBeforeEnd)).toMatchObject({ failure: { kind: "cut_off" } });
    expect(await asking(faults.cut(1))).toMatchObject({ failure: { kind: "cut_off" } });
  });

  test("its models think little, and what they signed goes back with the use of a tool and with the text", async () => {
    const tools = [{ id: "explore_query", description: "Queries rows.", input: { type: "object", properties: {} } }];
    standIn.answer([{ text: "I look.", calls: [{ tool: "explore_query", input: {} }] }, { text: "12." }]);
    const connection = connectionTo("google");
    const first = await ask({ ...plain, tools }, connection);
    if (!first.ok) throw new Error(first.failure.sentence);
    const config = standIn.journal.at(-1)?.body["generationConfig"];
    expect(config).toMatchObject({ thinkingConfig: { thinkingLevel: "low" }, maxOutputTokens: 4_300 });
    const results = first.calls.map(({ id, tool }) => ({ callId: id, tool, text: "12 rows" }));
    const messages = [...plain.messages, first.message, { role: "tool" as const, results }];
    const second = await ask({ ...plain, tools, messages }, connection);
    if (!second.ok) throw new Error(second.failure.sentence);
    const sent = JSON.stringify(standIn.journal.at(-1)?.body["contents"]);
    expect(sent).toMatch(/"functionCall":\{[^}]*\{\}\},"thoughtSignature":"signed-\d+-0"/);
    const [said] = second.message.parts;
    expect(said).toMatchObject({
      text: "12.",
      meta: { google: { thoughtSignature: expect.stringMatching(/^signed-/) } },
    });
  });

  test("a limit counts the thoughts it allows", async () => {
    standIn.answer({ text: "12." });
    const largest: number[] = [];
    const reserve = async (usd: number) => largest.push(usd) > 0;
    await ask(plain, connectionTo("google"), { ...never(), reserve });
    // 4,300 tokens at 3.75 USD a million, and the question.
    expect(largest[0]).toBeGreaterThan((4_300 * 3.75) / 1_000_000);
  });
});

describe("a failure is one of a closed list, in plain words", () => {
  test.each([
    ["a wrong key", faults.wrongKey, "wrong_key", "OpenAI refused the API key. Enter a valid key."],
    ["no such model", faults.noModel, "no_model", 'OpenAI has no model named "gpt-6.1-terra". Choose another model.'],
    ["no credit", faults.noCredit, "no_credit", "The account at OpenAI has no credit left. Add credit there."],
    [
      "a rate limit",
      faults.rateLimited(40),
      "rate_limited",
      "OpenAI limits the number of calls, and the limit is reached. Try again later.",
    ],
    ["a server error", faults.serverError, "over_capacity", "OpenAI is out of capacity. Try again later."],
    ["an overload", faults.overloaded, "over_capacity", "OpenAI is out of capacity. Try again later."],
    ["a page of a proxy", faults.page, "over_capacity", "OpenAI is out of capacity. Try again later."],
    [
      "too long a request",
      faults.tooLarge,
      "too_large",
      "The request to OpenAI or its answer was too large. Ask for less at once.",
    ],
    ["a refusal", faults.refusal, "refused", "OpenAI refused to answer this. Reword the request."],
    [
      "an empty answer",
      faults.empty,
      "bad_output",
      'The model "gpt-6.1-terra" gave no usable answer. Choose a larger model.',
    ],
    ["10 MB", faults.huge, "too_large", "The request to OpenAI or its answer was too large. Ask for less at once."],
    ["a cut stream", faults.cut(2), "cut_off", "OpenAI ended its answer in the middle. Try again."],
    ["a stream without end", faults.cutBeforeEnd, "cut_off", "OpenAI ended its answer in the middle. Try again."],
  ])("%s", async (_name, reply, kind, sentence) => {
    standIn.answer(reply);
    expect(await ask()).toMatchObject({ ok: false, failure: { kind, sentence } });
    expect(results.every((result) => result === kind)).toBe(true);
  });

  test("with the provider's words, and no secret in them", async () => {
    standIn.answer({ status: 401, body: { error: { message: "Incorrect API key: sk-proj-abcdefghijklmnop1234" } } });
    expect(await ask()).toMatchObject({ failure: { detail: "Incorrect API key: [secret]" } });
  });

  test("at every tenth of a stream that is cut", async () => {
    for (const protocol of ["openai", "anthropic"] as const)
      for (let tenth = 0; tenth <= 10; tenth += 1) {
        const text = "word ".repeat(40);
        standIn.answer({ text, cutAfter: tenth === 10 ? "end" : tenth });
        expect(await ask(plain, connectionTo(protocol))).toMatchObject({ ok: false, failure: { kind: "cut_off" } });
      }
  });

  test("a server that is not there", async () => {
    const gone = await openStandIn();
    await gone.close();
    const outcome = await ask(plain, connectionTo("openai-compatible", { baseUrl: gone.url }));
    const host = new URL(gone.url).host;
    expect(outcome).toMatchObject({
      failure: {
        kind: "unreachable",
        sentence: `${host} cannot be reached. Check the address and whether the server runs.`,
      },
    });
    expect(outcome.attempts.map(({ counted }) => counted)).toEqual([0, 0]);
  });

  test("a server that says nothing", async () => {
    models.close();
    models = open(1_000);
    standIn.answer(faults.silent);
    const outcome = await ask();
    expect(outcome).toMatchObject({ failure: { kind: "timed_out" } });
    expect(outcome.milliseconds).toBeLessThan(3_000);
    expect(outcome.attempts[0]).toMatchObject({ cost: { state: "unknown", usd: null } });
  });
});

describe("servers of one's own", () => {
  const on = () => connectionTo("vllm");
  const tools = [{ id: "explore_query", description: "Queries rows.", input: { type: "object", properties: {} } }];
  const withTools = { ...typed, tools };

  test.each([
    [
      "llama.cpp",
      400,
      {
        error: {
          code: 400,
          type: "exceed_context_size_error",
          message: "request (4267 tokens) exceeds the available context size (4096 tokens)",
        },
      },
    ],
    [
      "LM Studio",
      400,
      {
        error:
          "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055 >= n_ctx: 4096).",
      },
    ],
    ["LM Studio, older", 400, { error: "Trying to keep the first 15857 tokens when context the overflows." }],
    ["LM Studio, as a success", 200, { error: "Context size has been exceeded." }],
    [
      "vLLM",
      400,
      {
        object: "error",
        message: "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens.",
        type: "BadRequestError",
        code: 400,
      },
    ],
    ["vLLM, older", 400, { object: "error", message: "max_tokens must be at least 1, got -186.", code: 400 }],
    [
      "text-generation-inference",
      422,
      {
        error:
          "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 1512. Given: 1000 `inputs` tokens",
        error_type: "validation",
      },
    ],
    [
      "SGLang",
      400,
      { object: "error", message: "The input (9000 tokens) is longer than the model's context length (8192 tokens)." },
    ],
    [
      "LiteLLM",
      400,
      {
        error: {
          message:
            "litellm.ContextWindowExceededError: AnthropicError - prompt is too long: 209303 tokens > 200000 maximum",
          code: "400",
        },
      },
    ],
    ["a proxy", 413, "<html><body>Request Entity Too Large</body></html>"],
  ] as const)("too long for %s is told as that", async (_name, status, body) => {
    standIn.answer({ status, body });
    const before = standIn.journal.length;
    expect(await ask(withTools, on())).toMatchObject({ ok: false, failure: { kind: "too_large" } });
    expect(standIn.journal.length - before).toBe(1);
  });

  test.each([
    [
      "Ollama",
      400,
      { error: { message: "registry.ollama.ai/library/gemma3:4b does not support tools", type: "api_error" } },
    ],
    [
      "vLLM",
      400,
      {
        object: "error",
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        code: 400,
      },
    ],
    ["llama.cpp", 500, { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } }],
    ["llama.cpp, older", 500, { error: { code: 500, message: "Unsupported param: tools", type: "server_error" } }],
    ["OpenRouter", 404, { error: { message: "No endpoints found that support tool use.", code: 404 } }],
    [
      "LiteLLM",
      400,
      { error: { message: "litellm.UnsupportedParamsError: ollama does not support parameters: ['tools']" } },
    ],
    ["FastAPI", 422, { detail: [{ loc: ["body", "tools"], msg: "Extra inputs are not permitted" }] }],
    ["one that says nothing", 400, {}],
  ] as const)("a model without tools at %s uses them in words, from then on at once", async (_name, status, body) => {
    const connection = on();
    const uses = { text: '{"tool": "explore_query", "input": {"subject": "invoices"}}' };
    standIn.answer(({ tools: offered }) => (offered.length > 0 ? { status, body } : uses));
    const first = await ask(withTools, connection);
    expect(first).toMatchObject({ ok: true, calls: [{ tool: "explore_query", input: { subject: "invoices" } }] });
    if (!first.ok) throw new Error(first.failure.sentence);
    standIn.answer({ text: JSON.stringify(good) });
    const before = standIn.journal.length;
    const results = first.calls.map(({ id, tool }) => ({ callId: id, tool, text: "12 rows" }));
    const messages = [...plain.messages, first.message, { role: "tool" as const, results }];
    expect(await ask({ ...withTools, messages }, connection)).toMatchObject({ ok: true, value: good });
    expect(standIn.journal.length - before).toBe(1);
    expect(standIn.journal.at(-1)).toMatchObject({
      tools: [],
      instructions: expect.stringContaining("- explore_query: Queries rows."),
      messages: [{ role: "user" }, { role: "assistant" }, { role: "user", text: "Result of explore_query:\n12 rows" }],
    });
  });

  test.each(["System role not supported", "Conversation roles must alternate user/assistant/user/assistant/..."])(
    "a model that answers %s gets its instructions in the first message",
    async (message) => {
      standIn.answer(({ instructions }) =>
        instructions ? { status: 400, body: { object: "error", message, code: 400 } } : { text: JSON.stringify(good) },
      );
      expect(await ask(withTools, on())).toMatchObject({ ok: true, value: good });
      expect(standIn.journal.at(-1)?.messages[0]?.text).toContain("You are Marcus, the CFO.");
    },
  );

  test.each([
    [
      "an error as a success",
      200,
      { error: "Unexpected endpoint or method. (POST /chat/completions)" },
      "wrong_address",
    ],
    ["a page", 200, "<!doctype html><html><body>Sign in</body></html>", "wrong_address"],
    ["a path that is not there", 404, "404 page not found", "wrong_address"],
    [
      "no memory",
      500,
      { error: { message: "model requires more system memory (7.9 GiB) than is available" } },
      "over_capacity",
    ],
    ["a model that is not there", 404, { error: { message: 'model "x" not found, try pulling it first' } }, "no_model"],
  ] as const)("%s is told in its words", async (_name, status, body, kind) => {
    standIn.answer({ status, body });
    const outcome = await ask(plain, on());
    expect(outcome).toMatchObject({ ok: false, failure: { kind } });
    const words = typeof body === "string" ? /page/ : /endpoint|memory|pulling/;
    expect(outcome.ok ? "" : outcome.failure.detail).toMatch(words);
  });

  test("an answer that is no stream is used, without a second request", async () => {
    const body = (message: object) => ({
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
      usage: { prompt_tokens: 500, completion_tokens: 20, total_tokens: 520 },
    });
    const before = standIn.journal.length;
    standIn.answer({ status: 200, body: body({ content: JSON.stringify(good) }) });
    const outcome = await ask(typed, on());
    expect(outcome).toMatchObject({ ok: true, value: good, attempts: [{ usage: { input: 500, output: 20 } }] });
    const call = { id: "c1", type: "function", function: { name: "explore_query", arguments: "{}" } };
    standIn.answer({ status: 200, body: body({ content: null, tool_calls: [call] }) });
    expect(await ask(withTools, on())).toMatchObject({ ok: true, calls: [{ tool: "explore_query", id: "c1" }] });
    expect(standIn.journal.length - before).toBe(2);
  });
});

describe("what a model writes is bounded before it is read", () => {
  const tools = [{ id: "explore_query", description: "Queries rows.", input: { type: "object", properties: {} } }];
  const deep = `{"a":${"[".repeat(30)}${"]".repeat(30)}}`;

  test.each([
    ["longer than was asked for", { text: "x".repeat(30_000) }, "too_large"],
    [
      "a use of a tool that is longer",
      { calls: [{ tool: "explore_query", input: { a: "x".repeat(30_000) } }] },
      "too_large",
    ],
    ["nested deeply", { text: deep }, "bad_output"],
  ] as const)("%s", async (_name, reply, kind) => {
    standIn.answer(reply);
    expect(await ask({ ...typed, tools })).toMatchObject({ ok: false, failure: { kind } });
  });

  test("the inputs, names and number of uses", async () => {
    const use = (input: string, tool = "explore_query") => ({ calls: [{ tool, input }] });
    standIn.answer([
      use(deep),
      use("{}", "x".repeat(5_000)),
      { calls: Array.from({ length: 500 }, () => ({ tool: "explore_query", input: {} })) },
    ]);
    expect(await ask({ ...plain, tools })).toMatchObject({ calls: [{ isReadable: false, input: {} }] });
    expect(await ask({ ...plain, tools })).toMatchObject({ calls: [{ tool: "x".repeat(100) }] });
    const many = await ask({ ...plain, tools });
    expect(many.ok && [many.calls.length, many.message.parts.length]).toEqual([20, 20]);
  });

  test("the words of an error", async () => {
    standIn.answer({ status: 400, body: { error: { message: "no ".repeat(1_000_000) } } });
    const outcome = await ask();
    expect(outcome.ok ? 0 : (outcome.failure.detail?.length ?? 0)).toBeLessThanOrEqual(301);
  });
});

test("a call that its caller ends early costs what it may have cost, and says nothing about the provider", async () => {
  const connection = connectionTo();
  standIn.answer(faults.silent);
  for (let call = 0; call < 6; call += 1) {
    const outcome = await ask(plain, connection, { ...never(), within: 50 });
    expect(outcome).toMatchObject({ failure: { kind: "timed_out" }, attempts: [{ cost: { state: "unknown" } }] });
  }
  expect(pausedAt(connection)).toBe(null);
});

test("a call ends at once when it is stopped, with the signal's reason", async () => {
  const stop = new AbortController();
  standIn.answer(faults.trickle);
  const call = ask(plain, connectionTo(), {
    company,
    signal: stop.signal,
    onText: () => stop.abort(new Error("Stopped.")),
  });
  await expect(call).rejects.toThrow("Stopped.");
});

describe("structured output", () => {
  test("is read out of prose, and a server that ignores the schema is asked in words from then on", async () => {
    const connection = connectionTo("openai-compatible");
    standIn.answer(faults.prose(good));
    expect(await ask(typed, connection)).toMatchObject({ ok: true, value: good });
    expect(standIn.journal.at(-1)?.body["response_format"]).toMatchObject({ type: "json_schema" });
    await ask(typed, connection);
    const second = standIn.journal.at(-1);
    expect(second?.body["response_format"]).toEqual({ type: "json_object" });
    expect(second?.instructions).toContain('"revenue":{"type":"number"}');
    await ask(typed, connection);
    expect(standIn.journal.at(-1)?.body).not.toHaveProperty("response_format");
    // Another model at the same address is another matter.
    const other = {
      ...connection,
      models: { ...connection.models, answer: { ...connection.models.answer, model: "another" } },
    };
    await ask(typed, other);
    expect(standIn.journal.at(-1)?.body["response_format"]).toMatchObject({ type: "json_schema" });
  });

  test("is asked for in words where the server refuses schemas", async () => {
    const connection = connectionTo("openai-compatible");
    standIn.answer(({ schema }) => (schema ? faults.noSchemas : { text: JSON.stringify(good) }));
    const outcome = await ask(typed, connection);
    expect(outcome).toMatchObject({ ok: true, value: good });
    expect(outcome.attempts.map(({ rung }) => rung)).toEqual(["schema", "json"]);
    expect((await ask(typed, connection)).attempts.map(({ rung }) => rung)).toEqual(["json"]);
  });

  test("is repaired once", async () => {
    standIn.answer([faults.wrongSchema, { text: JSON.stringify(good) }]);
    const outcome = await ask(typed);
    expect(outcome).toMatchObject({ ok: true, value: good });
    expect(outcome.attempts.map(({ failure }) => failure?.kind ?? null)).toEqual(["bad_output", null]);
    const repair = standIn.journal.at(-1)?.messages.at(-1)?.text;
    expect(repair).toContain("That answer cannot be read: revenue: Invalid input: expected number, received undefined");
  });

  test.each([
    ["the wrong schema", faults.wrongSchema],
    ["garbage", faults.garbage],
    ["nothing", faults.empty],
  ])("fails with %s without a retry", async (_name, reply) => {
    standIn.answer(reply);
    const outcome = await ask(typed);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "bad_output" } });
    expect(outcome.attempts.length).toBeLessThanOrEqual(2);
  });

  test("of tools is left to words, so that small models use the tools", async () => {
    standIn.answer({ text: JSON.stringify(good) });
    const tools = [{ id: "explore_query", description: "Queries rows.", input: { type: "object", properties: {} } }];
    expect(await ask({ ...typed, tools })).toMatchObject({ ok: true, value: good });
    expect(standIn.journal.at(-1)?.body).not.toHaveProperty("response_format");
    expect(standIn.journal.at(-1)?.instructions).toContain("When you are done, answer with one JSON object");
  });
});

test("a tool that was not offered and an unreadable input reach the caller as such", async () => {
  const tools = [{ id: "explore_query", description: "Queries rows.", input: { type: "object", properties: {} } }];
  standIn.answer([faults.inventedTool, faults.unreadableInput]);
  expect(await ask({ ...plain, tools })).toMatchObject({ calls: [{ tool: "bank_transfer", isReadable: true }] });
  expect(await ask({ ...plain, tools })).toMatchObject({ calls: [{ tool: "explore_query", isReadable: false }] });
});

describe("fallback", () => {
  const withFallback = (): Connection =>
    connectionTo("openai", {
      fallback: {
        accountId: null,
        provider: "anthropic",
        baseUrl: standIn.url,
        apiKey: "other",
        model: "claude-haiku-5-5",
      },
    });

  test("another provider answers, and every attempt is accounted", async () => {
    standIn.answer(({ protocol }) => (protocol === "openai" ? faults.serverError : { text: "12." }));
    const restarts: string[] = [];
    const settled: Attempt[] = [];
    const outcome = await ask(plain, withFallback(), {
      ...never(),
      onRestart: () => restarts.push("again"),
      settle: async (attempt) => void settled.push(attempt),
    });
    expect(outcome).toMatchObject({ ok: true, engine: "anthropic/claude-haiku-5-5", text: "12." });
    expect(outcome.attempts.map(({ engine, failure }) => [engine, failure?.kind ?? null])).toEqual([
      ["openai/gpt-6.1-terra", "over_capacity"],
      ["openai/gpt-6.1-terra", "over_capacity"],
      ["anthropic/claude-haiku-5-5", null],
    ]);
    expect(settled).toEqual(outcome.attempts);
    expect(restarts).toHaveLength(2);
  });

  test("another model of the connection comes last", async () => {
    const connection = connectionTo();
    connection.models.triage = { ...connection.models.triage, model: "gpt-6-luna" };
    standIn.answer(({ model }) => (model === "gpt-6-luna" ? { text: "12." } : faults.noModel));
    expect(await ask(plain, connection)).toMatchObject({ ok: true, engine: "openai/gpt-6-luna" });
  });

  test("a refusal is an answer: no other model is asked", async () => {
    standIn.answer(faults.refusal);
    const before = standIn.journal.length;
    expect(await ask(plain, withFallback())).toMatchObject({ ok: false, failure: { kind: "refused" } });
    expect(standIn.journal.length - before).toBe(1);
  });

  test("the budget is asked before every attempt, and ends the call", async () => {
    standIn.answer(faults.serverError);
    const reserved: number[] = [];
    const before = standIn.journal.length;
    const outcome = await ask(plain, withFallback(), {
      ...never(),
      reserve: async (largest) => reserved.push(largest) < 2,
    });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "over_budget" } });
    expect(standIn.journal.length - before).toBe(1);
    expect(reserved.every((largest) => largest > 0)).toBe(true);
  });
});

describe("a circuit per company, account and model", () => {
  const other = (): CallHooks => ({ ...never(), company: "two" });
  const withModel = (connection: Connection, model: string): Connection => ({
    ...connection,
    models: forEveryPurpose({ ...connection.models.answer, model }),
  });

  test("what fails for one company, or one model, pauses no other", async () => {
    const connection = connectionTo("vllm");
    standIn.answer(({ model }) => (model === "broken" ? faults.serverError : { text: "12." }));
    const broken = withModel(connection, "broken");
    for (let call = 0; call < 6; call += 1) await ask(plain, broken);
    expect(pausedAt(broken)).toMatchObject({ kind: "over_capacity" });
    expect(await ask(plain, connection)).toMatchObject({ ok: true });
    expect(await ask(plain, connection, other())).toMatchObject({ ok: true });
    const before = standIn.journal.length;
    await ask(plain, broken, other());
    expect(standIn.journal.length - before).toBeGreaterThan(0);
    expect(models.paused({ ...broken.models.answer, company: "three" })).toBe(null);
  });

  test("how one company's server takes requests is not assumed of another's at the same address", async () => {
    const connection = connectionTo("vllm");
    standIn.answer(({ schema }) => (schema ? faults.noSchemas : { text: JSON.stringify(good) }));
    await ask(typed, connection);
    standIn.answer({ text: JSON.stringify(good) });
    await ask(typed, connection);
    expect(standIn.journal.at(-1)?.schema).toBeUndefined();
    await ask(typed, connection, other());
    expect(standIn.journal.at(-1)?.schema).toBeDefined();
  });

  test("keeps calls away until the stated reset", async () => {
    const connection = connectionTo();
    standIn.answer(faults.rateLimited(40));
    const before = standIn.journal.length;
    const at = Date.now();
    for (let call = 0; call < 20; call += 1)
      expect(await ask(plain, connection)).toMatchObject({ ok: false, failure: { kind: "rate_limited" } });
    expect(standIn.journal.length - before).toBe(1);
    const until = pausedAt(connection)?.retryAt?.getTime() ?? 0;
    expect(until - at).toBeGreaterThanOrEqual(40_000);
    expect(until - at).toBeLessThan(45_000);
    // Another key is not concerned.
    standIn.answer({ text: "12." });
    expect(await ask()).toMatchObject({ ok: true });
  });

  test("opens after five failures", async () => {
    const connection = connectionTo();
    standIn.answer(faults.serverError);
    const before = standIn.journal.length;
    for (let call = 0; call < 10; call += 1) await ask(plain, connection);
    expect(standIn.journal.length - before).toBe(5);
    expect(pausedAt(connection)).toMatchObject({ kind: "over_capacity" });
  });

  test.each([
    [{ "retry-after-ms": "15000" }, 15],
    [{ "retry-after": new Date(Date.now() + 3_600_000).toUTCString() }, 3_580],
    [{ "x-ratelimit-reset-tokens": "6m0s", "x-ratelimit-remaining-tokens": "0" }, 360],
    [
      { "anthropic-ratelimit-tokens-reset": "2100-01-01T00:00:00Z", "anthropic-ratelimit-tokens-remaining": "0" },
      3_600,
    ],
    [{ "retry-after": "soon" }, 30],
  ])("reads the reset from %o", async (headers, seconds) => {
    const connection = connectionTo();
    standIn.answer({ status: 429, headers: headers as Record<string, string>, body: {} });
    const at = Date.now();
    await ask(plain, connection);
    const pause = ((pausedAt(connection)?.retryAt?.getTime() ?? 0) - at) / 1_000;
    expect(pause).toBeGreaterThan(seconds - 20);
    expect(pause).toBeLessThan(seconds + 21);
  });
});

describe("what may not leave stays here", () => {
  const request: ModelRequest = {
    ...plain,
    messages: [{ role: "user", text: "Pay DE89 3704 0044 0532 0130 00, ask ann@acme.example or +44 20 7946 0958." }],
    hidesPersonalDetails: true,
  };

  test("and comes back in the answer, also streamed and in the input of tools", async () => {
    standIn.answer(({ messages }) => ({ text: `I read: ${messages[0]?.text}` }));
    const pieces: string[] = [];
    const outcome = await ask(request, connectionTo(), { ...never(), onText: (piece) => pieces.push(piece) });
    const sent = standIn.journal.at(-1)?.messages[0]?.text;
    expect(sent).toBe("Pay [iban-1], ask [email-2] or [phone-3].");
    const whole = "I read: Pay DE89 3704 0044 0532 0130 00, ask ann@acme.example or +44 20 7946 0958.";
    expect([outcome.ok && outcome.text, pieces.join("")]).toEqual([whole, whole]);
    standIn.answer({ calls: [{ tool: "find", input: { email: "[email-2]" } }] });
    expect(await ask(request)).toMatchObject({ calls: [{ input: { email: "ann@acme.example" } }] });
  });

  test("personal details only where the company says so", async () => {
    standIn.answer({ text: "Yes." });
    await ask({ ...request, hidesPersonalDetails: false });
    expect(standIn.journal.at(-1)?.messages[0]?.text).toBe("Pay [iban-1], ask ann@acme.example or +44 20 7946 0958.");
  });
});

test("addresses a company chose stay outside unless the operator allows it; link-local ones always", async () => {
  models.close();
  models = open(5_000, false);
  const own = { setBy: "company" } as const;
  const at = (baseUrl: string, more: Pick<Connection, "setBy"> = own) =>
    ask(plain, connectionTo("openai-compatible", { baseUrl, ...more }));
  const before = standIn.journal.length;
  const { port } = new URL(standIn.url);
  for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433"])
    expect(await at(`http://${host}:${port}/v1`)).toMatchObject({ failure: { kind: "blocked_address" } });
  for (const more of [own, { setBy: "operator" } as const])
    expect(await at("http://169.254.169.254/latest", more)).toMatchObject({ failure: { kind: "blocked_address" } });
  expect(standIn.journal.length).toBe(before);
  standIn.answer({ text: "12." });
  expect(await at(standIn.url, { setBy: "operator" })).toMatchObject({ ok: true });
});

test("a redirect is not followed", async () => {
  const before = standIn.journal.length;
  standIn.answer({ status: 307, headers: { location: `${standIn.url}/chat/completions` } });
  expect(await ask()).toMatchObject({ ok: false });
  expect(standIn.journal.length - before).toBe(1);
});

test("a reader answers by hand, and the recorded reply answers the same request again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-recorded-"));
  const tools = [{ id: "explore_query", description: "Queries rows.", input: { type: "object", properties: {} } }];
  const reply = '{"calls": [{"tool": "explore_query", "input": {"subject": "invoices"}}]}';
  standIn.answer((asked) => {
    writeFileSync(join(folder, "0001-request.md"), writtenRequest(asked));
    writeFileSync(join(folder, "0001-reply.md"), reply);
    return readReply(reply);
  });
  const first = await ask({ ...plain, tools });
  standIn.answer(recorded(folder));
  const again = await ask({ ...plain, tools });
  for (const one of [first, again])
    expect(one).toMatchObject({ ok: true, calls: [{ tool: "explore_query", input: { subject: "invoices" } }] });
  // Other words are another request.
  expect(await ask({ ...plain, instructions: "Other.", tools })).toMatchObject({ ok: false });
  rmSync(folder, { recursive: true });
});
