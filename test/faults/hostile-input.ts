import { setTimeout as sleep } from "node:timers/promises";
import { type Extent, whole } from "../long-texts.ts";
import { type HostileGround, groundsOn } from "./hostile-ground.ts";
import { largeImports, hostileImports } from "./hostile-imports.ts";
import { hostileRequests } from "./hostile-requests.ts";
import { type Ask, clock, watchLivez, lateMs } from "./livez.ts";
import { type Fault, type FaultOutcome } from "./fault.ts";
import { askForUpgrades, describeHeld } from "./upgrades.ts";

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

const rounds = 4;

export const fault: Fault = {
  id: "R29",
  title: "hostile input",
  promise: `Whatever text is sent, /livez is answered within ${lateMs} ms; a connection is upgraded at /ws alone, for who is signed in; every other answer is a refusal in one sentence with the protective headers, and the server's connections and descriptors return to where they were.`,
  async run({ databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    for (const database of databases) {
      outcomes[`long texts, ${database}`] = describeTexts(await tryInputs(database, whole, say));
      const grounds = await groundsOn(database);
      const on = await grounds.open();
      try {
        const { upgrades, opened, before, most, after, violations } = await askForUpgrades(on, rounds, say);
        outcomes[`upgrades, ${database}`] = {
          injected: `${upgrades} requests with Connection: Upgrade: ${rounds} times every address of the contract, static ones, unreadable ones and those around /ws, each for 4 protocols, signed in and not.`,
          hit: `${opened} lines were opened, all at /ws and signed in; of ${upgrades - opened} others the server ended the connection, which the caller held open.`,
          figures: {
            held: `${describeHeld(before)} before, ${most} connections at the most, ${describeHeld(after)} afterwards.`,
          },
          isVoid: opened === 0 || upgrades === opened,
          violations,
        };
      } finally {
        await on.close();
        await grounds.close();
      }
    }
    return outcomes;
  },
};

function describeTexts(outcome: HostileOutcome): FaultOutcome {
  const { inputs, asked, longestMs, longestOwnMs, longestInput, once, violations } = outcome;
  return {
    injected: `${inputs} inputs, one after the other: long runs of one pattern, of 99 kB and as long as a text may be, in every place of every call's body, of 14 kB (Node takes no more) in every place of its query and path and in every header that is read, of 199 kB in every cell, heading and line of every import, and files of up to 50 MB of them.`,
    hit: `/livez was asked ${asked} times meanwhile, from a thread of its own.`,
    figures: {
      livez: `longest answer ${Math.round(longestMs)} ms (${longestInput}), ${Math.round(longestOwnMs)} ms without what the machine gave to others meanwhile; ${once} inputs with something wrong did nothing of it when they were sent again alone.`,
    },
    // Many an input is answered sooner than /livez can be asked.
    isVoid: asked < inputs / 2,
    violations,
  };
}
