import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
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
  /** Ends all connections and closes, or opens again on the same port. */
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

export async function openStandIn({ port = 0, script }: { port?: number; script?: Script } = {}): Promise<StandIn> {
  const journal: Asked[] = [];
  let answerTo: Script = script ?? (() => ({ text: "Nothing is scripted." }));
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").replace(/\?.*/, "");
    if (request.method === "GET" && path === "/v1/models")
      return json(response, 200, { object: "list", data: [{ id: "stand-in", object: "model" }] });
    const [, model] = /^\/v1\/models\/([^/:]+):streamGenerateContent$/.exec(path) ?? [];
    const protocol = model ? "google" : protocols[path];
    if (request.method !== "POST" || protocol === undefined)
      return json(response, 404, { error: { message: "Not found", type: "invalid_request_error" } });
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { headers } = request;
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
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
    if (reply.status !== undefined) return json(response, reply.status, reply.body ?? {});
    if (!asked.isStreamed && protocol === "openai") return json(response, 200, openaiWhole(asked, reply));
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

  function json(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { "content-type": typeof body === "string" ? "text/html" : "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    journal,
    answer(next) {
      answerTo = typeof next === "function" ? next : inTurn(Array.isArray(next) ? next : [next as Reply]);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
