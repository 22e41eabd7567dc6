// On both databases: the end waits for what is under way.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openConnection } from "../raw.ts";
import { openWorld } from "../world.ts";

test("what is on its way when the server is told to end is answered, and its connection ends", async () => {
  const world = await openWorld();
  const kept = await openConnection(Number(new URL(world.url).port));
  expect((await kept.ask("/livez"))[0]).toBe("HTTP/1.1 200 OK");
  // Before anything else of the test is closed: the moment lasts no longer than it must.
  const ended = world.boardroom.close();
  // Long enough that an idle connection would be closed by now, if it were closed at once.
  await sleep(40);
  const [status, ...lines] = await kept.ask("/api/agents");
  expect(status).toBe("HTTP/1.1 503 Service Unavailable");
  expect(lines).toEqual(expect.arrayContaining(["Retry-After: 1", "Connection: close"]));
  expect(lines.at(-1)).toBe("Service temporarily unavailable");
  expect((await kept.ask("/api/agents")).join("")).toBe("");
  await ended;
  await world.close();
});

test("an upgrade that is refused meanwhile does not keep the server from ending", async () => {
  const world = await openWorld();
  const port = Number(new URL(world.url).port);
  const kept = await openConnection(port);
  expect((await kept.ask("/livez"))[0]).toBe("HTTP/1.1 200 OK");
  const ended = world.close().then(() => "ended");
  await sleep(40);
  const upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"];
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}`;
  expect((await kept.ask("/ws", [...upgrade, key]))[0]).toBe("HTTP/1.1 503 Service Unavailable");
  // The other side does not hang up: that is the server's to do.
  expect(await Promise.race([ended, sleep(60_000, "still there")])).toBe("ended");
});

test("an upgrade whose last line comes when nobody takes upgrades any more is refused and does not keep the server", async () => {
  const world = await openWorld();
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString()));
  const over = once(socket, "close");
  socket.write("GET /%ff HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n");
  // Another call has been answered: what was sent before it has been read.
  expect((await fetch(`${world.url}/livez`)).status).toBe(200);
  const ended = world.close().then(() => "ended");
  await expect.poll(() => world.boardroom.app.server.listening).toBe(false);
  socket.write("\r\n");
  expect(await Promise.race([ended, sleep(20_000, "still there", { ref: false })])).toBe("ended");
  await over;
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
});
