import { setTimeout as sleep } from "node:timers/promises";
import { getBacktest, startBacktest } from "#features/decisions/backtest/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { authorize } from "#features/authority/rules.ts";
import type { AskedOf } from "#features/authority/requests/rules.ts";
import { hire, openWorld, testContexts } from "../test/world.ts";
import { median } from "./compare.ts";
import type { Report } from "./report.ts";

const requests = 10_000;
const rounds = 5;

/** A trial of changed limits on 10,000 requests of 90 days, from the call to its result, beside reading them alone. */
export async function measure(): Promise<Report> {
  const world = await openWorld();
  try {
    const member = await world.member();
    const [cfo] = await hire(member, "CFO");
    const body = { agentId: cfo?.id ?? "", ...testContexts.CFO };
    await member.call(makeDecision, { body });
    const company = member.user.companyId;
    await world.asOwner(
      `INSERT INTO authorizations (company_id, id, agent_id, role, decision_id, decision_type, occasion, is_test, inputs, answer, created_at)
       SELECT company_id, gen_random_uuid(), agent_id, role, gen_random_uuid(), decision_type, occasion, is_test, inputs,
         answer, now() - n * interval '12 minutes'
       FROM authorizations, generate_series(1, $2) n WHERE company_id = $1`,
      [company, requests - 1],
    );
    await world.asOwner("ANALYZE");
    const changes = [
      {
        role: "CFO" as const,
        decisionType: null,
        figures: { perDecision: 400_000, discountPercent: null, alone: null, aloneDiscountPercent: null },
      },
    ];
    const trial = async (): Promise<number> => {
      const from = performance.now();
      const sent = { days: 90 as const, base: 1, changes, assumption: "execute" as const };
      let { id, status } = await member.call(startBacktest, { body: sent });
      while (status === "running") {
        await sleep(50);
        ({ id, status } = await member.call(getBacktest, { params: { id } }));
      }
      return performance.now() - from;
    };
    const floor = async (): Promise<number> => {
      const from = performance.now();
      const rows = await world.asOwner<{ inputs: AskedOf }>(
        "SELECT inputs, answer FROM authorizations WHERE company_id = $1 ORDER BY created_at, id",
        [company],
      );
      for (const { inputs } of rows) authorize(...inputs);
      return performance.now() - from;
    };
    const [times, floors]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await trial());
      floors.push(await floor());
    }
    const [usual, slowest, least] = [median(times), Math.max(...times), median(floors)];
    return {
      title: `backtest  Changed limits tried on ${requests} requests, from the call to the result`,
      lines: [
        `${rounds} trials: median ${usual.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms, all of them changed`,
        `reading them and asking once each, without anything else: ${least.toFixed(0)} ms`,
      ],
      goals: [{ what: "a trial", found: `${usual.toFixed(0)} ms`, wanted: "under 3000 ms", met: usual < 3_000 }],
    };
  } finally {
    await world.close();
  }
}
