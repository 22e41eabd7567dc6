import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { notFound } from "#contract/errors.ts";
import { deviceOf } from "#features/accounts/sessions/device.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as calls from "#features/security/audit/contract.ts";
import { describeDetails, headingOf, lineOf } from "#features/security/audit/rules.ts";
import * as store from "#features/security/audit/store.ts";
import { auditBroken, verificationStarted } from "#features/security/events.ts";
import { dayIn, now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { cursorOf, placeOf } from "#platform/db/cursor.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { newestAnchors } from "#platform/journal/anchor-file.ts";
import { openOrigin, record } from "#platform/journal/record.ts";
import { chainHead, hashAt, verifyRange } from "#platform/journal/store.ts";
import { announce } from "#platform/live/announce.ts";

export const verifyJob = { name: "audit-verify" };

/** Higher than any record's number. */
const end = Number.MAX_SAFE_INTEGER;

type Names = { people: ReadonlyMap<string, string>; agents: ReadonlyMap<string, string> };

async function namesOf(tx: Tx): Promise<Names> {
  const [people, team] = await Promise.all([accounts.usernames(tx), agents.names(tx)]);
  return { people, agents: new Map(team.map(({ id, name }) => [id, name])) };
}

function actorOf({ actorKind, actorId, agentId }: store.Row, names: Names): calls.AuditRow["actor"] {
  if (actorKind === "user") return { kind: "user", name: names.people.get(actorId ?? "") ?? "A former member" };
  const agent = actorKind === "agent" ? (actorId ?? agentId) : agentId;
  if (agent) return { kind: "agent", name: names.agents.get(agent) ?? "A former agent" };
  return { kind: "system", name: "Boardroom" };
}

function toRow(row: store.Row, names: Names): calls.AuditRow {
  const { seq, at, action, resource, resourceId, title, severity } = row;
  return { seq, at: at.toISOString(), actor: actorOf(row, names), action, resource, resourceId, title, severity };
}

type Asked = z.output<typeof calls.listAudit.query>;

/** A page of records before the cursor. A search that stopped at its limit returns a cursor to continue from. */
async function findPage(tx: Tx, asked: Asked & { format?: string }, list: string, size: number) {
  const key = { company: tx.company, list, ...asked };
  const [before] = asked.cursor ? placeOf(asked.cursor, key, ["bigint"]) : [];
  const { rows, searchedTo } = await store.find(tx, asked, before ? Number(before) : end, size + 1);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? (shown.at(-1)?.seq ?? null) : searchedTo;
  return { rows: shown, searchedTo, nextCursor: last === null ? null : cursorOf(key, [String(last)]) };
}

export async function list(tx: Tx, asked: Asked): Promise<calls.AuditPage> {
  const { rows, searchedTo, nextCursor } = await findPage(tx, asked, "audit", calls.pageSize);
  const names = await namesOf(tx);
  return { rows: rows.map((row) => toRow(row, names)), nextCursor, searchedTo };
}

const exportBatch = 2_000;

/** One batch of an export; the browser joins the batches and stops at `mostExported`. */
export async function exportPage(
  tx: Tx,
  { format, ...asked }: z.output<typeof calls.exportAudit.query>,
): Promise<z.output<typeof calls.exportAudit.response>> {
  const { rows, nextCursor } = await findPage(tx, { ...asked, format }, "audit-export", exportBatch);
  const names = await namesOf(tx);
  const lines = rows.map((row) =>
    lineOf(format, { ...toRow(row, names), details: row.details, hash: row.hash.toString("hex") }),
  );
  return {
    fileName: `audit-log-${dayIn(tx.now, tx.timeZone)}.${format}`,
    heading: headingOf(format),
    lines,
    nextCursor,
  };
}

export async function findRecord(tx: Tx, seq: number): Promise<calls.AuditRecord> {
  const [row, names] = await Promise.all([store.findOne(tx, seq), namesOf(tx)]);
  if (!row) throw notFound();
  const agent = row.agentId ? (names.agents.get(row.agentId) ?? "A former agent") : null;
  return {
    ...toRow(row, names),
    agent,
    complianceRelevant: row.complianceRelevant,
    details: describeDetails(row.details),
    ...(await originOf(tx, row)),
    hash: row.hash.toString("hex"),
    prevHash: row.prevHash.toString("hex"),
  };
}

async function originOf(
  tx: Tx,
  { sealed, sealedFor }: Pick<NonNullable<Awaited<ReturnType<typeof store.findOne>>>, "sealed" | "sealedFor">,
): Promise<Pick<calls.AuditRecord, "origin" | "withoutOrigin">> {
  if (!sealed || !sealedFor) return { origin: null, withoutOrigin: "It did not come from a person's browser." };
  const key = (await accounts.findActor(tx, sealedFor))?.sealedKey;
  if (!key)
    return { origin: null, withoutOrigin: "The person's data was deleted, and with it the key to their address." };
  const { address, userAgent, requestId = null } = openOrigin(tx, { id: sealedFor, sealedKey: key }, sealed);
  return { origin: { address, device: deviceOf(userAgent), requestId }, withoutOrigin: null };
}

const toVerification = (row: store.VerificationRow, people: ReadonlyMap<string, string>): calls.Verification => ({
  id: row.id,
  status: row.status,
  startedBy: row.startedBy && (people.get(row.startedBy) ?? "A former member"),
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  verified: row.verified,
  total: row.total,
  fault: row.faultSeq === null ? null : { seq: row.faultSeq, sentence: row.faultSentence ?? "" },
});

export async function chain(ctx: Ctx): Promise<calls.AuditChain> {
  const anchors = await newestAnchors(join(ctx.installation.dataDir, "anchors.jsonl"), ctx.company, 10);
  return read(ctx, async (tx) => {
    const [head, rows, people, actions] = await Promise.all([
      chainHead(tx),
      store.verifications(tx, 10),
      accounts.usernames(tx),
      store.actions(tx),
    ]);
    const resources = [...new Set(actions.map((action) => tx.events.resourceOf(action)).filter((one) => one !== null))];
    return {
      records: head.seq,
      verifications: rows.map((row) => toVerification(row, people)),
      anchors,
      actions,
      resources: resources.toSorted(),
    };
  });
}

/** Starts a verification of everything recorded so far, or returns the running one. */
export function startVerification(ctx: Ctx): Promise<calls.Verification> {
  return write(ctx, async (tx) => {
    const person = tx.actor.kind === "user" ? tx.actor.id : null;
    const people = await accounts.usernames(tx);
    const known = await store.running(tx);
    if (known) return toVerification(known, people);
    const { seq } = await chainHead(tx);
    const added = await store.addVerification(tx, { startedBy: person, total: seq });
    const row = added ?? (await store.running(tx));
    if (!row) throw new Error("The verification could not be started.");
    if (!added) return toVerification(row, people);
    if (person) await record(tx, verificationStarted(row.id, seq));
    await tx.jobs.send(tx.db, verifyJob, tx.company, { id: row.id });
    return toVerification(row, people);
  });
}

/** What open pages refetch during a verification. */
const subject = "audit-chain";

/** Records verified per statement, which takes far less than its time limit. */
const atOnce = 5_000;
const announceMs = 500;

/** Verifies in batches and saves its progress, so that a retry continues where it stopped. */
export async function verify(ctx: Ctx, id: string): Promise<void> {
  let row = await read(ctx, (tx) => store.findVerification(tx, id));
  let announcedAt = 0;
  while (row?.status === "running" && row.verified < row.total) {
    const { verified: from, total, lastHash } = row;
    const to = Math.min(from + atOnce, total);
    const found = await read(ctx, (tx) => verifyRange(tx, from, to, lastHash));
    if (found.fault) return finish(ctx, id, found.fault);
    const isShown = now().getTime() - announcedAt > announceMs;
    if (isShown) announcedAt = now().getTime();
    row = await note(ctx, async (tx) => {
      if (isShown) await announce(tx, { type: "audit.verification", id, refreshes: [subject] });
      return store.changeVerification(tx, id, { verified: to, lastHash: found.lastHash });
    });
    // Lets other queries run.
    await pause(1);
  }
  if (row?.status === "running") await finish(ctx, id, await faultAtHeadOrAnchors(ctx, row.total));
}

/** Compares the chain with its head and with its anchors outside the database; null if they agree. */
async function faultAtHeadOrAnchors(ctx: Ctx, total: number): Promise<{ seq: number; sentence: string } | null> {
  const anchors = await newestAnchors(join(ctx.installation.dataDir, "anchors.jsonl"), ctx.company, 10);
  return read(ctx, async (tx) => {
    const head = await chainHead(tx);
    if (!head.isLast)
      return { seq: head.seq, sentence: `The end of the log does not fit its head, record ${head.seq}.` };
    for (const { seq, hash, at } of anchors.toReversed()) {
      if (seq > total) continue;
      const known = await hashAt(tx, seq);
      const day = dayIn(new Date(at), tx.timeZone);
      if (known !== hash)
        return { seq, sentence: `Record ${seq} does not match the anchor signed on ${day}: the log was rewritten.` };
    }
    const ahead = anchors.find(({ seq }) => seq > head.seq);
    return ahead
      ? { seq: head.seq + 1, sentence: `Records after ${head.seq} were cut off; an anchor names ${ahead.seq}.` }
      : null;
  });
}

async function finish(ctx: Ctx, id: string, fault: { seq: number; sentence: string } | null): Promise<void> {
  await write(ctx, async (tx) => {
    const status = fault ? "broken" : "intact";
    const change = {
      status,
      finishedAt: now(),
      faultSeq: fault?.seq ?? null,
      faultSentence: fault?.sentence ?? null,
    } as const;
    if (!(await store.changeVerification(tx, id, change))) return;
    if (fault) await record(tx, auditBroken(id, fault));
    await announce(tx, { type: "audit.verification", id, refreshes: [subject, "security"] });
    await store.dropOld(tx, new Date(tx.now.getTime() - 365 * 86_400_000));
  });
  if (fault) ctx.log.error({ event: "security", company: ctx.company, ...fault }, "an audit log is broken");
}

/** Marks a verification as failed after the job's last attempt. */
export async function markFailed(ctx: Ctx, id: string): Promise<void> {
  await note(ctx, async (tx) => {
    await store.changeVerification(tx, id, { status: "failed", finishedAt: now() });
    await announce(tx, { type: "audit.verification", id, refreshes: [subject] });
  });
}
