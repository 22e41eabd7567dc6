import { join } from "node:path";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import {
  checkOversight,
  getOversightPage,
  initializeOversight,
  undoIntervention,
} from "#features/oversight/contract.ts";
import { clientOf, hire, type Member, signUp, testContexts } from "../world.ts";
import type { Fault, FaultOutcome } from "./fault.ts";
import { postgresStore } from "./kill-loop.ts";
import type { Query } from "./ledger.ts";
import { type Server } from "./server.ts";
import { openStage } from "./stage.ts";

const watcher = new URL("./watch-transactions.ts", import.meta.url).href;

/** What must be there together or not at all: each gives how often it is there. */
const together = {
  check: {
    finding: "SELECT count(*)::int AS n FROM oversight_findings WHERE company_id = $1 AND detector = 'budget_pace'",
    "paused agent": "SELECT count(*)::int AS n FROM agents WHERE company_id = $1 AND status = 'paused'",
    record: `SELECT count(*)::int AS n FROM journal WHERE company_id = $1 AND action = 'oversight.found'
      AND details->>'detector' = 'budget_pace'`,
  },
  undo: {
    "undone finding":
      "SELECT count(*)::int AS n FROM oversight_findings WHERE company_id = $1 AND undone_at IS NOT NULL",
    "active agent": "SELECT count(*)::int AS n FROM agents WHERE company_id = $1 AND status = 'active'",
    record: "SELECT count(*)::int AS n FROM journal WHERE company_id = $1 AND action = 'oversight.undone'",
  },
  resolve: {
    outcome: "SELECT count(*)::int AS n FROM forecasts WHERE company_id = $1 AND held IS NOT NULL",
    record: "SELECT count(*)::int AS n FROM journal WHERE company_id = $1 AND action = 'forecast.resolved'",
    "kept score": "SELECT coalesce(sum(resolved), 0)::int AS n FROM forecast_scores WHERE company_id = $1",
  },
} as const;

async function counted(query: Query, step: keyof typeof together, company: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [what, text] of Object.entries(together[step]))
    found[what] = (await query<{ n: number }>(text, [company]))[0]?.n ?? 0;
  return found;
}

/** A company whose CFO used more of its budget than the year's course allows, and a forecast that is due. */
async function prepare(server: Server, query: Query, trial: number): Promise<{ member: Member; decision: string }> {
  const member = await signUp(server.url, `judged${trial}`);
  const company = member.user.companyId;
  const [cfo] = await hire(member, "CFO");
  await member.call(initializeOversight);
  const { id } = await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  await member.call(settleDecision, { params: { id }, body: { approved: true } });
  await query("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await query(
    "UPDATE forecasts SET due_on = current_date - 1, resolver = 'human', measured_by = NULL WHERE company_id = $1",
    [company],
  );
  await query("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  await query(
    `INSERT INTO exposure_totals (company_id, agent_id, year, committed) VALUES ($1, $2, extract(year FROM now())::int, 499000)
     ON CONFLICT (company_id, agent_id, year) DO UPDATE SET committed = 499000`,
    [company, cfo?.id],
  );
  return { member, decision: id };
}

/** Kills a server in the middle of a check that intervenes, of its undoing, and of an outcome, and does each again. */
export async function killJudged(trials: number, say: (line: string) => void = () => undefined): Promise<FaultOutcome> {
  await using stage = openStage("judged");
  const { folder } = stage;
  const watchFile = join(folder, "transactions");
  const store = await postgresStore(stage);
  const start = () =>
    stage.start({ ...store.env, ROLE: "web", UNDO_SECONDS: "0", WATCH_TRANSACTIONS: watchFile }, ["--import", watcher]);
  let server = await start();
  const outcome = { kills: 0, inside: 0, landed: 0, violations: [] as string[] };
  for (let trial = 1; trial <= trials; trial += 1) {
    const { member, decision } = await store.inspect((query) => prepare(server, query, trial));
    const company = member.user.companyId;
    const again = () => Object.assign(clientOf(server.url), { cookie: member.cookie });
    const asked = {
      check: () => again().send(checkOversight.method, checkOversight.path),
      undo: async () => {
        const page = await again().call(getOversightPage);
        const finding = page.findings.find(({ detector }) => detector === "budget_pace")?.id ?? "none";
        return again().send("POST", undoIntervention.path.replace(":id", finding));
      },
      resolve: () =>
        again().send("POST", resolveForecast.path.replace(":id", decision).replace(":position", "1"), {
          body: { held: true },
        }),
    };
    for (const [step, send] of Object.entries(asked) as [keyof typeof asked, () => Promise<{ status: number }>][]) {
      const sent = send().catch(() => null);
      const { inside } = await store.freezeAndKill(server, watchFile, true);
      await sent;
      outcome.kills += 1;
      outcome.inside += inside > 0 ? 1 : 0;
      const after = await store.inspect((query) => counted(query, step, company));
      if (new Set(Object.values(after)).size > 1)
        outcome.violations.push(`${step} of trial ${trial} was left half done: ${JSON.stringify(after)}`);
      const isDone = Object.values(after)[0] === 1;
      outcome.landed += isDone ? 1 : 0;
      server = await start();
      // A check may be repeated; what was undone or resolved is said to be so.
      const { status } = await send();
      const wanted = isDone && step !== "check" ? 409 : 200;
      if (status !== wanted) outcome.violations.push(`${step} of trial ${trial} sent again was answered ${status}`);
      const ended = await store.inspect((query) => counted(query, step, company));
      if (Object.values(ended).some((times) => times !== 1))
        outcome.violations.push(`${step} of trial ${trial} ended as ${JSON.stringify(ended)}`);
    }
    say(`trial ${trial}: ${outcome.inside} of ${outcome.kills} kills inside a transaction`);
  }
  const { kills, inside, landed, violations } = outcome;
  return {
    injected: `${kills} kills after a check, an undo or an outcome was asked for`,
    hit: `${inside} found a transaction that had written; ${landed} came after the commit`,
    isVoid: inside === 0,
    violations,
  };
}

export const judged: Fault = {
  id: "R30",
  title: "kill -9 while oversight intervenes, an intervention is undone, or an outcome is recorded",
  promise:
    "Each is done with everything that belongs to it (the finding, the agent's status, the outcome, the kept score, the journal record) or not done, and doing it again ends the same, once.",
  run: async ({ runs, say }) => ({ postgres: await killJudged(Math.ceil(runs / 3), say) }),
};
