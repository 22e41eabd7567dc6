import { setTimeout as sleep } from "node:timers/promises";
import type { Extent } from "../long-texts.ts";
import { type HostileGround, groundsOn } from "./hostile-ground.ts";
import { hostileImports, largeImports } from "./hostile-imports.ts";
import { hostileRequests } from "./hostile-requests.ts";
import { type Ask, clock, watchLivez } from "./livez.ts";

/** Something to send; gives what is wrong with its answer, null where nothing is. */
export type Input = { name: string; send: () => Promise<string | null> };

/** How long one input may take until its server is taken for stuck. */
const patienceMs = 120_000;
/** So many looks in which /livez is late are no noise of the machine. */
const looks = 3;
const atOnce = 20;
const mostViolations = 20;

export type HostileOutcome = {
  inputs: number;
  asked: number;
  longestMs: number;
  /** Without what the machine kept from either side. */
  longestOwnMs: number;
  longestInput: string;
  /** Inputs with a late answer or a fault that did not come again when the same was sent alone. */
  once: number;
  violations: string[];
};

type Sent = Input & { from: number; to: number; fault: string | null };

/** Sends every input, one after the other, while /livez is asked; what makes it late each time it is sent is a violation. */
export async function tryInputs(
  database: "embedded" | "postgres",
  extent: Extent,
  say: (line: string) => void = () => undefined,
): Promise<HostileOutcome> {
  const grounds = await groundsOn(database);
  const outcome: HostileOutcome = {
    inputs: 0,
    asked: 0,
    longestMs: 0,
    longestOwnMs: 0,
    longestInput: "",
    once: 0,
    violations: [],
  };
  const { violations } = outcome;
  let on: HostileGround = await grounds.open();
  let watch = watchLivez(on.server.url, on.server.pid);
  const reopen = async () => {
    await watch.stop();
    await on.close();
    on = await grounds.open();
    watch = watchLivez(on.server.url, on.server.pid);
  };
  const inputsNow = async () => [
    ...(await hostileRequests(on, extent)),
    ...hostileImports(on, extent),
    ...(extent.isWhole ? largeImports(on) : []),
  ];

  /** Sends the same alone, as often as it takes to tell noise from the product. */
  async function confirm(input: Input): Promise<void> {
    const found: string[] = [];
    for (let look = 0; look < looks; look += 1) {
      await watch.take();
      const answer = await within(input.send);
      const late = answer ? (await watch.take()).late.map(({ ownMs }) => ownMs) : [patienceMs];
      if (late.length > 0) found.push(`/livez answered only after ${Math.round(Math.max(...late))} ms`);
      else if (answer?.fault) found.push(answer.fault);
      else return void (outcome.once += 1);
      if (!answer) break;
    }
    violations.push(`${input.name}: ${found.join("; ")}`);
    say(violations.at(-1) ?? "");
  }

  try {
    let inputs = await inputsNow();
    const count = inputs.length;
    for (let at = 0; at < count && violations.length < mostViolations; ) {
      const sent: Sent[] = [];
      let isStuck = false;
      for (const input of inputs.slice(at, at + atOnce)) {
        const from = clock();
        const answer = await within(input.send);
        at += 1;
        isStuck = answer === null;
        if (!answer) violations.push(`${input.name}: it was not over after ${patienceMs / 1000} s`);
        sent.push({ ...input, from, to: clock(), fault: answer?.fault ?? null });
        if (isStuck) break;
      }
      outcome.inputs += sent.length;
      if (isStuck) {
        say(violations.at(-1) ?? "");
        // Twice they are more than a process holds.
        inputs = [];
        await reopen();
        inputs = await inputsNow();
        continue;
      }
      const seen = await watch.take();
      outcome.asked += seen.count;
      outcome.longestOwnMs = Math.max(outcome.longestOwnMs, seen.longestOwnMs);
      if (seen.longest && seen.longest.ms > outcome.longestMs) {
        outcome.longestMs = seen.longest.ms;
        outcome.longestInput = during(sent, seen.longest).at(-1)?.name ?? "";
      }
      const suspects = [
        ...sent.filter(({ fault }) => fault !== null),
        ...seen.late.flatMap((late) => during(sent, late)),
      ];
      for (const input of new Set(suspects)) await confirm(input);
      if (Math.floor(at / 1000) > Math.floor((at - sent.length) / 1000)) say(`${database}: ${at} of ${count} inputs`);
    }
  } finally {
    await watch.stop();
    await on.close();
    await grounds.close();
  }
  return outcome;
}

/** The inputs that were under way during an ask; between two the one before, whose job may have gone on. */
function during(sent: readonly Sent[], { from, to }: Ask): Sent[] {
  const underWay = sent.filter((input) => input.from <= to && input.to >= from);
  return underWay.length > 0 ? underWay : sent.filter((input) => input.to < from).slice(-1);
}

type Answer = { fault: string | null };

/** What came of sending; null when nothing did in time. */
async function within(send: Input["send"]): Promise<Answer | null> {
  const end = new AbortController();
  const patience = sleep(patienceMs, null, { signal: end.signal }).catch(() => null);
  const answer = send().then(
    (fault) => ({ fault }),
    // What is refused unread may end its connection without an answer.
    (error: unknown) => ({ fault: isReset(error) ? null : String(error) }),
  );
  return Promise.race([answer, patience]).finally(() => end.abort());
}

const isReset = (error: unknown): boolean =>
  ["ECONNRESET", "EPIPE"].includes((error as { code?: string } | null)?.code ?? "");
