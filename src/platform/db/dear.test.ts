import { expect, test } from "vitest";
import { DearGate, TooMuch } from "#platform/db/dear.ts";

const limits = { perCompany: 1, inAll: 2, mostWaiting: 2, mostWaitingInAll: 3 };

/** Starts a read that goes on until it is ended. */
function openRead(gate: DearGate, company: string, waitMs = 60_000) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = { hasStarted: false, end: resolve, over: Promise.resolve() as Promise<unknown> };
  read.over = gate.run(company, waitMs, () => {
    read.hasStarted = true;
    return promise;
  });
  read.over.catch(() => undefined);
  return read;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a company runs one at a time and all run two; companies take turns, not reads", async () => {
  const gate = new DearGate(limits);
  const [first, second, third] = [openRead(gate, "many"), openRead(gate, "many"), openRead(gate, "many")];
  const [other, last] = [openRead(gate, "other"), openRead(gate, "last")];
  await settle();
  expect([first, second, third, other, last].map(({ hasStarted }) => hasStarted)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  other.end();
  await settle();
  // "many" has waited longer, but it runs one already.
  expect(last.hasStarted).toBe(true);
  first.end();
  await settle();
  expect([second.hasStarted, third.hasStarted]).toEqual([true, false]);
  second.end();
  last.end();
  await settle();
  expect(third.hasStarted).toBe(true);
  third.end();
  await third.over;
});

test("the next turn is another company's, also if one asked for more before", async () => {
  const gate = new DearGate({ ...limits, inAll: 1 });
  const running = openRead(gate, "many");
  const [second, third] = [openRead(gate, "many"), openRead(gate, "many")];
  const other = openRead(gate, "other");
  running.end();
  await settle();
  expect(second.hasStarted).toBe(true);
  second.end();
  await settle();
  expect([other.hasStarted, third.hasStarted]).toEqual([true, false]);
  other.end();
  await settle();
  expect(third.hasStarted).toBe(true);
  third.end();
});

test("too many waiting are refused at once, of one company and of all, and the others go on", async () => {
  const gate = new DearGate(limits);
  const started = [openRead(gate, "one"), openRead(gate, "two")];
  const waiting = [openRead(gate, "one"), openRead(gate, "one")];
  await expect(gate.run("one", 60_000, async () => 1)).rejects.toThrow(TooMuch);
  waiting.push(openRead(gate, "two"));
  await expect(gate.run("two", 60_000, async () => 1)).rejects.toThrow("Too much for now");
  // A job waits, whoever else does.
  const patient = gate.run("one", 60_000, async () => 1, { isPatient: true });
  for (const { end } of [...started, ...waiting]) end();
  expect(await patient).toBe(1);
  await Promise.all([...started, ...waiting].map(({ over }) => over));
  expect(await gate.run("two", 0, async () => 1)).toBe(1);
});

test("one that waits past its time is refused, and leaves its place", async () => {
  const gate = new DearGate(limits);
  const running = openRead(gate, "one");
  await expect(gate.run("one", 5, async () => 1)).rejects.toThrow(TooMuch);
  const next = openRead(gate, "one");
  running.end();
  await settle();
  expect(next.hasStarted).toBe(true);
  next.end();
  await next.over;
});

test("a read that fails gives its place to the next", async () => {
  const gate = new DearGate(limits);
  await expect(gate.run("one", 0, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await gate.run("one", 0, async () => 1)).toBe(1);
});

test("of a company's reads the one that began first goes first, also with a later statement", async () => {
  const gate = new DearGate(limits);
  const running = openRead(gate, "one");
  const order: string[] = [];
  const run = (name: string, since: number) => gate.run("one", 60_000, async () => void order.push(name), { since });
  const waiting = [run("younger", 3), run("older", 2)];
  running.end();
  await Promise.all(waiting);
  expect(order).toEqual(["older", "younger"]);
});
