import type { Reply } from "./protocol.ts";

/** What providers do wrong, as replies. */
export const faults = {
  wrongKey: {
    status: 401,
    body: { error: { message: "Incorrect API key provided: sk-abc", type: "invalid_request_error" } },
  },
  noModel: { status: 404, body: { error: { message: "The model does not exist", code: "model_not_found" } } },
  noCredit: { status: 429, body: { error: { message: "You exceeded your quota", code: "insufficient_quota" } } },
  rateLimited: (seconds: number): Reply => ({
    status: 429,
    headers: { "retry-after": String(seconds) },
    body: { error: { message: "Rate limit reached", type: "rate_limit_error" } },
  }),
  serverError: { status: 500, body: { error: { message: "The server had an error", type: "server_error" } } },
  overloaded: { status: 529, body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } } },
  page: { status: 502, body: "<html><body>Bad Gateway</body></html>" },
  tooLarge: {
    status: 400,
    body: { error: { message: "maximum context length is 8192 tokens", code: "context_length_exceeded" } },
  },
  noSchemas: { status: 400, body: { error: { message: "response_format json_schema is not supported" } } },
  silent: { wait: 600_000 },
  slow: (milliseconds: number): Reply => ({ wait: milliseconds, text: "Late." }),
  trickle: { text: "word ".repeat(2_000), pause: 50 },
  cut: (after: number): Reply => ({
    text: "The revenue of October was 26,825 pounds, as the rows say.",
    cutAfter: after,
  }),
  cutBeforeEnd: { text: "The revenue of October was 26,825 pounds.", cutAfter: "end" },
  empty: { text: "" },
  huge: { text: "x".repeat(10_000_000) },
  refusal: { text: "I can't help with that.", finish: "refused" },
  wrongSchema: { text: JSON.stringify({ completely: "different" }) },
  prose: (json: unknown): Reply => ({
    text: `<think>The reader wants {json}.</think>Here you are:\n\`\`\`json\n${JSON.stringify(json)}\n\`\`\`\nAnything else?`,
  }),
  garbage: { text: "\u0000{{{]]" },
  inventedTool: { calls: [{ tool: "bank_transfer", input: { amount: 1_000_000, to: "attacker" } }] },
  unreadableInput: { calls: [{ tool: "explore_query", input: '{"subject": "invoices' }] },
} as const satisfies Record<string, Reply | ((...given: never[]) => Reply)>;
