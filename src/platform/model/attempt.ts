import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { ModelFault } from "#platform/model/failure.ts";
import { isStrict, jsonSchemaOf } from "#platform/model/output.ts";
import { tokensIn, type Usage } from "#platform/model/prices.ts";
import type { Provider, Rung } from "#platform/model/provider.ts";
import type { AnswerPart, Message, ModelRequest, ToolCall } from "#platform/model/request.ts";

/** The longest answer accepted, in characters. */
const maxAnswer = 1_000_000;

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

/** Adds the schema of the answer to the instructions if the model gets it in no other way. */
export function withSchemaInstructions(request: ModelRequest, rung: Rung): ModelRequest {
  if (!request.output || rung === "schema") return request;
  const schema = JSON.stringify(jsonSchemaOf(request.output));
  const asked = request.tools?.length ? "When you are done, answer" : "Answer";
  const words = `${asked} with one JSON object and nothing else. It must match this JSON schema:\n${schema}`;
  return { ...request, instructions: `${request.instructions}\n\n${words}` };
}

/** Calls a model once. `onBegin`: the first piece has arrived. */
export async function callOnce(
  model: LanguageModelV4,
  provider: Provider,
  { request, rung }: { request: ModelRequest; rung: Rung },
  { signal, onText, onBegin }: { signal: AbortSignal; onText: (piece: string) => void; onBegin: () => void },
): Promise<Received> {
  const { stream } = await model.doStream({ ...optionsOf(provider, request, rung), abortSignal: signal });
  const parts: AnswerPart[] = [];
  const open = new Map<string, Extract<AnswerPart, { text: string }>>();
  const warnings: string[] = [];
  let end: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined;
  let size = 0;
  for await (const part of stream) {
    signal.throwIfAborted();
    if (part.type === "stream-start") {
      warnings.push(...part.warnings.map((one) => JSON.stringify(one).slice(0, 300)));
      continue;
    }
    if (part.type !== "response-metadata") onBegin();
    size += "delta" in part ? part.delta.length : part.type === "tool-call" ? part.input.length : 0;
    if (size > maxAnswer) throw new ModelFault("too_large", "The answer was longer than 1 MB.");
    if (part.type === "error") throw part.error;
    if (part.type === "finish") end = part;
    else if (part.type === "tool-call")
      parts.push({ type: "call", id: part.toolCallId, tool: part.toolName, ...inputOf(part.input), ...metaOf(part) });
    else if (part.type === "text-start" || part.type === "reasoning-start") {
      const opened = { type: part.type === "text-start" ? "text" : "reasoning", text: "", ...metaOf(part) } as const;
      parts.push(opened);
      open.set(part.id, opened);
    } else if (part.type === "text-delta" || part.type === "reasoning-delta") {
      const into = open.get(part.id);
      if (into) Object.assign(into, { text: into.text + part.delta }, metaOf(part));
      if (part.type === "text-delta") onText(part.delta);
    } else if (part.type === "text-end" || part.type === "reasoning-end") {
      Object.assign(open.get(part.id) ?? {}, metaOf(part));
    }
  }
  if (!end || ["interrupted", "error"].includes(end.finishReason.unified))
    throw new ModelFault("cut_off", "The answer has no end.");
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = parts.filter((part) => part.type === "call");
  const { unified } = end.finishReason;
  const finish = unified === "content-filter" ? "refused" : unified === "length" ? "length" : "stop";
  return { parts, text, calls, finish, usage: usageOf(end.usage, request, parts), warnings };
}

const metaOf = ({ providerMetadata: meta }: { providerMetadata?: unknown }): Pick<ToolCall, "meta"> =>
  meta ? { meta: meta as NonNullable<ToolCall["meta"]> } : {};

/** A model may write anything as the input of a tool. */
function inputOf(text: string): Pick<ToolCall, "input" | "isReadable"> {
  try {
    return { input: text.trim() === "" ? {} : JSON.parse(text), isReadable: true };
  } catch {
    return { input: {}, isReadable: false };
  }
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
  return [{ role: "system", content: instructions, ...options }, ...messages.map(messageOf)];
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
