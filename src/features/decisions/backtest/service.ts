import { setImmediate as turn } from "node:timers/promises";
import { notFound } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import * as replay from "#features/authority/backtest/rules.ts";
import { policyTried } from "#features/authority/events.ts";
import * as requests from "#features/authority/requests/store.ts";
import type { LimitChange } from "#features/authority/versions/contract.ts";
import { draftOf } from "#features/authority/versions/service.ts";
import type { Backtest, BacktestCase } from "#features/decisions/backtest/contract.ts";
import { collectResults, type ReplayedRequest } from "#features/decisions/backtest/rules.ts";
import * as store from "#features/decisions/backtest/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { announce } from "#platform/live/announce.ts";

export const backtestJob = { name: "policy-backtest" };
/** Requests read at a time. */
const batchSize = 1_000;
/** Milliseconds after which the replay yields to the event loop. */
const yieldAfterMs = 15;

type Start = {
  days: number;
  base: number;
  changes: readonly LimitChange[];
  assumption?: replay.Assumption | undefined;
};

/** Queues a trial of changed limits, which is kept for a day; it changes no limit. */
export function start(ctx: Ctx, { days, base, changes, assumption = "as it was" }: Start): Promise<Backtest> {
  return write(ctx, async (tx) => {
    const { from: now, to: tried, differences } = await draftOf(tx, base, changes);
    const since = new Date(tx.now.getTime() - days * 86_400_000);
    const { count: total, since: recordedSince } = await requests.extent(tx, since);
    const id = crypto.randomUUID();
    const asked = { id, startedBy: person(tx).id, days, base, assumption, limits: { now, tried }, differences };
    await store.add(tx, { ...asked, since, recordedSince, total, status: "running", done: 0, result: null });
    await record(tx, policyTried(id, { base, days, changes: differences }));
    await tx.jobs.send(tx.db, backtestJob, tx.company, { backtestId: id });
    return show(tx, id);
  });
}

export async function show(tx: Tx, id: string): Promise<Backtest> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  const { status, days, base, assumption, since, recordedSince, done, total, differences, result } = row;
  return {
    id,
    status,
    days,
    base,
    assumption,
    done,
    total,
    differences,
    result,
    from: since.toISOString(),
    recordedSince: recordedSince?.toISOString() ?? null,
  };
}

export async function listCases(tx: Tx, id: string, kind: "changed" | "unjudged", cursor: string | undefined) {
  if (!(await store.find(tx, id))) throw notFound();
  return store.listCases(tx, id, kind, cursor);
}

/** Evaluates every request of the period again, in batches, and saves the result once. */
export async function run(ctx: Ctx, id: string): Promise<void> {
  const trial = await read(ctx, (tx) => store.find(tx, id));
  if (trial?.status !== "running") return;
  const money = currency.parse(ctx.currency);
  const now = replay.replayer(trial.limits.now, trial.assumption);
  const tried = replay.replayer(trial.limits.tried, trial.assumption);
  const results = collectResults();
  let last: requests.PastRow | null = null;
  let done = 0;
  let began = performance.now();
  for (;;) {
    const [rows, endings] = await read(ctx, async (tx) => {
      const part = await requests.asked(tx, trial.since, last, batchSize);
      return [
        part,
        await store.ended(
          tx,
          part.map(({ decisionId }) => decisionId),
        ),
      ] as const;
    });
    for (const row of rows) {
      const past = toPast(row, ctx.timeZone);
      const fault = replay.judgeFault(past, money);
      results.add(
        toReplayed(row, past, endings.get(row.decisionId), fault ? { fault } : { now: now(past), tried: tried(past) }),
      );
      if (performance.now() - began < yieldAfterMs) continue;
      await turn();
      began = performance.now();
    }
    last = rows.at(-1) ?? null;
    done += rows.length;
    if (rows.length < batchSize) break;
    await note(ctx, (tx) => store.setDone(tx, id, Math.min(done, trial.total)));
  }
  await note(ctx, async (tx) => {
    await store.setDone(tx, id, trial.total);
    if (await store.finish(tx, id, results.result(), results.cases())) await announceEnd(tx, id);
  });
}

/** Ends a trial whose every attempt failed. */
export const fail = (ctx: Ctx, id: string): Promise<void> =>
  note(ctx, async (tx) => {
    if (await store.finish(tx, id, null)) await announceEnd(tx, id);
  });

const announceEnd = (tx: Tx, id: string): Promise<void> =>
  announce(tx, { type: "backtest.ended", id, refreshes: ["backtests"] });

function toPast(row: requests.PastRow, timeZone: string): replay.Past {
  const { agentId, role, decisionType, counterparty, purpose, inputs, answer, createdAt, releasedAt } = row;
  return {
    agentId,
    role,
    decisionType,
    inputs,
    answer,
    keys: { counterparty, purpose, decisionType },
    at: createdAt.getTime(),
    year: Number(dayIn(createdAt, timeZone).slice(0, 4)),
    releasedAt: releasedAt?.getTime() ?? null,
  };
}

function toReplayed(
  row: requests.PastRow,
  past: replay.Past,
  ended: store.EndedRow | undefined,
  answers: ReplayedRequest["answers"],
): ReplayedRequest {
  const { id, role, decisionType, createdAt } = row;
  const [request] = past.inputs;
  const shown: Omit<BacktestCase, "now" | "tried" | "fault"> = {
    id,
    role,
    decisionType,
    exposure: request.exposure,
    decisionId: ended?.id ?? null,
    title: ended?.title ?? request.action.label,
    agentName: request.agent.name,
    at: createdAt.toISOString(),
    ending: endingOf(ended),
  };
  const { settledAt = null } = ended ?? {};
  const waitedMs = row.answer.verdict === "ask" && settledAt ? settledAt.getTime() - createdAt.getTime() : null;
  return { past, shown, waitedMs, answers };
}

function endingOf(ended: store.EndedRow | undefined): replay.Ending {
  if (!ended) return "open";
  const { outcome, undoneAt, isByPerson } = ended;
  if (outcome === "held" || outcome === "notHeld") return outcome;
  if (outcome === "rejected" && isByPerson) return "rejected";
  return undoneAt && outcome === "pending" ? "undone" : "open";
}
