import type { z } from "zod";
import type { CompanyId, Ctx, Platform, Tx } from "#platform/context.ts";

/**
 * What a second sending of the same delivery does. `repeatable`: nothing worse than the first. `keyed`: the receiver
 * recognizes it by its id. `once`: it has its effect again, so after an attempt in doubt `look` finds out what happened,
 * or a person does.
 */
export type DeliveryClass = "repeatable" | "keyed" | "once";

/** The outcome of an attempt. */
export type Outcome =
  /** It arrived. `answer` holds the receiver's words. */
  | { ok: true; answer?: string }
  /**
   * It did not arrive. `again`: it is worth trying later, after `afterMs` if the receiver said when. `isOwnFault`: another
   * delivery to the same destination may well arrive.
   */
  | { failed: string; again: boolean; afterMs?: number; isOwnFault?: true }
  /** It did not leave, and is not to leave any more: its cause is gone. */
  | { cancelled: string }
  /** It may have arrived. */
  | { unknown: string };

/** What looking into a delivery in doubt found. */
export type Found = "sent" | "not sent" | "unknown" | { cancelled: string };

/** This attempt at a delivery. `id` stays the same through all of them. */
export type Attempt = {
  id: string;
  number: number;
  /** Earlier attempts after which it may have arrived. */
  doubts: number;
  createdAt: Date;
  /** Aborts when the attempt takes too long. */
  signal: AbortSignal;
};

/** How a delivery ended. `sent` by a person: marked as done. */
export type Settled = {
  id: string;
  kind: string;
  label: string;
  destination: string;
  about: string | null;
  grantId: string | null;
  status: "sent" | "failed" | "unknown" | "cancelled";
  answer: string | null;
};

/** One kind of thing that leaves the product. */
export type DeliveryKind<Payload extends z.ZodType = z.ZodType> = {
  kind: string;
  /** In the outbox: "Webhook". */
  title: string;
  payload: Payload;
  class: DeliveryClass;
  /** Where it goes, such as a host; without personal details. Each destination has a breaker of its own. */
  destination(payload: z.output<Payload>): string;
  /** What it is and for whom, for people, while it is not settled. By default its label and destination. */
  describe?(payload: z.output<Payload>): { what: string; to: string };
  /** One attempt, outside any transaction. What it throws counts as an unknown outcome. */
  send(ctx: Ctx, payload: z.output<Payload>, attempt: Attempt): Promise<Outcome>;
  /** Whether a delivery in doubt arrived; where it throws, it is asked again later. */
  look?(ctx: Ctx, payload: z.output<Payload>, attempt: Attempt): Promise<Found>;
  /** The wait after the first, second, … failed attempt, in milliseconds; after the last of them it is given up. */
  pauses?: readonly number[];
  /** The most attempts with an unknown outcome; by default none for `once`, and any number for the others. */
  doubts?: number;
  /** How long one is worth sending, in milliseconds. */
  lifeMs?: number;
  /** Whether a hold on autonomous work holds it too; by default it does. */
  isHeld?: boolean;
  /** Whether its payload is deleted when it is given up, so that no one can send it again; by default it is kept. */
  isWiped?: boolean;
  /** Runs in the transaction that settles it. */
  settled?(tx: Tx, delivery: Settled): Promise<void>;
};

/** Describes one kind of delivery; `compose` lists them all. */
export const defineDelivery = <Payload extends z.ZodType>(kind: DeliveryKind<Payload>): DeliveryKind<Payload> => kind;

export type Kinds = ReadonlyMap<string, DeliveryKind>;

/** The kind of a stored delivery; undefined if only another version knows it. */
export const kindOf = ({ outbox }: Platform, name: string): DeliveryKind | undefined =>
  outbox.kinds.get(name) as DeliveryKind | undefined;

/** By name; throws on duplicates, and on a kind that could be sent twice unnoticed. */
export function kindsByName(kinds: readonly DeliveryKind[]): Kinds {
  const byName = new Map(kinds.map((one) => [one.kind, one]));
  if (byName.size < kinds.length) throw new Error("Two kinds of delivery have the same name.");
  for (const { kind, class: of, doubts } of kinds)
    if (of === "once" && doubts !== undefined)
      throw new Error(`${kind} is sent once: it may not be sent again in doubt.`);
  return byName;
}

/** Stands for the installation itself, whose deliveries belong to no company. */
export const installation = "00000000-0000-0000-0000-000000000000" as CompanyId;
