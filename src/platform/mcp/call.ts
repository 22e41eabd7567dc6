import type { FastifyInstance } from "fastify";
import { nextCursorHeader } from "#contract/cursor.ts";
import { AppError } from "#contract/errors.ts";
import type { Thing } from "#contract/tool.ts";
import { type OnBehalf, onBehalfOf } from "#platform/http/on-behalf.ts";
import type { CallTool } from "#platform/mcp/catalogue.ts";
import { type Asked, requestOf } from "#platform/mcp/request.ts";
import { fitted, type Json, withAddresses } from "#platform/mcp/result.ts";

/** An assistant's request: for whom, and where it came from. */
export type From = OnBehalf & { address: string; userAgent: string; publicUrl: URL };

/** What a call gave, or the sentence of its refusal. */
export type Answered = { value: Json; nextCursor: string | undefined } | { refusal: string };

/** Makes the call behind a tool, through every check and limit of the API, as the person who connected the assistant. */
export async function answerOf(app: FastifyInstance, tool: CallTool, asked: Asked, from: From): Promise<Answered> {
  const { path, body } = requestOf(tool, asked);
  const reply = await onBehalfOf(from, () =>
    app.inject({
      method: tool.endpoint.method,
      url: path,
      remoteAddress: from.address,
      headers: { "user-agent": from.userAgent },
      ...(body && { payload: body }),
    }),
  );
  if (reply.statusCode !== 200) return { refusal: reply.body };
  const nextCursor = reply.headers[nextCursorHeader.toLowerCase()];
  return {
    value: JSON.parse(reply.body) as Json,
    nextCursor: nextCursor === undefined ? undefined : String(nextCursor),
  };
}

export type ToolResult = { content: { type: "text"; text: string }[]; isError?: true };

export const text = (given: string) => ({ type: "text" as const, text: given });
export const refused = (sentence: string): ToolResult => ({ content: [text(sentence)], isError: true });

/** Uses a tool; a refusal is a result for the assistant to read. */
export async function runTool(app: FastifyInstance, tool: CallTool, asked: Asked, from: From): Promise<ToolResult> {
  const answered = await answerOf(app, tool, asked, from).catch(refusalOf);
  if ("refusal" in answered) return refused(answered.refusal);
  const { value, nextCursor } = answered;
  const { text: json, leftOut } = fitted(withAddresses(value, from.publicUrl));
  const { thing, waitsFor } = tool.endpoint.tool;
  const decision = waitsFor?.(value as never) ?? null;
  return {
    content: [
      text(json),
      ...(leftOut === null ? [] : [text(leftOut)]),
      ...(nextCursor === undefined ? [] : [text(`More follow: ask again with the cursor ${nextCursor}`)]),
      ...(thing ? [text(`Opens at ${pageOf(thing, asked, from)}`)] : []),
      ...(decision === null ? [] : [text(waiting(decision, from.publicUrl))]),
    ],
  };
}

export const refusalOf = (error: unknown): { refusal: string } => {
  if (error instanceof AppError) return { refusal: error.message };
  throw error;
};

const waiting = (decision: string, publicUrl: URL): string =>
  `Waits for approval as decision ${decision}: nothing has happened yet, and a person decides at ${new URL(`/decisions/${decision}`, publicUrl).href}. Ask get_decision with this id what became of it.`;

export const pageOf = ({ page }: Thing, asked: Asked, { publicUrl }: From): string =>
  new URL(page(Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))), publicUrl)
    .href;

/** Reads a resource as JSON; throws with the sentence of a refusal. */
export async function readResource(app: FastifyInstance, tool: CallTool, named: Asked, from: From): Promise<string> {
  const answered = await answerOf(app, tool, named, from);
  if ("refusal" in answered) throw new AppError("invalid", answered.refusal);
  return fitted(withAddresses(answered.value, from.publicUrl)).text;
}
