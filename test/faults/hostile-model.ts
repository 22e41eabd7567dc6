import { setTimeout as sleep } from "node:timers/promises";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { testModel } from "#features/models/contract.ts";
import { residentMiB } from "../../bench/processes.ts";
import { accountAt, connect, disconnect } from "../modelled.ts";
import type { Reply } from "../outside/model/protocol.ts";
import { openStandIn } from "../outside/model/stand-in.ts";
import type { Fault, FaultOutcome } from "./fault.ts";
import { groundsOn } from "./hostile-ground.ts";
import { lateMs, watchLivez } from "./livez.ts";
import { openStage } from "./stage.ts";

/** How much memory may be kept after all attacks, in MiB: they pass hundreds. */
const mostKept = 96;
const query = { tool: "explore_query", input: { subject: "invoices" } };
const numbers = (count: number): string => Array.from({ length: count }, (_, at) => 100_000 + at * 7).join(" ");
const report = (headline: string, points: readonly string[] = []): string =>
  JSON.stringify({ answered: true, headline, points, missing: [] });
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** What a hostile model answers, by name; several come one after the other. */
const attacks: Record<string, readonly Reply[]> = {
  "10,000 numbers after texts were read": [
    { calls: [1, 2, 3, 4].map((limit) => ({ ...query, input: { ...query.input, limit } })) },
    { text: report(numbers(10_000)) },
  ],
  "10,000 numbers in points": [
    { calls: [query] },
    {
      text: report(
        "One.",
        Array.from({ length: 100 }, () => numbers(100)),
      ),
    },
  ],
  "300 KB streamed": [{ calls: [query] }, { text: report(`${numbers(43_000)}`), pause: 5 }],
  "300 KB of one number": [{ calls: [query] }, { text: report("9".repeat(300_000)), pause: 5 }],
  "10 MB": [{ text: "word 7,777 ".repeat(1_000_000) }],
  "deep JSON": [{ text: deep(500_000) }, { text: `{"headline":${deep(20_000)}}` }],
  "a use with deep input": [{ calls: [{ tool: "explore_query", input: `{"subject":${deep(50_000)}}` }] }],
  "a use with long input": [{ calls: [{ tool: "explore_query", input: { subject: "x".repeat(5_000_000) } }] }],
  "5,000 uses": [{ calls: Array.from({ length: 5_000 }, () => query) }],
  "uses written as text": [{ text: "explore_query({".repeat(20_000) }, { text: "[{".repeat(25_000) + "explore_query" }],
  "unknown keys": [
    { text: JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))) },
  ],
  "an endless stream": [{ text: "word ".repeat(2_000_000), pause: 1 }],
  "an error of 10 MB": [{ status: 400, body: { error: { message: "sk-".repeat(3_500_000) } } }],
  "a page of 10 MB": [{ status: 502, body: "<p>".repeat(3_500_000) }],
};

/** Attacks a server whose company has connected a hostile model; `names`: these attacks, `again`: how often each. */
export async function attackByModel(
  names: readonly string[],
  again: number,
  say: (line: string) => void = () => undefined,
): Promise<FaultOutcome> {
  await using stage = openStage("hostile-model");
  const grounds = stage.keep(await groundsOn("embedded"));
  const standIn = stage.keep(await openStandIn());
  const on = stage.keep(await grounds.open([], { AI_TIMEOUT_MS: "15000", AI_ALLOW_PRIVATE_ADDRESSES: "1" }));
  const violations: string[] = [];
  let [asked, longest] = [0, 0];
  const { member } = on.ground;
  await disconnect(member);
  await connect(member, accountAt(standIn.url, { provider: "vllm", apiKey: null, model: "hostile" }), {
    isOpen: true,
  });
  const livez = watchLivez(on.server.url, on.server.pid);
  const ask = async (question: string): Promise<void> => {
    const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
    for (let tries = 0; tries < 600; tries += 1) {
      const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
      if (found && !/queued|running/.test(found.status)) return;
      await sleep(100);
    }
    violations.push(`"${question}" was not answered within a minute.`);
  };
  // What a question costs without an attack is no part of it.
  standIn.answer({ text: report("Nothing.") });
  await ask("How much do customers owe us, and is that much?");
  await livez.take();
  const before = residentMiB(on.server.pid);
  for (const name of names) {
    for (let time = 0; time < again; time += 1) {
      standIn.answer([...(attacks[name] ?? [])]);
      await member.call(testModel, { body: { accountId: null } });
      standIn.answer([...(attacks[name] ?? [])]);
      await ask(`How much do customers owe us, number ${time} of ${name}?`);
    }
    const seen = await livez.take();
    asked += seen.count;
    longest = Math.max(longest, seen.longestOwnMs);
    if (seen.late.length > 0)
      violations.push(`${name}: /livez was answered after ${Math.round(seen.longestOwnMs)} ms.`);
    say(`${name}: ${Math.round(seen.longestOwnMs)} ms, ${Math.round(residentMiB(on.server.pid))} MiB`);
  }
  await livez.stop();
  // Garbage of the last attack is collected while the server idles.
  await sleep(5_000);
  const kept = residentMiB(on.server.pid) - before;
  if (kept > mostKept) violations.push(`${Math.round(kept)} MiB were kept.`);
  const requests = standIn.journal.length;
  return {
    injected: `${names.length} kinds of hostile answers, ${again} times each, to a trial and to a question.`,
    hit: `The model was asked ${requests} times; /livez was asked ${asked} times meanwhile, from a thread of its own.`,
    figures: { livez: `longest answer ${Math.round(longest)} ms.`, memory: `${Math.round(kept)} MiB kept.` },
    isVoid: requests <= names.length * again,
    violations,
  };
}

export const fault: Fault = {
  id: "R33",
  title: "hostile model",
  promise: `Whatever a language model answers, /livez is answered within ${lateMs} ms, every question ends, and at most ${mostKept} MiB are kept.`,
  run: async ({ runs, say }) => ({
    embedded: await attackByModel(Object.keys(attacks), Math.max(1, Math.min(5, Math.round(runs / 40))), say),
  }),
};
