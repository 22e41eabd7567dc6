import { createOpenAI } from "@ai-sdk/openai";
import { z } from "zod";
import { type Connection, forEveryPurpose } from "../src/platform/model/connection.ts";
import { type CallHooks, openModels } from "../src/platform/model/models.ts";
import { jsonSchemaOf } from "../src/platform/model/output.ts";
import { accountedBy } from "#features/models/accounting/service.ts";
import { openStandIn } from "../test/outside/model/stand-in.ts";
import { onBoth } from "./both.ts";
import { timeInTurns } from "./compare.ts";
import { atMost, type Report } from "./report.ts";

const [rounds, perRound, warm] = [30, 20, 3];

const output = z.strictObject({ answered: z.boolean(), headline: z.string(), points: z.array(z.string()) });
const instructions = "You are Marcus, the CFO. Cite facts by their id. ".repeat(40);
const question = "Ask ann@acme.example: how much do our debtors owe us, by weekday of the due date? ".repeat(20);

/**
 * A typed call of 6 kB over HTTP beside the bare package's, which neither parses, redacts nor accounts; and the same with
 * what it may cost reserved before and settled after, each in a transaction.
 */
export async function measure(): Promise<Report> {
  const standIn = await openStandIn();
  standIn.answer({
    text: JSON.stringify({ answered: true, headline: "Mostly on Mondays.", points: ["x".repeat(400)] }),
  });
  const model = "gpt-6.1-terra";
  const bareModel = createOpenAI({ baseURL: standIn.url, apiKey: "key" }).chat(model);
  const bare = async (): Promise<void> => {
    const { stream } = await bareModel.doStream({
      prompt: [
        { role: "system", content: instructions },
        { role: "user", content: [{ type: "text", text: question }] },
      ],
      maxOutputTokens: 500,
      responseFormat: { type: "json", schema: jsonSchemaOf(output), name: "answer" },
    });
    for await (const part of stream) if (part.type === "error") throw part.error;
  };
  const models = openModels({ allowsPrivate: true, timeout: 20_000, rung: null }, () => undefined);
  const choice = { accountId: null, provider: "openai", baseUrl: standIn.url, apiKey: "key", model } as const;
  const connection: Connection = { models: forEveryPurpose(choice), fallback: null, setBy: "company" };
  const request = {
    instructions,
    messages: [{ role: "user" as const, text: question }],
    output,
    maxOutputTokens: 500,
    hidesPersonalDetails: true,
  };
  const hooks = {
    company: "bench",
    signal: new AbortController().signal,
    reserve: async () => true,
    settle: async () => undefined,
  };
  const callWith = async (more: Pick<CallHooks, "reserve" | "settle">): Promise<void> => {
    const outcome = await models.call(connection, "answer", request, { ...hooks, ...more });
    if (!outcome.ok) throw new Error(`Void: ${outcome.failure.sentence}`);
  };
  const ours = () => callWith({});
  const [least = [], taken = []] = await timeInTurns([bare, ours], { rounds, perRound, warm });
  const accounted = await onBoth(async ({ name, ctx, team }) => {
    const caller = { runId: null, agentId: team[0]?.id ?? null, purpose: "answer", paidBy: "company" } as const;
    const counted = () => callWith(accountedBy(ctx, caller));
    const [bareTimes = [], times = []] = await timeInTurns([bare, counted], { rounds, perRound, warm });
    return { name, p50: share(times, 0.5) - share(bareTimes, 0.5), p95: share(times, 0.95) - share(bareTimes, 0.95) };
  });
  models.close();
  await standIn.close();
  const [floor50, floor95, ours50, ours95] = [
    share(least, 0.5),
    share(least, 0.95),
    share(taken, 0.5),
    share(taken, 0.95),
  ];
  return {
    title: `models  A typed call to a language model over HTTP, ${rounds * perRound} one after the other in turns of ${perRound}`,
    lines: [
      `floor: the bare package    ${floor50.toFixed(2)} ms p50 ${floor95.toFixed(2)} ms p95`,
      `ours                       ${ours50.toFixed(2)} ms p50 ${ours95.toFixed(2)} ms p95`,
      ...accounted.map(
        ({ name, p50, p95 }) =>
          `beyond it, reserved and settled, ${name}: ${p50.toFixed(2)} ms p50 ${p95.toFixed(2)} ms p95`,
      ),
    ],
    goals: [atMost("beyond the bare package, p95", ours95 - floor95, 5, "ms")],
  };
}

const share = (of: readonly number[], part: number): number =>
  of.toSorted((a, b) => a - b)[Math.floor(of.length * part)] ?? Number.NaN;
