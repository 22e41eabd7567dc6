/** A request as the stand-in understood it, independent of its protocol. */
export type Asked = {
  number: number;
  protocol: "openai" | "anthropic" | "google";
  model: string;
  key: string;
  instructions: string;
  messages: readonly { role: string; text: string }[];
  tools: readonly { id: string; description: string; input: unknown }[];
  /** The schema of the answer, if the request holds one. */
  schema: unknown;
  maxOutputTokens: number | null;
  isStreamed: boolean;
  body: Readonly<Record<string, unknown>>;
};

/** What the stand-in answers. */
export type Reply = {
  text?: string;
  calls?: readonly { tool: string; input: unknown }[];
  /** Tokens as the server counts them; null: it does not say. */
  usage?: { input: number; output: number; cached?: number } | null;
  finish?: "stop" | "length" | "refused";
  /** Answers with this status and body instead. */
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Milliseconds before the first byte, and between pieces. */
  wait?: number;
  pause?: number;
  /** Ends the connection after so many pieces of the answer; "end": all of them, without the end of the stream. */
  cutAfter?: number | "end";
};

type Json = Record<string, unknown>;

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content
          .map((one: { text?: string; content?: string }) => one.text ?? one.content ?? JSON.stringify(one))
          .join("\n")
      : "";

export function readRequest(number: number, protocol: Asked["protocol"], key: string, body: Json): Asked {
  const messages = (body["messages"] ?? []) as Json[];
  const tools = (body["tools"] ?? []) as Json[];
  const isInstructions = ({ role }: Json) => role === "system" || role === "developer";
  const isOpenAI = protocol === "openai";
  const format = (isOpenAI ? body["response_format"] : (body["output_config"] as Json | undefined)?.["format"]) as
    | Json
    | undefined;
  const described = (tool: Json) => (isOpenAI ? (tool["function"] as Json) : tool);
  return {
    number,
    protocol,
    key,
    model: String(body["model"]),
    instructions: isOpenAI
      ? messages
          .filter(isInstructions)
          .map(({ content }) => textOf(content))
          .join("\n")
      : textOf(body["system"]),
    messages: messages
      .filter((message) => !isInstructions(message))
      .map(({ role, content, tool_calls: calls }) => ({
        role: String(role),
        text: [textOf(content), calls ? JSON.stringify(calls) : ""].filter(Boolean).join("\n"),
      })),
    tools: tools.map(described).map((tool) => ({
      id: String(tool["name"]),
      description: textOf(tool["description"]),
      input: tool["parameters"] ?? tool["input_schema"],
    })),
    schema: isOpenAI ? (format?.["json_schema"] as Json | undefined)?.["schema"] : format?.["schema"],
    maxOutputTokens: (body["max_tokens"] ?? body["max_completion_tokens"] ?? null) as number | null,
    isStreamed: body["stream"] === true,
    body,
  };
}

const count = (text: string): number => Math.ceil(text.length / 4);

export const usageOf = (asked: Asked, { usage, text = "", calls = [] }: Reply) =>
  usage === undefined
    ? { input: count(JSON.stringify(asked.body)), output: count(text + JSON.stringify(calls)), cached: 0 }
    : usage && { cached: 0, ...usage };

/** An answer in pieces of about 20 characters. */
export const pieces = (text: string): string[] => {
  const size = Math.max(20, Math.ceil(text.length / 200));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
};

export type Frame = { event?: string; data: unknown };
/** The frames of a streamed answer: its pieces, and what says that it is over. */
export type Frames = { pieces: Frame[]; end: Frame[] };

/** The frames of an answer as OpenAI's chat completions stream them. */
export function openaiFrames(asked: Asked, reply: Reply): Frames {
  const chunk = (choice: Json, extra: Json = {}): Frame => ({
    data: {
      id: `chatcmpl-${asked.number}`,
      object: "chat.completion.chunk",
      created: 1_790_000_000,
      model: asked.model,
      choices: [{ index: 0, finish_reason: null, ...choice }],
      ...extra,
    },
  });
  const { text = "", calls = [], finish = "stop" } = reply;
  const usage = usageOf(asked, reply);
  const reason = finish === "refused" ? "content_filter" : calls.length > 0 ? "tool_calls" : finish;
  const ended = chunk({ delta: {}, finish_reason: reason });
  const counted = {
    data: {
      ...(ended.data as Json),
      choices: [],
      usage: usage && {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cached },
      },
    },
  };
  return {
    pieces: [
      ...pieces(text).map((content) => chunk({ delta: { role: "assistant", content } })),
      ...calls.map(({ tool, input }, index) =>
        chunk({
          delta: {
            tool_calls: [
              {
                index,
                id: `call-${asked.number}-${index}`,
                type: "function",
                function: { name: tool, arguments: argumentsOf(input) },
              },
            ],
          },
        }),
      ),
    ],
    end: [ended, ...(usage ? [counted] : []), { data: "[DONE]" }],
  };
}

const argumentsOf = (input: unknown): string => (typeof input === "string" ? input : JSON.stringify(input));

/** The frames of an answer as Anthropic's messages stream them. */
export function anthropicFrames(asked: Asked, reply: Reply): Frames {
  const frame = (type: string, rest: Json): Frame => ({ event: type, data: { type, ...rest } });
  const { text = "", calls = [], finish = "stop" } = reply;
  const usage = usageOf(asked, reply) ?? { input: 0, output: 0, cached: 0 };
  const block = (index: number, content: Json, deltas: readonly Json[]): Frame[] => [
    frame("content_block_start", { index, content_block: content }),
    ...deltas.map((delta) => frame("content_block_delta", { index, delta })),
    frame("content_block_stop", { index }),
  ];
  const texts = text
    ? block(
        0,
        { type: "text", text: "" },
        pieces(text).map((one) => ({ type: "text_delta", text: one })),
      )
    : [];
  const uses = calls.flatMap(({ tool, input }, at) =>
    block(at + (text ? 1 : 0), { type: "tool_use", id: `toolu_${asked.number}_${at}`, name: tool, input: {} }, [
      { type: "input_json_delta", partial_json: argumentsOf(input) },
    ]),
  );
  const reasons = { stop: "end_turn", length: "max_tokens", refused: "refusal" };
  return {
    pieces: [
      frame("message_start", {
        message: {
          id: `msg_${asked.number}`,
          type: "message",
          role: "assistant",
          model: asked.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: usage.input - usage.cached,
            cache_read_input_tokens: usage.cached,
            cache_creation_input_tokens: 0,
            output_tokens: 1,
          },
        },
      }),
      ...texts,
      ...uses,
    ],
    end: [
      frame("message_delta", {
        delta: { stop_reason: calls.length > 0 ? "tool_use" : reasons[finish], stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      frame("message_stop", {}),
    ],
  };
}

/** An answer of OpenAI's shape in one piece, for clients that do not stream. */
export function openaiWhole(asked: Asked, reply: Reply): Json {
  const { text = "", calls = [], finish = "stop" } = reply;
  const usage = usageOf(asked, reply);
  return {
    id: `chatcmpl-${asked.number}`,
    object: "chat.completion",
    created: 1_790_000_000,
    model: asked.model,
    choices: [
      {
        index: 0,
        finish_reason: finish === "refused" ? "content_filter" : calls.length > 0 ? "tool_calls" : finish,
        message: {
          role: "assistant",
          content: text,
          ...(calls.length > 0
            ? {
                tool_calls: calls.map(({ tool, input }, at) => ({
                  id: `call-${asked.number}-${at}`,
                  type: "function",
                  function: { name: tool, arguments: argumentsOf(input) },
                })),
              }
            : {}),
        },
      },
    ],
    ...(usage
      ? {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }
      : {}),
  };
}

/** What the first message asks, without the question before that goes along with it. */
export const askedIn = ({ messages }: Pick<Asked, "messages">): string =>
  (messages.find(({ role }) => role === "user")?.text ?? "")
    .split("What was asked")
    .filter((part) => !part.includes("the question before"))
    .join("\n");
