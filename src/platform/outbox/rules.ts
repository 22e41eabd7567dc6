import type { DeliveryKind, Outcome } from "#platform/outbox/delivery.ts";

/** The waits after the first, second, … failed attempt: five attempts in all. */
const defaultPauses = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;
/** How long a delivery is worth sending by default. */
export const defaultLifeMs = 24 * 3_600_000;

/** The longest an attempt may take, and its lease, which outlasts it; in milliseconds. */
export const attemptMs = 45_000;
export const leaseMs = 60_000;

/** How long the state of a settled delivery is kept. */
export const stateLifeMs = 30 * 86_400_000;

/** Failures in a row after which nothing is sent to a destination for a while, then one delivery at a time. */
export const failuresToPause = 5;
const firstPauseMs = 60_000;
const longestPauseMs = 10 * 60_000;

/** How long a destination rests after so many failures in a row; 0: not at all. */
export const restAfter = (failures: number): number =>
  failures < failuresToPause
    ? 0
    : Math.min(firstPauseMs * 2 ** Math.min(failures - failuresToPause, 10), longestPauseMs);

const maxDoubts = ({ class: of, doubts }: Policy): number => (of === "once" ? 1 : (doubts ?? Infinity));

/** The most a receiver may ask us to wait before the next attempt. */
const longestAskedMs = 24 * 3_600_000;

type Policy = Pick<DeliveryKind, "class" | "doubts" | "pauses">;

/** What becomes of a delivery after an attempt. */
export type Next =
  | { status: "sent"; answer: string | null }
  | { status: "failed" | "unknown" | "cancelled"; answer: string }
  | { status: "held"; answer: string; doubts: number; afterMs: number };

/** `attempts` and `doubts` are those before the outcome, this attempt included. */
export function nextOf(
  kind: Policy,
  { attempts, doubts }: { attempts: number; doubts: number },
  outcome: Outcome,
): Next {
  if ("ok" in outcome) return { status: "sent", answer: outcome.answer ?? null };
  const pauses = kind.pauses ?? defaultPauses;
  const pause = pauses[attempts - 1];
  if ("unknown" in outcome) {
    const answer = outcome.unknown;
    const now = doubts + 1;
    return now >= maxDoubts(kind) || pause === undefined
      ? { status: "unknown", answer }
      : { status: "held", answer, doubts: now, afterMs: pause };
  }
  if ("cancelled" in outcome) return { status: doubts > 0 ? "unknown" : "cancelled", answer: outcome.cancelled };
  const answer = outcome.failed;
  // A failure says what became of this attempt; an earlier one may still have arrived.
  const end = doubts > 0 ? ("unknown" as const) : ("failed" as const);
  if (!outcome.again || pause === undefined) return { status: end, answer };
  const afterMs = Math.max(pause, Math.min(outcome.afterMs ?? 0, longestAskedMs));
  return { status: "held", answer, doubts, afterMs };
}

/** Whether an attempt in doubt must be looked into before anything is sent again. */
export const mustLook = (kind: Policy, doubts: number): boolean => kind.class === "once" && doubts > 0;

/** Whether it may not be sent again without looking: too often in doubt, or its sender was lost in every attempt. */
export const isBeyondDoubt = (kind: Policy, { attempts, doubts }: { attempts: number; doubts: number }): boolean =>
  (kind.class !== "once" && doubts >= maxDoubts(kind)) || attempts > (kind.pauses ?? defaultPauses).length + 1;
