import { z } from "zod";
import * as product from "#app/rooms.ts";
import type { Rooms } from "#app/compose.ts";
import { jobContext } from "#features/accounts/service.ts";
import { personAuthorization } from "#features/authority/rules.ts";
import { newGrant } from "#features/authority/store.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { type Attempt, defineDelivery, type DeliveryKind, type Outcome } from "#platform/outbox/delivery.ts";
import { type DeliveryOptions, enqueue } from "#platform/outbox/enqueue.ts";
import type { Member, World } from "./world.ts";

const payload = z.strictObject({ to: z.string(), text: z.string() });
type Payload = z.infer<typeof payload>;
type Arrived = { id: string; text: string; number: number; doubts: number };
type Looked = "sent" | "not sent" | "unknown";

/** A kind of delivery of a test's own, and the receiver it goes to, which answers as told. */
export function standIn(name: string, more: Partial<DeliveryKind<typeof payload>> = {}) {
  const arrived: Arrived[] = [];
  const looked: string[] = [];
  let answer: (text: string, attempt: Attempt) => Outcome | Promise<Outcome> = () => ({ ok: true, answer: "taken" });
  let find: (text: string) => Looked = () => "unknown";
  const kind = defineDelivery({
    kind: name,
    title: `A ${name}`,
    payload,
    class: "keyed",
    destination: ({ to }) => to,
    describe: ({ to, text }) => ({ what: text, to }),
    pauses: [20, 20, 20, 20],
    async send(_ctx, { text }: Payload, attempt) {
      const { id, number, doubts } = attempt;
      arrived.push({ id, text, number, doubts });
      return answer(text, attempt);
    },
    ...more,
    ...(more.look && {
      async look(_ctx, { text }: Payload) {
        looked.push(text);
        return find(text);
      },
    }),
  });
  return {
    kind,
    arrived,
    looked,
    texts: () => arrived.map(({ text }) => text),
    /** How the receiver answers from now on. */
    behave(next: typeof answer) {
      answer = next;
    },
    /** What it says when it is asked what happened. */
    finds(next: typeof find) {
      find = next;
    },
  };
}

/** The product with these kinds of delivery as well. */
export const roomsWith = (...deliveries: DeliveryKind[]): Rooms => ({
  ...product,
  deliveries: [...product.deliveries, ...deliveries],
});

/** Writes deliveries of a company in one transaction, under one grant of a person; returns their ids. */
export async function deliver(
  { boardroom }: Pick<World, "boardroom">,
  { user }: Pick<Member, "user">,
  kind: DeliveryKind<typeof payload>,
  all: readonly (Payload & Partial<DeliveryOptions>)[],
): Promise<(string | null)[]> {
  const ctx = await jobContext(boardroom.platform, mintCompany(user.companyId));
  return write(ctx, async (tx) => {
    const grant = newGrant(tx, {
      grantedBy: "person",
      personId: user.id,
      effect: kind.kind,
      answer: personAuthorization(),
    });
    await grant.add();
    const ids: (string | null)[] = [];
    for (const { to, text, ...options } of all)
      ids.push(await enqueue(tx, kind, { to, text }, { intent: crypto.randomUUID(), grant: grant.id, ...options }));
    return ids;
  });
}

export type DeliveryRow = {
  id: string;
  status: string;
  sealed: Buffer | null;
  attempts: number;
  doubts: number;
  answer: string | null;
  due_at: Date | null;
};

/** The company's deliveries in order. */
export const deliveriesOf = (world: World, { user }: Pick<Member, "user">) =>
  world.asOwner<DeliveryRow>("SELECT * FROM deliveries WHERE company_id = $1 AND kind <> 'mail' ORDER BY seq", [
    user.companyId,
  ]);
export const statusesOf = async (world: World, member: Pick<Member, "user">) =>
  (await deliveriesOf(world, member)).map(({ status }) => status);

/** Makes everything that waits due at once, and destinations ready. */
export async function hurryDeliveries(world: Pick<World, "asOwner">): Promise<void> {
  await world.asOwner("UPDATE delivery_destinations SET closed_until = now() WHERE closed_until > now()");
  await world.asOwner("UPDATE deliveries SET due_at = now() WHERE status = 'held' AND due_at > now()");
  await world.asOwner("SELECT pg_notify('boardroom_outbox', '')");
}
