import { agencyOf } from "#agency/agency.ts";
import * as acting from "#features/orchestrator/autopilot/acting/service.ts";
import { autopilotStopped, cycleFinished } from "#features/orchestrator/autopilot/events.ts";
import { cycleSummary, paceAfter } from "#features/orchestrator/autopilot/rules.ts";
import { nextOf, quietUntil, slotName } from "#features/orchestrator/autopilot/service.ts";
import * as store from "#features/orchestrator/autopilot/store.ts";
import * as reflections from "#features/orchestrator/store.ts";
import { dayIn, now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { setSlot } from "#platform/jobs/store.ts";
import { record } from "#platform/journal/record.ts";

export const cycleJob = { name: "autopilot-cycle" };

/** Longer than a cycle takes with its retries; one that still runs after this has lost its job. */
const lostAfterMs = 2 * 3_600_000;
const lostSentence = "It did not finish in time.";

/** Begins the cycle of a slot. Where nothing is new since the last one, it is skipped and costs nothing. */
export async function begin(tx: Tx, slot: Date): Promise<void> {
  const running = await store.findRunning(tx);
  // A clock that was set back leaves a start in the future.
  const isLost = running && Math.abs(tx.now.getTime() - running.startedAt.getTime()) > lostAfterMs;
  if (isLost)
    await finish(tx, running, null, { ...acting.progressOf(running), status: "failed", sentence: lostSentence });
  const settings = await store.find(tx);
  if (!settings?.enabled || quietUntil(settings, tx.now, tx.timeZone)) return;
  const events = await store.countNew(tx, settings.seenSeq);
  const number = settings.cycles + 1;
  const isNew = events > 0 || settings.seenOn !== dayIn(tx.now, tx.timeZone);
  const row = {
    id: crypto.randomUUID(),
    number,
    slot,
    frequency: settings.interval,
    events,
    seq: await store.head(tx),
    startedAt: tx.now,
  };
  await store.put(tx, { ...settings, cycles: number });
  const reason = async (): Promise<string | null> => {
    if (running && !isLost) return "the previous cycle is still running";
    if (await agencyOf(tx).isHeld(tx)) return acting.agentsStopped;
    return isNew ? null : "nothing new";
  };
  const why = await reason();
  if (why) return store.add(tx, { ...row, status: "skipped", sentence: why, finishedAt: tx.now });
  await store.add(tx, { ...row, status: "running" });
  await tx.jobs.send(tx.db, cycleJob, tx.company, { cycleId: row.id });
}

/** Performs a cycle that has begun, in place of any earlier attempt. A failure ends it; the next slot is another try. */
export async function runCycle(ctx: Ctx, cycleId: string): Promise<void> {
  const begun = await write(ctx, (tx) => store.takeOver(tx, cycleId));
  if (!begun) return;
  let looked: acting.Looked | null = null;
  try {
    looked = await read(ctx, acting.look);
    const ended = await acting.act(ctx, begun, looked);
    // After a stop, everything it left undone counts as new in the next cycle.
    const seen = ended.sentence === acting.agentsStopped ? null : looked;
    await write({ ...ctx, now: now() }, (tx) => finish(tx, begun, seen, ended));
  } catch (error) {
    if (error instanceof acting.TakenOver) return;
    ctx.log.warn({ err: error }, "a cycle of auto-pilot failed");
    await fail(ctx, begun, acting.sentenceOf(error));
  }
}

const fail = (ctx: Ctx, { id, attempt }: store.CycleRow, sentence: string): Promise<void> =>
  write({ ...ctx, now: now() }, async (tx) => {
    const begun = await store.findCycle(tx, id);
    if (begun)
      await finish(tx, { ...begun, attempt }, null, { ...acting.progressOf(begun), status: "failed", sentence });
  });

/** Ends a cycle whose worker is gone. */
export async function endFailed(ctx: Ctx, cycleId: string): Promise<void> {
  const begun = await read(ctx, (tx) => store.findCycle(tx, cycleId));
  if (begun) await fail(ctx, begun, lostSentence);
}

/** Ends a cycle unless it has ended: saves its results, the pace and the next slot. */
async function finish(tx: Tx, begun: store.CycleRow, looked: acting.Looked | null, ended: acting.Ended): Promise<void> {
  const settings = await store.find(tx);
  if (!settings || !(await store.isHeld(tx, begun))) return;
  const { status, sentence } = ended;
  const { did } = ended;
  const checks = [...(looked?.checks ?? [])];
  if (status === "done" && looked) {
    const start = performance.now();
    const added = await reflections.upsert(tx, looked.findings);
    const ms = Math.round(performance.now() - start);
    checks.push({
      name: "Reflections",
      items: looked.findings.length,
      found: added > 0 ? `${added} added` : "Nothing",
      ms,
    });
  }
  const row = {
    status,
    sentence,
    looked: checks,
    did,
    left: ended.left,
    finishedAt: tx.now,
  };
  await store.end(tx, begun, row);
  const outcome = status === "done" ? (did.length > 0 ? "result" : "idle") : status;
  const { isOff, ...pace } = paceAfter(settings, outcome);
  const stopped = isOff
    ? `Auto-pilot switched itself off after ${pace.failures} failures in a row. The last one: ${sentence ?? "unknown"}`
    : settings.stopped;
  const next: store.Settings = {
    ...settings,
    ...pace,
    enabled: settings.enabled && !isOff,
    stopped,
    // After a failure everything is looked at again.
    ...(looked &&
      status !== "failed" && {
        seenSeq: begun.seq,
        seenOn: ended.hasMore ? null : dayIn(tx.now, tx.timeZone),
        seen: looked.findings.map(({ fingerprint }) => fingerprint),
      }),
  };
  await store.put(tx, next);
  if (isOff || next.interval !== settings.interval) await setSlot(tx, slotName, nextOf(tx, next));
  if (status !== "skipped")
    await record(
      tx,
      cycleFinished(begun.id, begun.number, cycleSummary(status, { did, left: ended.left, sentence }), {
        status,
        did: did.length,
        left: ended.left.length,
      }),
    );
  if (isOff && stopped) await record(tx, autopilotStopped(begun.id, stopped));
}
