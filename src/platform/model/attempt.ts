import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { ModelFault, ServerSaid } from "#platform/model/failure.ts";
import { asJson, isStrict, jsonSchemaOf } from "#platform/model/output.ts";
import { tokensIn, type Usage } from "#platform/model/prices.ts";
import type { Provider, Rung } from "#platform/model/provider.ts";
import { Reply } from "#platform/model/reply.ts";
import type { AnswerPart, Message, ModelRequest, ToolCall } from "#platform/model/request.ts";

/** Limits of an answer, checked while it arrives: before anything reads its text. Longer ones end the call. */
const most = {
  /** Characters of text and of the inputs of tools, for each token that was allowed, and in addition to that. */
  perToken: 12,
  characters: 20_000,
  /** Characters of thoughts, and of what the provider signs them with. */
  thoughts: 400_000,
  parts: 1_000,
  /** Uses of tools that are kept; the rest are dropped. */
  calls: 20,
  /** Characters of a tool's name, of the id of its use, and of its input. */
  name: 100,
  id: 200,
  input: 20_000,
};

export type Received = {
  parts: AnswerPart[];
  text: string;
  calls: ToolCall[];
  /** "length": it ended at the limit of output tokens. */
  finish: "stop" | "length" | "refused";
  usage: Usage;
  warnings: string[];
};

/** Everything of a request that is sent, as texts whose tokens are counted. */
export const textsOf = ({ instructions, messages, tools = [], output }: ModelRequest): string[] => [
  instructions,
  ...messages.map((message) => JSON.stringify(message)),
  ...tools.map((tool) => JSON.stringify(tool)),
  ...(output ? [JSON.stringify(jsonSchemaOf(output))] : []),
];

type Loaded = { load: (send: typeof fetch) => Promise<LanguageModelV4>; fetch: typeof fetch; provider: Provider };

/** Calls a model once. `onBegin`: the first piece has arrived. */
export async function callOnce(
  { load, fetch: send, provider }: Loaded,
  { request, rung }: { request: ModelRequest; rung: Rung },
  { signal, onText, onBegin }: { signal: AbortSignal; onText: (piece: string) => void; onBegin: () => void },
): Promise<Received> {
  const reply = new Reply(send);
  const model = await load(reply.fetch);
  const options = { ...optionsOf(provider, request, rung), abortSignal: signal };
  const answer = new Answer(request, onText);
  let stream: ReadableStream<LanguageModelV4StreamPart>;
  try {
    ({ stream } = await model.doStream(options));
  } catch (error) {
    if (!reply.isWhole) throw error;
    onBegin();
    answer.addWhole(await model.doGenerate(options));
    return answer.received();
  }
  for await (const part of stream) {
    signal.throwIfAborted();
    if (part.type !== "stream-start" && part.type !== "response-metadata") onBegin();
    answer.add(part);
  }
  return answer.received();
}

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** An answer while it arrives. */
class Answer {
  readonly #request: ModelRequest;
  readonly #onText: (piece: string) => void;
  readonly #parts: AnswerPart[] = [];
  readonly #open = new Map<string, Extract<AnswerPart, { text: string }>>();
  readonly #warnings: string[] = [];
  readonly #left: { text: number; thoughts: number; parts: number };
  #calls = 0;
  #end: Pick<Finish, "finishReason" | "usage"> | undefined;

  constructor(request: ModelRequest, onText: (piece: string) => void) {
    this.#request = request;
    this.#onText = onText;
    const text = most.characters + most.perToken * request.maxOutputTokens;
    this.#left = { text, thoughts: most.thoughts, parts: most.parts };
  }

  add(part: LanguageModelV4StreamPart): void {
    if (part.type === "stream-start") this.#warn(part.warnings);
    else if (part.type === "error") throw errorOf(part.error);
    else if (part.type === "finish") this.#end = part;
    else if (part.type === "tool-input-start") this.#use("parts", 1);
    else if (part.type === "tool-input-delta") this.#use("text", part.delta.length);
    else if (part.type === "tool-call") this.#addCall(part);
    else if (part.type === "text-start" || part.type === "reasoning-start") {
      this.#use("parts", 1);
      const opened = {
        type: part.type === "text-start" ? "text" : "reasoning",
        text: "",
        ...this.#metaOf(part),
      } as const;
      this.#parts.push(opened);
      this.#open.set(part.id, opened);
    } else if (part.type === "text-delta" || part.type === "reasoning-delta") {
      this.#use(part.type === "text-delta" ? "text" : "thoughts", part.delta.length);
      const into = this.#open.get(part.id);
      if (into) Object.assign(into, { text: into.text + part.delta }, this.#metaOf(part));
      if (part.type === "text-delta") this.#onText(part.delta);
    } else if (part.type === "text-end" || part.type === "reasoning-end") {
      Object.assign(this.#open.get(part.id) ?? {}, this.#metaOf(part));
    }
  }

  /** An answer that came whole. */
  addWhole({ content, finishReason, usage, warnings }: LanguageModelV4GenerateResult): void {
    this.#warn(warnings);
    for (const [at, part] of content.entries()) {
      if (part.type === "tool-call") this.#addCall(part);
      if (part.type !== "text" && part.type !== "reasoning") continue;
      const { type, text, providerMetadata } = part;
      const meta = providerMetadata ? { providerMetadata } : {};
      this.add({ type: `${type}-start`, id: String(at), ...meta });
      this.add({ type: `${type}-delta`, id: String(at), delta: text });
    }
    this.#end = { finishReason, usage };
  }

  received(): Received {
    if (!this.#end || ["interrupted", "error"].includes(this.#end.finishReason.unified))
      throw new ModelFault("cut_off", "The answer has no end.");
    const parts = this.#parts;
    const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    const calls = parts.filter((part) => part.type === "call");
    const { unified } = this.#end.finishReason;
    const finish = unified === "content-filter" ? "refused" : unified === "length" ? "length" : "stop";
    const usage = usageOf(this.#end.usage, this.#request, parts);
    return { parts, text, calls, finish, usage, warnings: this.#warnings };
  }

  #addCall(part: Extract<LanguageModelV4StreamPart, { type: "tool-call" }>): void {
    this.#use("text", part.input.length);
    if (this.#calls >= most.calls) return;
    this.#calls += 1;
    this.#parts.push({
      type: "call",
      id: part.toolCallId.slice(0, most.id),
      tool: part.toolName.slice(0, most.name),
      ...inputOf(part.input),
      ...this.#metaOf(part),
    });
  }

  #metaOf({ providerMetadata: meta }: { providerMetadata?: unknown }): Pick<ToolCall, "meta"> {
    if (!meta) return {};
    this.#use("thoughts", JSON.stringify(meta).length);
    return { meta: meta as NonNullable<ToolCall["meta"]> };
  }

  #warn(warnings: readonly unknown[]): void {
    this.#warnings.push(...warnings.slice(0, 20).map((one) => JSON.stringify(one).slice(0, 300)));
  }

  #use(what: "text" | "thoughts" | "parts", amount: number): void {
    this.#left[what] -= amount;
    if (this.#left[what] < 0) throw new ModelFault("too_large", "The answer was longer than was asked for.");
  }
}

/** An error inside a stream: of the connection, or what the server reports. */
function errorOf(error: unknown): unknown {
  const { value, text, data } = (error ?? {}) as { value?: unknown; text?: unknown; data?: unknown };
  // The SDK attaches what it could not read.
  const said = error instanceof Error ? (value ?? text ?? data) : error;
  if (said === undefined || said === null) return error;
  return new ServerSaid(typeof said === "string" ? said : JSON.stringify(said));
}

/** A model may write anything as the input of a tool. */
function inputOf(text: string): Pick<ToolCall, "input" | "isReadable"> {
  const input = text.trim() === "" ? {} : text.length > most.input ? undefined : asJson(text);
  return input === undefined ? { input: {}, isReadable: false } : { input, isReadable: true };
}

function optionsOf(provider: Provider, request: ModelRequest, rung: Rung): LanguageModelV4CallOptions {
  const { output, tools = [], maxOutputTokens, temperature } = request;
  const schema = output && rung === "schema" ? jsonSchemaOf(output) : undefined;
  const format = schema ? { type: "json" as const, schema, name: "answer" } : { type: "json" as const };
  const options = provider.options?.({ isStrict: isStrict(schema) });
  return {
    prompt: promptOf(provider, request),
    maxOutputTokens,
    ...(provider.thinking ? { reasoning: provider.thinking.effort } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(output && rung !== "text" ? { responseFormat: format } : {}),
    // No choice of a tool is ever forced: newer models reject that.
    ...(tools.length > 0
      ? {
          tools: tools.map(({ id, description, input }) => ({
            type: "function" as const,
            name: id,
            description,
            inputSchema: input,
          })),
        }
      : {}),
    ...(options ? { providerOptions: options } : {}),
  };
}

function promptOf(provider: Provider, { instructions, messages }: ModelRequest): LanguageModelV4Message[] {
  const { instructionOptions } = provider;
  const options = instructionOptions ? { providerOptions: instructionOptions } : {};
  const system = { role: "system" as const, content: instructions, ...options };
  return [...(instructions === "" ? [] : [system]), ...messages.map(messageOf)];
}

const optionsFrom = (meta: ToolCall["meta"]) => (meta ? { providerOptions: meta as SharedV4ProviderOptions } : {});

function messageOf(message: Message): LanguageModelV4Message {
  if (message.role === "user") return { role: "user", content: [{ type: "text", text: message.text }] };
  if (message.role === "tool")
    return {
      role: "tool",
      content: message.results.map(({ callId, tool, text }) => ({
        type: "tool-result",
        toolCallId: callId,
        toolName: tool,
        output: { type: "text", value: text },
      })),
    };
  return {
    role: "assistant",
    content: message.parts.map((part) =>
      part.type === "call"
        ? { type: "tool-call", toolCallId: part.id, toolName: part.tool, input: part.input, ...optionsFrom(part.meta) }
        : { type: part.type, text: part.text, ...optionsFrom(part.meta) },
    ),
  };
}

type Counted = Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"];

/** The provider's count, or an estimate where it gives none. */
function usageOf({ inputTokens, outputTokens }: Counted, request: ModelRequest, parts: readonly AnswerPart[]): Usage {
  const isEstimated = inputTokens.total === undefined || outputTokens.total === undefined;
  return {
    input: inputTokens.total ?? tokensIn(textsOf(request).join("")),
    cachedInput: inputTokens.cacheRead ?? 0,
    cacheWrite: inputTokens.cacheWrite ?? 0,
    output: outputTokens.total ?? tokensIn(JSON.stringify(parts)),
    reasoning: outputTokens.reasoning ?? 0,
    isEstimated,
  };
}
