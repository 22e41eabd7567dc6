import { z } from "zod";
import { type Listed, listed, takenFrom } from "#connectors/mcp/listed.ts";
import { answerReader, readAnswer, type Reply } from "#connectors/mcp/wire.ts";
import { truncate } from "#contract/words.ts";
import type { Ctx } from "#platform/context.ts";
import { OutFault, safeWords } from "#platform/http-out/fault.ts";
import { version } from "#platform/version.ts";

/** A server of tools that an admin named; `secret`: sent as a bearer token. */
export type ToolServer = { address: string; secret: string | null };

/** What a tool answered: its text alone, and never more than `longestText` characters of it. */
export type Called = { text: string; isError: boolean; bytes: number; ms: number };

/** How long one use of a server may take in all, in milliseconds; trials shorten it. */
export const toolLimits = { timeMs: 20_000 };
/** The most bytes of one answer that are read. */
const mostBytes = 1024 ** 2;
const longestText = 100_000;
const mostPages = 10;

const [earlier, latest] = ["2025-11-25", "2026-07-28"];
const clientInfo = { name: "boardroom", version };

/** Why a server could not be used, as a sentence. `isInDoubt`: the tool may have been called all the same. */
export class ToolFault extends Error {
  readonly isInDoubt: boolean;
  readonly kind: "fault" | "changed";
  constructor(sentence: string, { isInDoubt = false, kind = "fault" as "fault" | "changed" } = {}) {
    super(sentence);
    this.isInDoubt = isInDoubt;
    this.kind = kind;
  }
}

type Session = { isLatest: boolean; id: string | null; until: number; number: number; bytes: number };

const initialized = z.object({ protocolVersion: z.string().max(40) });
const page = z.object({ tools: z.array(z.unknown()).max(1_000), nextCursor: z.string().max(2_000).nullish() });
const block = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("resource"), resource: z.object({ text: z.string() }) }).transform(({ resource }) => ({
    type: "text" as const,
    text: resource.text,
  })),
  z.object({ type: z.string() }),
]);
const result = z.object({
  content: z.array(block).max(1_000).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
  resultType: z.string().optional(),
});

/** The tools a server lists now, and how many of them cannot be used. Throws only ToolFault. */
export function listTools(ctx: Ctx, server: ToolServer): Promise<{ tools: Listed[]; leftOut: number }> {
  return listIn(ctx, server, newSession());
}

/**
 * Calls a tool, after the server has listed it once more as it was allowed: `print` is its fingerprint then. Throws only
 * ToolFault.
 */
export async function callTool(
  ctx: Ctx,
  server: ToolServer,
  { name, print, given }: { name: string; print: string; given: Record<string, unknown> },
): Promise<Called> {
  const startedAt = performance.now();
  const session = newSession();
  const { tools } = await listIn(ctx, server, session);
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new ToolFault(`The server no longer has the tool ${name}.`, { kind: "changed" });
  if (tool.print !== print) throw new ToolFault(`The tool ${name} changed since it was allowed.`, { kind: "changed" });
  const reply = await ask(ctx, server, session, "tools/call", { name, arguments: given });
  const read = result.safeParse(reply);
  if (!read.success) throw new ToolFault("The tool answered in a form that cannot be read.", { isInDoubt: true });
  const { content, structuredContent, isError, resultType } = read.data;
  if (resultType !== undefined && resultType !== "complete")
    throw new ToolFault("The tool asked for something else before it answers, which is not supported.");
  if (!isError && tool.output && !takenFrom(tool.output).safeParse(structuredContent).success)
    throw new ToolFault("The tool's answer does not match what it promises.", { isInDoubt: true });
  const texts = content.flatMap((one) => ("text" in one ? [one.text] : []));
  const left = content.length - texts.length;
  const whole = texts.join("\n") || (structuredContent === undefined ? "" : JSON.stringify(structuredContent));
  const notes = [
    ...(whole.length > longestText ? ["[The rest of this text was left out.]"] : []),
    ...(left > 0 ? [`[${left} parts that are no text were left out.]`] : []),
  ];
  const text = [truncate(whole, longestText), ...notes].join("\n");
  return { text, isError, bytes: session.bytes, ms: Math.round(performance.now() - startedAt) };
}

const newSession = (): Session => ({
  isLatest: false,
  id: null,
  until: performance.now() + toolLimits.timeMs,
  number: 0,
  bytes: 0,
});

async function listIn(ctx: Ctx, server: ToolServer, session: Session): Promise<{ tools: Listed[]; leftOut: number }> {
  await begin(ctx, server, session);
  const all: unknown[] = [];
  let cursor: string | undefined;
  for (let at = 0; at < mostPages; at += 1) {
    const read = page.safeParse(await ask(ctx, server, session, "tools/list", cursor === undefined ? {} : { cursor }));
    if (!read.success) throw new ToolFault("The server lists its tools in a form that cannot be read.");
    all.push(...read.data.tools);
    cursor = read.data.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return listed(all);
}

/** The handshake that every server knows; one that refuses it is asked as the latest revision says, which has none. */
async function begin(ctx: Ctx, server: ToolServer, session: Session): Promise<void> {
  const params = { protocolVersion: earlier, capabilities: {}, clientInfo };
  const { reply, status, sessionId } = await post(ctx, server, session, "initialize", params);
  if (reply && "result" in reply && initialized.safeParse(reply.result).success) {
    session.id = sessionId;
    await post(ctx, server, session, "notifications/initialized", {});
    return;
  }
  if (status === 401 || status === 403) throw refused(server, status);
  session.isLatest = true;
}

const refused = ({ secret }: ToolServer, status: number): ToolFault =>
  new ToolFault(
    status === 401 || status === 403
      ? secret === null
        ? "The server wants a secret. Add it with one."
        : "The server does not take this secret."
      : status === 404
        ? "There is no server of tools at this address."
        : `The server answered ${status}.`,
  );

/** One request and its result. */
async function ask(
  ctx: Ctx,
  server: ToolServer,
  session: Session,
  method: "tools/list" | "tools/call",
  params: Record<string, unknown>,
): Promise<unknown> {
  const { reply, status } = await post(ctx, server, session, method, params);
  if (reply && "result" in reply) return reply.result;
  const isCall = method === "tools/call";
  if (reply) {
    const words = safeWords(reply.error.message, [server.secret ?? ""]);
    throw new ToolFault(`The server refused it: ${words || `error ${reply.error.code}`}`);
  }
  if (status < 200 || status >= 300) throw refused(server, status);
  throw new ToolFault("This is no server of tools, or it answered in a form that cannot be read.", {
    isInDoubt: isCall,
  });
}

type Posted = { reply: Reply | null; status: number; sessionId: string | null };

async function post(
  ctx: Ctx,
  { address, secret }: ToolServer,
  session: Session,
  method: string,
  params: Record<string, unknown>,
): Promise<Posted> {
  const isNotice = method.startsWith("notifications/");
  const id = (session.number += 1);
  const meta = "io.modelcontextprotocol/";
  const envelope = {
    [`${meta}protocolVersion`]: latest,
    [`${meta}clientInfo`]: clientInfo,
    [`${meta}clientCapabilities`]: {},
  };
  const sent = session.isLatest ? { ...params, _meta: envelope } : params;
  const { name } = params;
  const reader = answerReader(id);
  const timeoutMs = Math.ceil(session.until - performance.now());
  const isCall = method === "tools/call";
  if (timeoutMs <= 0) throw new ToolFault("The server did not answer in time.");
  const answer = await ctx.http
    .call(ctx, {
      url: address,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(method !== "initialize" && { "mcp-protocol-version": session.isLatest ? latest : earlier }),
        ...(session.isLatest && { "mcp-method": method, ...(typeof name === "string" && { "mcp-name": name }) }),
        ...(session.id !== null && { "mcp-session-id": session.id }),
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...(!isNotice && { id }), method, params: sent }),
      timeoutMs,
      mostBytes,
      // A stream need not end after its answer.
      isWhole: (chunk, headers) => isStream(headers) && reader.isWhole(chunk),
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutFault)) throw error;
      throw new ToolFault(safeWords(error.message, [secret ?? ""]), { isInDoubt: isCall && error.isHandedOver });
    });
  session.bytes += answer.body.length;
  const given = answer.headers.get("mcp-session-id");
  return {
    reply: isNotice
      ? null
      : isStream(answer.headers)
        ? reader.reply()
        : readAnswer(Buffer.from(answer.body).toString(), id),
    status: answer.status,
    sessionId: given !== null && /^[\x21-\x7e]{1,200}$/.test(given) ? given : null,
  };
}

const isStream = (headers: Headers): boolean => headers.get("content-type")?.startsWith("text/event-stream") ?? false;
