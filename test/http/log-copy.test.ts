import { expect, onTestFinished, test } from "vitest";
import { logCopyLimits, openLogCopy } from "#platform/log-copy.ts";
import { openService } from "../outside/service.ts";
import { openWorld } from "../world.ts";

/** A system that collects lines and can be out of order. */
async function collector() {
  const service = await openService(() => ({ status: 204 }));
  onTestFinished(() => service.close());
  const lines = () => service.done().flatMap(({ text }) => text.trimEnd().split("\n"));
  return { service, lines, address: `127.0.0.1:${service.port}/lines` };
}

const usual = { ...logCopyLimits };

test("every log line is posted, security events too, without what was sent; an outage there delays them only", async () => {
  Object.assign(logCopyLimits, { everyMs: 50 });
  onTestFinished(() => void Object.assign(logCopyLimits, usual));
  const { service, lines, address } = await collector();
  service.fail({ kind: "refuse", status: 503 });
  const world = await openWorld({ ROLE: "web", LOG_COPY: `http://who:secret@${address}`, LOG_LEVEL: "info" });
  try {
    const member = await world.member("collected");
    const body = { username: member.username, password: "not the password" };
    expect((await world.client().send("POST", "/api/login", { body })).status).toBe(401);
    await expect.poll(() => world.counted("log_copy_failures")).toBeGreaterThan(0);
    service.heal();
    const failed = () =>
      lines()
        .map((line) => JSON.parse(line))
        .find(({ msg }) => msg === "a sign-in failed");
    await expect.poll(failed).toMatchObject({ level: "warn", event: "security", user: member.user.id });
    expect(service.journal.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from("who:secret").toString("base64")}`);
    expect(lines().join()).not.toContain("not the password");
    expect((await member.send("GET", "/api/user")).status).toBe(200);
  } finally {
    await world.close();
  }
  // What was written until the end has arrived, each line once.
  expect(lines().some((line) => line.includes('"GET /api/user"'))).toBe(true);
  expect(new Set(lines()).size).toBe(lines().length);
});

test("beyond the limit the oldest lines go, and the order stays", async () => {
  Object.assign(logCopyLimits, { everyMs: 1e6, batch: 3, waiting: 5 });
  onTestFinished(() => void Object.assign(logCopyLimits, usual));
  const { lines, address } = await collector();
  const copy = openLogCopy(new URL(`http://${address}`), () => undefined);
  for (let line = 1; line <= 8; line += 1) copy.write(`${line}\n`);
  await copy.stop();
  expect(lines()).toEqual(["4", "5", "6", "7", "8"]);
});
