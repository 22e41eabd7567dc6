import { rules as rulesEngine } from "#agency/engine.ts";
import { noExposure } from "#contract/actions.ts";
import { notFound } from "#contract/errors.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import * as agents from "#features/agents/store.ts";
import { boundsOf } from "#features/authority/levels/rules.ts";
import { policyOf } from "#features/authority/store.ts";
import { addPending, type Pending } from "#features/decisions/pending/service.ts";
import { fingerprint, rejectionCutoff } from "#features/decisions/rules.ts";
import * as decisions from "#features/decisions/store.ts";
import * as events from "#features/mailroom/events.ts";
import type { DraftRecord, Preference } from "#features/mailroom/learning/contract.ts";
import * as rules from "#features/mailroom/learning/rules.ts";
import * as store from "#features/mailroom/learning/store.ts";
import { languageOf, type Style } from "#features/mailroom/letters/templates.ts";
import type { MailLanguage } from "#features/mailroom/letters/template-texts.ts";
import { takeBack } from "#features/mailroom/sending/service.ts";
import { openingId } from "#features/mailroom/skills.ts";
import * as letters from "#features/mailroom/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

const most = { shown: 200, judged: rules.opening.newest };

/** How an executive's answers begin and end, as people have them. */
export const stylesOf = async (tx: Tx, role: AgentRoleId): Promise<Partial<Record<MailLanguage, Style>>> =>
  rules.stylesIn(await store.newest(tx, most.shown, role));

export async function preferencesOf(tx: Tx): Promise<Preference[]> {
  const rows = await store.newest(tx, most.shown);
  const subjects = await store.subjectsOf(tx, [...new Set(rows.map(({ letterId }) => letterId))]);
  const styles = new Map([...Map.groupBy(rows, ({ role }) => role)].map(([role, of]) => [role, rules.stylesIn(of)]));
  return rows.map(({ companyId: _companyId, at, ...row }) => {
    const style = styles.get(row.role)?.[row.language as MailLanguage];
    const isInUse = (row.kind === "greeting" || row.kind === "closing") && style?.[row.kind] === row.after;
    return { ...row, isInUse, at: at.toISOString(), subject: subjects.get(row.letterId) ?? "" };
  });
}

export const forgetPreference = (ctx: Ctx, id: string): Promise<{ message: string }> =>
  write(ctx, async (tx) => {
    const row = await store.remove(tx, id);
    if (!row) throw notFound();
    await record(tx, events.preferenceRemoved(row));
    return { message: "Forgotten. Later drafts no longer follow it." };
  });

/** Keeps what a person changed in a draft that was sent. */
export async function learn(tx: Tx, letterId: string): Promise<void> {
  const row = await letters.findLetter(tx, letterId);
  if (row?.judged !== "changed" || !row.role || row.proposed === null || row.draft === null) return;
  const { role, proposed, draft: sent, senderName: name, subject, body } = row;
  const changes = rules.changesIn({ proposed, sent, to: { name, text: `${subject}\n${body}` }, signature: 2 });
  await store.forget(tx, letterId);
  const language = languageOf(proposed);
  const of = { letterId, role, language, at: tx.now };
  await store.add(
    tx,
    changes.map((change) => ({ ...change, ...of, id: crypto.randomUUID() })),
  );
  if (changes.length > 0) await record(tx, events.changesLearned(row, changes.length));
}

type Of = { mailboxId: string; role: AgentRoleId };

const fingerprintOf = (agentId: string, { mailboxId, role }: Of) =>
  fingerprint(agentId, openingId, { mailboxId, role });

async function pendingOpening(tx: Tx, of: Of): Promise<DraftRecord["proposal"]> {
  const agent = await agents.ofRole(tx, of.role);
  const id = agent && (await decisions.findDuplicate(tx, agent.id, fingerprintOf(agent.id, of), null));
  const row = id ? await decisions.find(tx, id) : null;
  return row && { id: row.id, number: row.number };
}

const lower = (good: number, all: number): number => boundsOf(good, all).lower;

export async function recordOf(tx: Tx): Promise<DraftRecord[]> {
  const boxes = new Map((await letters.listMailboxes(tx)).map((box) => [box.id, box]));
  const found = await store.judged(tx, most.judged);
  const shown: DraftRecord[] = [];
  for (const one of found) {
    const { mailboxId, address, role, "as is": unedited, changed, left } = one;
    const { lowerBound } = rules.standingOf(role, one, lower);
    const isOpen = boxes.get(mailboxId)?.categories.includes(role) ?? false;
    const counts = { drafts: rules.draftsOf(one), unedited, changed, left, lowerBound };
    shown.push({
      mailboxId,
      address,
      role,
      ...counts,
      isOpen,
      proposal: await pendingOpening(tx, { mailboxId, role }),
    });
  }
  return shown;
}

const percent = (share: number): string => `${Math.floor(share * 1_000) / 10}%`;

/** After a person judged a draft: proposes to open its category, or closes it, where the record says so. */
export async function review(tx: Tx, letterId: string): Promise<void> {
  const row = await letters.findLetter(tx, letterId);
  const box = row && (await letters.findMailbox(tx, row.mailboxId));
  if (!row?.judged || !row.role || !box) return;
  const of = { mailboxId: box.id, role: row.role };
  const [found] = await store.judged(tx, most.judged, of);
  if (!found) return;
  const standing = rules.standingOf(of.role, found, lower);
  const isOpen = box.categories.includes(of.role);
  const counts = { unedited: found["as is"], drafts: rules.draftsOf(found), lowerBound: standing.lowerBound };
  if (isOpen && standing.mustClose) await close(tx, box, of.role, counts);
  else if (!isOpen && standing.mayOpen) await propose(tx, box, of, counts);
}

type Counts = { unedited: number; drafts: number; lowerBound: number };
const describe = ({ unedited, drafts, lowerBound }: Counts): string =>
  `${unedited} of ${drafts} drafts sent unedited, lower 95% bound ${percent(lowerBound)}`;

async function close(tx: Tx, box: letters.MailboxRow, role: AgentRoleId, counts: Counts): Promise<void> {
  await letters.changeMailbox(tx, box.id, { categories: box.categories.filter((one) => one !== role) });
  // What no person sent waits for one again.
  for (const held of await letters.heldOf(tx, box.id))
    if (held.role === role && held.sentBy === null && held.judged === null)
      await takeBack(tx, held, "Its category was closed.", null);
  await record(tx, events.categoryClosed(box, role, counts, describe(counts)));
}

/** A pending decision whose approval by an admin opens the category. */
async function propose(tx: Tx, box: letters.MailboxRow, of: Of, counts: Counts): Promise<void> {
  const known = await agents.ofRole(tx, of.role);
  const agent = known && (await agents.find(tx, known.id));
  if (agent?.status !== "active") return;
  const print = fingerprintOf(agent.id, of);
  const since = new Date(rejectionCutoff(tx.now.toISOString()));
  if (await decisions.findDuplicate(tx, agent.id, print, null)) return;
  if ((await decisions.findSettled(tx, agent.id, print, since))?.status === "rejected") return;
  const title = `Let ${agent.name} send answers of ${box.address} alone`;
  const line = describe(counts);
  const context = { ...of, ...counts };
  const pending = {
    id: crypto.randomUUID(),
    isTest: false,
    authorization: {
      verdict: "ask" as const,
      askOf: "the owner",
      reasons: ["Only an admin opens a category for sending"],
      limits: [],
      bound: "Category",
      autonomy: agent.autonomy,
      policyVersion: (await policyOf(tx, agent.role)).version,
    },
    title,
    description: `${line}; opening a category takes ${percent(rules.opening.bound)} over ${rules.opening.drafts} drafts.`,
    recommendation: `${line}. What promises something still asks you, and every answer can be undone before it leaves.`,
    confidence: counts.lowerBound,
    priority: "medium" as const,
    impact: "medium" as const,
    metadata: { financialImpact: null, returns: null, timeframe: "", stakeholders: [], risks: [] },
    alternatives: [{ title: "Keep sending them yourself", detail: "Drafts go on waiting for a person.", value: null }],
    evidence: [
      {
        kind: "drafts",
        reference: "Drafts that people judged",
        value: line,
        asOf: dayIn(tx.now, tx.timeZone),
        found: true,
      },
    ],
    exposure: noExposure,
    decisionType: openingId,
    fingerprint: print,
    context,
    engine: rulesEngine.id,
    runId: crypto.randomUUID(),
    origin: "system" as const,
    working: {
      verdict: "",
      steps: [],
      curves: [],
      questions: [],
      exposure: noExposure,
      effects: [{ action: openingId, input: context, summary: title }],
    },
  } satisfies Pending;
  await addPending(tx, agent, await agents.list(tx), pending);
}

/** Opens a category, as an admin approved it. */
export async function open(tx: Tx, { mailboxId, role, ...counts }: Of & Counts): Promise<boolean> {
  const box = await letters.findMailbox(tx, mailboxId);
  if (!box || role === "Legal" || box.categories.includes(role)) return false;
  await letters.changeMailbox(tx, mailboxId, { categories: [...box.categories, role] });
  await record(tx, events.categoryOpened(box, role, counts, describe(counts)));
  return true;
}
