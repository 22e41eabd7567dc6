import { AppError, notFound } from "#contract/errors.ts";
import { includesRole } from "#contract/roles.ts";
import * as accounts from "#features/accounts/store.ts";
import * as authority from "#features/authority/store.ts";
import { numbersOf } from "#features/decisions/store.ts";
import type { Delivery, OutboxPage } from "#features/outbox/contract.ts";
import * as events from "#features/outbox/events.ts";
import * as store from "#features/outbox/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { kindOf, type Settled } from "#platform/outbox/delivery.ts";
import { announceDue } from "#platform/outbox/enqueue.ts";
import { payloadOf } from "#platform/outbox/sender.ts";
import { defaultLifeMs, failuresToPause } from "#platform/outbox/rules.ts";
import { change } from "#platform/outbox/store.ts";
import type { DeliveryStatus } from "#platform/outbox/tables.ts";

const dayMs = 86_400_000;

/** The outbox as a person sees it: receivers and contents only for those who may decide about them. */
export async function outboxOf(tx: Tx): Promise<OutboxPage> {
  const mayRead = includesRole(person(tx).role, "approver");
  const [found, lines, state, usernames] = await Promise.all([
    store.page(tx, new Date(tx.now.getTime() - dayMs)),
    store.lines(tx),
    authority.stateOf(tx),
    accounts.usernames(tx),
  ]);
  const rows = [...found.stuck, ...found.waiting, ...found.settled];
  const grants = await authority.grantsOf(tx, [...new Set(rows.flatMap(({ grantId }) => grantId ?? []))]);
  const numbers = await numbersOf(tx, [...new Set([...grants.values()].flatMap(({ decisionId }) => decisionId ?? []))]);
  const resting = new Map(found.destinations.map((one) => [one.destination, one]));
  const isResting = (name: string): boolean => (resting.get(name)?.closedUntil ?? tx.now) > tx.now;

  function show(row: store.DeliveryRow): Delivery {
    const kind = kindOf(tx, row.kind);
    const grant = row.grantId === null ? null : (grants.get(row.grantId) ?? null);
    const payload = mayRead && kind?.describe ? payloadOf(tx, kind, row) : null;
    const { what, to } = (payload !== null && kind?.describe?.(payload)) || {
      what: row.label || (kind?.title ?? row.kind),
      to: row.destination,
    };
    const line = row.orderKey === null ? null : (lines.get(row.orderKey) ?? null);
    const isWaiting = row.status === "held";
    const isStopped =
      isWaiting && row.holdEpoch !== null && (state.heldAt !== null || row.holdEpoch !== state.holdEpoch);
    const waitsFor = isStopped
      ? ("hold" as const)
      : isWaiting && line && line.first < row.seq
        ? ("order" as const)
        : isWaiting && isResting(row.destination)
          ? ("destination" as const)
          : null;
    const number = grant?.decisionId ? numbers.get(grant.decisionId) : undefined;
    return {
      id: row.id,
      kind: kind?.title ?? row.kind,
      what,
      to,
      status: row.status,
      dueAt: waitsFor === "hold" || waitsFor === "order" ? null : (row.dueAt?.toISOString() ?? null),
      waitsFor,
      attempts: row.attempts,
      behind: line && line.first === row.seq ? line.open - 1 : 0,
      answer: row.answer,
      createdAt: row.createdAt.toISOString(),
      settledAt: row.settledAt?.toISOString() ?? null,
      allowedBy:
        grant &&
        (grant.grantedBy === "policy" ? "the policy" : (usernames.get(grant.personId ?? "") ?? "a former member")),
      decision: grant?.decisionId && number !== undefined ? { id: grant.decisionId, number } : null,
      isRepeatable: row.sealed !== null,
    };
  }

  return {
    heldAt: state.heldAt?.toISOString() ?? null,
    stuck: found.stuck.map(show),
    scheduled: found.waiting.map(show),
    settled: found.settled.map(show),
    counts: found.counts,
    destinations: found.destinations.map(({ destination, failures, closedUntil, answer }) => ({
      name: destination,
      failures,
      restsUntil: isResting(destination) && failures >= failuresToPause ? (closedUntil?.toISOString() ?? null) : null,
      answer: answer ?? "",
    })),
  };
}

type Step = {
  from: readonly DeliveryStatus[];
  to: (tx: Tx, row: store.DeliveryRow) => Parameters<typeof change>[3];
  event: typeof events.deliveryHurried;
  refusal: string;
};

const settledBy = (tx: Tx) => ({ settledAt: tx.now, settledBy: person(tx).id, sealed: null });

const steps = {
  cancel: {
    from: ["held", "failed", "unknown"],
    to: (tx) => ({ status: "cancelled", ...settledBy(tx) }),
    event: events.deliveryCancelled,
    refusal: "It is being sent or has left, so it can't be cancelled.",
  },
  send: {
    from: ["held"],
    to: () => ({ isDue: true }),
    event: events.deliveryHurried,
    refusal: "It is not scheduled any more.",
  },
  retry: {
    from: ["failed", "unknown"],
    to: (tx, { kind }) => ({
      status: "held",
      attempts: 0,
      doubts: 0,
      settledAt: null,
      isDue: true,
      expiresAt: new Date(tx.now.getTime() + (kindOf(tx, kind)?.lifeMs ?? defaultLifeMs)),
    }),
    event: events.deliveryRetried,
    refusal: "It is not stuck any more.",
  },
  done: {
    from: ["failed", "unknown"],
    to: (tx) => ({ status: "sent", ...settledBy(tx) }),
    event: events.deliveryDone,
    refusal: "It is not stuck any more.",
  },
} as const satisfies Record<string, Step>;

/** What a person does about a delivery. */
export function act(ctx: Ctx, id: string, step: keyof typeof steps): Promise<OutboxPage> {
  const { from, to, event, refusal }: Step = steps[step];
  return write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (!row) throw notFound();
    if (step === "retry" && row.sealed === null && from.includes(row.status))
      throw new AppError("conflict", "Its content is deleted, so it can't be sent again.");
    if (step === "send" && row.holdEpoch !== null && (await authority.isHeld(tx)))
      throw new AppError("conflict", "Autonomous work is on hold. Resume it first.");
    if (!(await change(tx, id, from, to(tx, row)))) throw new AppError("conflict", refusal);
    await record(tx, event(row));
    // Those behind it may go now.
    await announceDue(tx);
    return outboxOf(tx);
  });
}

/** Records what became of an agent's delivery. */
export const recordSettled = (ctx: Ctx, { status, ...one }: Settled): Promise<void> =>
  write(ctx, async (tx) => {
    const kinds = {
      sent: events.deliverySent,
      failed: events.deliveryFailed,
      unknown: events.deliveryUnknown,
      cancelled: events.deliveryCancelled,
    };
    await record(tx, kinds[status](one));
  });
