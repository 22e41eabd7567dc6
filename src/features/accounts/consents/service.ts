import type { ConsentKind } from "#features/accounts/consents/contract.ts";
import { consentGiven, consentWithdrawn } from "#features/accounts/consents/events.ts";
import * as store from "#features/accounts/consents/store.ts";
import { termsVersion } from "#features/accounts/rules.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

/** Gives or withdraws consents; those already in the wanted state are skipped. */
export async function setConsents(
  tx: Tx,
  userId: string,
  changes: Partial<Record<ConsentKind, boolean | undefined>>,
  terms: string = termsVersion,
): Promise<void> {
  for (const [kind, isOn] of Object.entries(changes) as [ConsentKind, boolean | undefined][]) {
    if (isOn === undefined) continue;
    const row = isOn ? await store.give(tx, userId, kind, terms) : await store.withdraw(tx, userId, kind);
    if (row) await record(tx, (isOn ? consentGiven : consentWithdrawn)(row.id, kind, row.terms));
  }
}
