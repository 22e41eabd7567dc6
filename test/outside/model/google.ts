import { type Asked, type Frame, type Frames, pieces, type Reply, usageOf } from "./protocol.ts";

type Json = Record<string, unknown>;
type Part = {
  text?: string;
  functionCall?: { name: string; args: unknown };
  functionResponse?: { name: string; response: { content?: unknown } };
  thoughtSignature?: string;
};

const textOf = ({ text, functionCall, functionResponse }: Part): string =>
  text ??
  (functionCall ? JSON.stringify(functionCall) : "") +
    (functionResponse ? asText(functionResponse.response.content ?? functionResponse.response) : "");

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const joined = (parts: readonly Part[]): string => parts.map(textOf).filter(Boolean).join("\n");

/** A request of Google's generateContent. */
export function readGoogleRequest(
  at: Pick<Asked, "number" | "key" | "model" | "isStreamed">,
  body: Readonly<Json>,
): Asked {
  const contents = (body["contents"] ?? []) as { role: string; parts: Part[] }[];
  const { maxOutputTokens, responseJsonSchema } = (body["generationConfig"] ?? {}) as Json;
  const declared = ((body["tools"] ?? []) as { functionDeclarations?: Json[] }[]).flatMap(
    ({ functionDeclarations = [] }) => functionDeclarations,
  );
  return {
    ...at,
    protocol: "google",
    instructions: joined(((body["systemInstruction"] as Json | undefined)?.["parts"] ?? []) as Part[]),
    messages: contents.map(({ role, parts }) => ({
      role: parts.some(({ functionResponse }) => functionResponse) ? "tool" : role === "model" ? "assistant" : role,
      text: joined(parts),
    })),
    tools: declared.map(({ name, description, parametersJsonSchema }) => ({
      id: String(name),
      description: String(description),
      input: parametersJsonSchema,
    })),
    schema: responseJsonSchema,
    maxOutputTokens: (maxOutputTokens ?? null) as number | null,
    body,
  };
}

/** An error as Google words it. */
export const googleError = (code: number, status: string, message: string, details: readonly Json[] = []) => ({
  error: { code, message, status, ...(details.length > 0 ? { details } : {}) },
});

/** The frames of an answer as Google streams them: whole uses of tools, no mark at the end but a reason to finish. */
export function googleFrames(asked: Asked, reply: Reply): Frames {
  const { text = "", calls = [], finish = "stop" } = reply;
  const usage = usageOf(asked, reply);
  const frame = (rest: Json): Frame => ({
    data: { ...rest, modelVersion: asked.model, responseId: `response-${asked.number}` },
  });
  const said = (part: Json, more: Json = {}): Frame =>
    frame({ candidates: [{ content: { role: "model", parts: [part] }, index: 0, ...more }] });
  if (finish === "refused" && text === "")
    return { pieces: [], end: [frame({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } })] };
  const reasons = { stop: "STOP", length: "MAX_TOKENS", refused: "SAFETY" };
  const counted = usage && {
    usageMetadata: {
      promptTokenCount: usage.input,
      cachedContentTokenCount: usage.cached,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
  };
  const last = { text: "", thoughtSignature: `signed-${asked.number}` };
  return {
    pieces: [
      ...pieces(text).map((one) => said({ text: one })),
      ...calls.map(({ tool, input }, at) =>
        said({
          functionCall: { id: `call-${asked.number}-${at}`, name: tool, args: input },
          thoughtSignature: `signed-${asked.number}-${at}`,
        }),
      ),
    ],
    end: [
      frame({
        candidates: [{ content: { role: "model", parts: [last] }, finishReason: reasons[finish], index: 0 }],
        ...counted,
      }),
    ],
  };
}
