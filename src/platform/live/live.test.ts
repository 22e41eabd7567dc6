import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import WebSocket from "ws";
import { bareRefusals } from "#platform/http/bare.ts";
import { speakWebSocket } from "#platform/live/live.ts";

test("an upgrade that does not become a socket in time is closed; a completed one stays", async () => {
  const app = fastify();
  await speakWebSocket(app, bareRefusals({}), 300);
  app.get("/slow", { websocket: true, preValidation: () => new Promise<void>(() => undefined) }, () => undefined);
  app.get("/quick", { websocket: true }, () => undefined);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const quick = new WebSocket(`ws://127.0.0.1:${port}/quick`);
  await once(quick, "open");
  const slow = connect(port, "127.0.0.1");
  slow.write("GET /slow HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  await once(slow.resume(), "close");
  expect(quick.readyState).toBe(WebSocket.OPEN);
  quick.terminate();
  await app.close();
});
