import type { Answer } from "#contract/endpoint.ts";
import { notFound } from "#contract/errors.ts";
import * as decisions from "#features/decisions/store.ts";
import type { getSender } from "#features/mailroom/senders/contract.ts";
import * as store from "#features/mailroom/store.ts";
import { openDealsOf, openInvoicesOf, partiesAt } from "#features/records/correspondents/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** What the records say of the sender of a letter, by address alone: a name proves nothing. */
export async function showSender(tx: Tx, letterId: string): Promise<Answer<typeof getSender>> {
  const letter = await store.findLetter(tx, letterId);
  if (!letter) throw notFound();
  const parties = letter.sender === "" ? [] : await partiesAt(tx, letter.sender);
  const customers = parties.flatMap(({ kind, id }) => (kind === "customers" ? [id] : []));
  const found = await Promise.all((await store.decisionsWith(tx, letter)).map((id) => decisions.find(tx, id)));
  return {
    parties,
    deals: customers.length > 0 ? await openDealsOf(tx, customers) : [],
    invoices:
      parties.length > 0
        ? await openInvoicesOf(
            tx,
            parties.map(({ id }) => id),
            dayIn(tx.now, tx.timeZone),
          )
        : [],
    decisions: found.flatMap((row) =>
      row ? [{ id: row.id, number: row.number, title: row.title, status: row.status }] : [],
    ),
  };
}
