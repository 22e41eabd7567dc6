import type { z } from "zod";
import type { JsonSchema } from "#platform/model/output.ts";

/** What the provider attached to a part and wants back with it; plain JSON. */
type Meta = Record<string, Record<string, unknown>>;

/** A use of an action the model asks for. */
export type ToolCall = { type: "call"; id: string; tool: string; input: unknown; isReadable: boolean; meta?: Meta };
export type AnswerPart = { type: "text" | "reasoning"; text: string; meta?: Meta } | ToolCall;
export type ToolResult = { callId: string; tool: string; text: string };

/** A message of a conversation with a model; plain JSON. */
export type Message =
  | { role: "user"; text: string }
  | { role: "assistant"; parts: readonly AnswerPart[] }
  | { role: "tool"; results: readonly ToolResult[] };

/** A tool the model may ask for; nothing is executed here. */
export type Tool = { id: string; description: string; input: JsonSchema };

export type ModelRequest<Output extends z.ZodType = z.ZodType> = {
  instructions: string;
  messages: readonly Message[];
  tools?: readonly Tool[];
  /** The schema of the answer; omitted: text. */
  output?: Output;
  maxOutputTokens: number;
  /** Sent only if set, because newer models reject it. */
  temperature?: number;
  /** Replace e-mail addresses and telephone numbers before the call; secrets are always replaced. */
  hidesPersonalDetails?: boolean;
  /** Names replaced before the call. */
  hiddenNames?: readonly string[];
};
