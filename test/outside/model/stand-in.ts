import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Call, openService } from "../service.ts";
import { googleFrames, readGoogleRequest } from "./google.ts";
import {
  anthropicFrames,
  type Asked,
  type Frame,
  openaiFrames,
  openaiWhole,
  readRequest,
  type Reply,
} from "./protocol.ts";

/** Decides the answer to each request. */
export type Script = (asked: Asked) => Reply | Promise<Reply>;

/** A provider of language models over real HTTP: OpenAI's chat completions, Anthropic's messages, Google's contents. */
export type StandIn = {
  /** The address with /v1, for clients of all protocols. */
  url: string;
  /** Every request so far. */
  journal: readonly Asked[];
  /** Answers from now on. */
  answer(script: Script | Reply | readonly Reply[]): void;
  close(): Promise<void>;
};

const protocols: Record<string, "openai" | "anthropic"> = {
  "/v1/chat/completions": "openai",
  "/v1/messages": "anthropic",
};
const frames = { openai: openaiFrames, anthropic: anthropicFrames, google: googleFrames };

/** One reply after the other; the last one repeats. */
const inTurn = (replies: readonly Reply[]): Script => {
  let at = 0;
  return () => replies[Math.min(at++, replies.length - 1)] ?? {};
};

type Opening = { port?: number; script?: Script; models?: readonly string[] };

export async function openStandIn({ port = 0, script, models = ["stand-in"] }: Opening = {}): Promise<StandIn> {
  const journal: Asked[] = [];
  let answerTo: Script = script ?? (() => ({ text: "Nothing is scripted." }));

  async function serve({ method, path, headers, text }: Call, response: ServerResponse): Promise<Answer | void> {
    if (method === "GET" && path === "/v1/models")
      return { body: { object: "list", data: models.map((id) => ({ id, object: "model" })) } };
    const [, model] = /^\/v1\/models\/([^/:]+):streamGenerateContent$/.exec(path) ?? [];
    const protocol = model ? "google" : protocols[path];
    if (method !== "POST" || protocol === undefined)
      return { status: 404, body: { error: { message: "Not found", type: "invalid_request_error" } } };
    const bearer = headers.authorization?.replace("Bearer ", "");
    const key = String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? bearer ?? "");
    const number = journal.length + 1;
    const body = JSON.parse(text) as Record<string, unknown>;
    const asked = model
      ? readGoogleRequest({ number, key, model, isStreamed: true }, body)
      : readRequest(number, protocol, key, body);
    journal.push(asked);
    const reply = await answerTo(asked);
    if (reply.wait) await sleep(reply.wait);
    if (response.destroyed) return;
    const { status, headers: more = {}, body: given = {} } = reply;
    const type = typeof given === "string" ? "text/html" : "application/json";
    if (status !== undefined)
      return { status, headers: { "content-type": type, ...more }, body: given as Answer["body"] };
    if (!asked.isStreamed && protocol === "openai") return { headers: more, body: openaiWhole(asked, reply) };
    for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const { pieces, end } = frames[protocol](asked, reply);
    const { cutAfter } = reply;
    for (const [at, frame] of pieces.entries()) {
      if (at === cutAfter) return void response.destroy();
      await write(response, frame);
      if (reply.pause) await sleep(reply.pause);
    }
    if (cutAfter !== undefined) return void response.end();
    for (const frame of end) await write(response, frame);
    response.end();
  }

  async function write(response: ServerResponse, { event, data }: Frame): Promise<void> {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    const isTaken = response.write(`${event ? `event: ${event}\n` : ""}data: ${text}\n\n`);
    if (isTaken || response.destroyed) return;
    const freed = new AbortController();
    const { signal } = freed;
    await Promise.race(["drain", "close"].map((name) => once(response, name, { signal }))).catch(() => undefined);
    freed.abort();
  }

  const service = await openService(serve, { port });
  return {
    url: `${service.url}/v1`,
    journal,
    answer(next) {
      answerTo = typeof next === "function" ? next : inTurn(Array.isArray(next) ? next : [next as Reply]);
    },
    close: service.close,
  };
}
