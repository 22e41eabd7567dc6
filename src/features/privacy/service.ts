import type { z } from "zod";
import * as consents from "#features/accounts/consents/store.ts";
import { setConsents } from "#features/accounts/consents/service.ts";
import { signedInAt } from "#features/accounts/sessions/store.ts";
import { recipients } from "#features/models/connection/service.ts";
import type { changeSettings, getActions, getProcessing, getSettings, Settings } from "#features/privacy/contract.ts";
import { otherAdmins } from "#features/privacy/erasing/service.ts";
import { deletionError, exportLimit, settingsOf } from "#features/privacy/rules.ts";
import { processing } from "#features/privacy/processing/service.ts";
import * as store from "#features/privacy/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

const shown = 100;

const current = async (tx: Tx): Promise<Settings> =>
  settingsOf((await consents.current(tx, person(tx).id)).map(({ kind }) => kind));

export async function settings(tx: Tx): Promise<z.infer<(typeof getSettings)["response"]>> {
  const rows = await consents.history(tx, person(tx).id, shown);
  return {
    success: true,
    privacySettings: await current(tx),
    consents: rows.map(({ id, kind, terms, givenAt, withdrawnAt }) => ({
      id,
      kind,
      terms,
      consentDate: givenAt.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    })),
    recipients: await recipients(tx),
  };
}

export function change(
  ctx: Ctx,
  { essential, ...changes }: Partial<Settings>,
): Promise<z.infer<(typeof changeSettings)["response"]>> {
  return write(ctx, async (tx) => {
    if (essential === false) return { success: false, error: "Essential processing cannot be switched off." };
    await setConsents(tx, person(tx).id, changes);
    return { success: true, privacySettings: await current(tx) };
  });
}

export async function actions(tx: Tx, sessionId: string): Promise<z.infer<(typeof getActions)["response"]>> {
  const { id, role } = person(tx);
  const since = new Date(tx.now.getTime() - exportLimit.within);
  const recent = await store.exportsSince(tx, id, since, exportLimit.most);
  const [last] = await store.exportsSince(tx, id, new Date(0), 1);
  const [other] = await otherAdmins(tx, id);
  return {
    lastExportAt: last?.toISOString() ?? null,
    exportsLeft: exportLimit.most - recent.length,
    otherAdmin: other?.username ?? null,
    closesCompany: role === "admin" && !other,
    mayDelete: deletionError({ confirmDeletion: true }, await signedInAt(tx, sessionId), tx.now) === null,
  };
}

export async function processingLog(tx: Tx): Promise<z.infer<(typeof getProcessing)["response"]>> {
  const runs = await store.retentionOf(tx, 50);
  const last = await store.lastRetention(tx);
  return {
    success: true,
    processingLog: await processing(tx),
    retentionRuns: runs.map(({ day, source, before, deleted }) => ({
      day,
      source,
      before: before.toISOString(),
      deleted,
    })),
    lastRetentionAt: last?.toISOString() ?? null,
  };
}
