import * as runs from "#agency/run/store.ts";
import { formatNumber, pluralize } from "#contract/format.ts";
import { currency, shorten } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import * as policies from "#features/authority/store.ts";
import * as comments from "#features/communications/comments/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { findMailbox } from "#features/mailroom/store.ts";
import { pushAll } from "#features/notifications/push/service.ts";
import * as rules from "#features/notifications/rules.ts";
import * as store from "#features/notifications/store.ts";
import * as imports from "#features/records/imports/store.ts";
import { serviceOf } from "#connectors/catalogue.ts";
import type { ConnectionStatus } from "#features/integrations/contract.ts";
import * as connections from "#features/integrations/store.ts";
import { postNotice } from "#features/slack/posting/service.ts";
import * as incoming from "#features/webhooks/incoming/store.ts";
import { postNotification } from "#features/webhooks/service.ts";
import { countAll as countWebhooks } from "#features/webhooks/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { announce } from "#platform/live/announce.ts";

export const refreshAll = (tx: Tx): Promise<void> =>
  announce(tx, { type: "notifications.changed", id: null, refreshes: ["notifications"] });

type Notice = Omit<store.NewNotification, "userId">;

export async function notify(tx: Tx, to: Iterable<string>, notice: Notice): Promise<void> {
  const rows = [...new Set(to)].map((userId) => ({ ...notice, userId }));
  const added = await store.add(tx, rows);
  if (added.length === 0) return;
  await refreshAll(tx);
  await pushAll(tx, added);
  await postNotification(tx, notice, added.length);
  await postNotice(tx, notice);
}

export const approversOf = (tx: Tx, row: decisions.DecisionRow): Promise<string[]> =>
  authority.approversOf(tx, {
    id: row.id,
    agentId: row.agentId,
    type: row.decisionType,
    exposure: row.exposure,
    policyVersion: row.authorization.policyVersion,
  });

export const aboutDecision = (row: decisions.DecisionRow) => ({
  subject: row.id,
  href: `/decisions/${row.id}`,
  role: row.agentRole,
});

/** Notifies the approvers of a pending proposal; `occasion` distinguishes repetitions. */
export async function notifyOfProposal(tx: Tx, id: string, occasion: string, problem: string | null): Promise<void> {
  const row = await decisions.find(tx, id);
  if (!row || row.isTest || row.status !== "pending") return;
  const title = rules.titleWithAmount(row.title, row.exposure, currency.parse(tx.currency));
  await notify(tx, await approversOf(tx, row), {
    ...aboutDecision(row),
    kind: "proposal",
    occasion: `proposal:${id}:${occasion}`,
    title: problem ? `Pending again: ${title}` : title,
    detail: problem ?? rules.expiryText(dayIn(row.expiresAt, tx.timeZone), row.number),
  });
}

/** Notifies the approvers of a decision that the policy approved. */
export async function notifyOfPolicyApproval(tx: Tx, id: string): Promise<void> {
  const row = await decisions.find(tx, id);
  if (!row || row.isTest || row.policyEpoch === null || !row.settledAt) return;
  const title = rules.titleWithAmount(row.title, row.exposure, currency.parse(tx.currency));
  const minutes = Math.round(((row.undoUntil?.getTime() ?? 0) - row.settledAt.getTime()) / 60_000);
  const undo = minutes > 0 ? ` You can undo it for ${pluralize(minutes, "minute")}.` : "";
  await notify(tx, await approversOf(tx, row), {
    ...aboutDecision(row),
    kind: "approval",
    occasion: `approval:${id}:${row.settledAt.toISOString()}`,
    title: `Approved by policy: ${title}`,
    detail: `${row.agentName} stayed within the limits.${undo} D-${row.number}`,
  });
}

/** Marks the notifications of a policy approval read after a person has undone it. */
export async function closePolicyApproval(tx: Tx, id: string): Promise<void> {
  if (await store.markSubjectRead(tx, ["approval"], id)) await refreshAll(tx);
}

/** Marks a settled proposal's notifications read. */
export async function closeProposal(tx: Tx, id: string): Promise<void> {
  if (await store.markSubjectRead(tx, rules.pendingDecisionKinds, id)) await refreshAll(tx);
}

/** Marks a resolved forecast's notifications read. */
export async function closeForecast(tx: Tx, decisionId: string, position: number): Promise<void> {
  if (await store.markSubjectRead(tx, ["forecast"], rules.forecastSubject({ decisionId, position })))
    await refreshAll(tx);
}

/** Notifies the people a comment mentions, except its author. */
export async function notifyOfComment(tx: Tx, id: string): Promise<void> {
  const comment = await comments.find(tx, id);
  if (!comment) return;
  const { subject, subjectId, text, authorId } = comment;
  const people = (await accounts.people(tx)).filter((one) => one.id !== authorId);
  await notify(
    tx,
    rules.peopleNamedIn(text, people).map((one) => one.id),
    {
      kind: "comment",
      subject: subjectId,
      occasion: `comment:${id}`,
      title: `A comment on a ${subject} names you`,
      detail: `“${shorten(text, 200)}”`,
      href: subject === "task" ? `/?task=${subjectId}` : `/decisions/${subjectId}`,
      role: null,
    },
  );
}

const adminsOf = async (tx: Tx): Promise<string[]> =>
  (await accounts.people(tx)).filter(({ role }) => role === "admin").map(({ id }) => id);

/** Notifies the person who asked for a failed run, else the admins; a child run is reported with its parent. */
export async function notifyOfFailedRun(tx: Tx, id: string): Promise<void> {
  const run = await runs.find(tx, id);
  if (!run || run.parentId) return;
  await notify(tx, run.askedBy ? [run.askedBy] : await adminsOf(tx), {
    kind: "run",
    subject: id,
    occasion: `run:${id}`,
    title: `${run.label} failed`,
    detail: `${run.agentName} (${run.agentRole}). ${run.sentence ?? ""}`.trim(),
    href: `/runs/${id}`,
    role: run.agentRole,
  });
}

type FinishedImport = { fileName: string; sentence: string | null; createdBy: string; status: string };

function notifyOfImport(tx: Tx, id: string, href: string, { fileName, sentence, createdBy, status }: FinishedImport) {
  return notify(tx, [createdBy], {
    kind: "import",
    subject: id,
    occasion: `import:${id}`,
    title: `${fileName} ${status === "done" ? "imported" : "was not imported"}`,
    detail: sentence ?? "",
    href,
    role: null,
  });
}

export async function notifyOfFinishedImport(tx: Tx, id: string): Promise<void> {
  const row = await imports.find(tx, id);
  if (!row) return;
  const isOfKind = row.target !== null && row.target !== "figures" && row.target !== "document";
  await notifyOfImport(tx, id, isOfKind ? `/records/${row.target}?import=${id}` : `/?import=${id}`, row);
}

/** Notifies the admins of how much of a month's model budget is used; `agentId` is null for the company's. */
export async function notifyOfBudget(
  tx: Tx,
  agentId: string | null,
  { limit, isUsedUp }: { limit: number; isUsedUp: boolean },
): Promise<void> {
  const agent = agentId ? await agents.findEver(tx, agentId) : null;
  const whose = agent ? `${agent.name} (${agent.role})` : "The company";
  const amount = `$${formatNumber(limit, 2)}`;
  const month = dayIn(tx.now, tx.timeZone).slice(0, 7);
  await notify(tx, await adminsOf(tx), {
    kind: "budget",
    subject: agentId ?? tx.company,
    occasion: `budget:${agentId ?? "company"}:${month}:${limit}:${isUsedUp ? "used" : "nearly"}`,
    title: isUsedUp ? `${whose} used up the ${amount} model budget` : `${whose} used 80% of the ${amount} model budget`,
    detail: isUsedUp ? "Agents work by rules until the limit is raised or the month ends." : "For this month.",
    href: "/company-settings?tab=models",
    role: agent?.role ?? null,
  });
}

/** Notifies the admins of what oversight found. */
export async function notifyOfFinding(
  tx: Tx,
  id: string,
  agentId: string | null,
  { title, detail }: { title: string; detail: string },
): Promise<void> {
  const agent = agentId ? await agents.findEver(tx, agentId) : null;
  await notify(tx, await adminsOf(tx), {
    kind: "oversight",
    subject: id,
    occasion: `oversight:${id}`,
    title,
    detail,
    href: "/oversight",
    role: agent?.role ?? null,
  });
}

/** Notifies the other admins that someone raised limits. */
export async function notifyOfRaisedLimits(tx: Tx, id: string, raised: number): Promise<void> {
  if (raised === 0) return;
  const version = Number(id);
  const [admins, names, versions] = await Promise.all([
    adminsOf(tx),
    accounts.usernames(tx),
    policies.versionsIn(tx, [version]),
  ]);
  const by = versions.get(version)?.changedBy ?? "";
  const others = admins.filter((admin) => admin !== by);
  await notify(tx, others, {
    kind: "policy",
    subject: id,
    occasion: `policy:${id}`,
    title: `${names.get(by) ?? "An admin"} raised ${raised === 1 ? "a limit" : `${raised} limits`}`,
    detail: `Version ${version} of your limits applies now.`,
    href: `/policies?version=${version}`,
    role: null,
  });
}

/** Notifies the admins of a webhook that was switched off because nothing arrives. */
export async function notifyOfWebhook(tx: Tx, id: string, seq: number, name: string, because: string): Promise<void> {
  await notify(tx, await adminsOf(tx), {
    kind: "webhook",
    subject: id,
    occasion: `webhook:${id}:${seq}`,
    title: `The webhook ${name} was switched off`,
    detail: because,
    href: "/webhooks",
    role: null,
  });
}

/**
 * Notifies the admins of a connection that a person has to look after, or that was not read for long: once, however
 * often it fails before it is read again.
 */
export async function notifyOfConnection(
  tx: Tx,
  seq: number,
  { number, connector, to }: { number: number; connector: string; to: ConnectionStatus | "silent" },
): Promise<void> {
  const row = to === "error" || to === "expired" || to === "silent" ? await connections.find(tx, number) : null;
  if (!row || (to === "silent" ? row.status === "inactive" : row.status !== to)) return;
  const name = serviceOf(connector)?.name ?? connector;
  const isOver = row.status === "expired";
  await notify(tx, await adminsOf(tx), {
    kind: "integration",
    subject: String(number),
    occasion: `integration:${number}:${isOver ? seq : (row.lastSyncAt?.getTime() ?? seq)}`,
    title: isOver ? `Reconnect ${name}: it no longer accepts its sign-in` : `${name} cannot be read`,
    detail: row.problem ?? "",
    href: "/integrations?tab=active",
    role: null,
  });
}

/** Executives no longer send a category's answers alone. */
export async function notifyOfClosedCategory(
  tx: Tx,
  id: string,
  seq: number,
  { role, sentence }: { role: string; sentence: string },
): Promise<void> {
  await notify(tx, await adminsOf(tx), {
    kind: "mail",
    subject: id,
    occasion: `mail:${id}:${seq}`,
    title: `Answers of the ${role} wait for a person again`,
    detail: `${sentence}.`,
    href: "/mail",
    role: null,
  });
}

/** Webhooks are the company's and stay when an admin goes, who may know their addresses and secrets. */
export async function notifyOfKnownSecrets(tx: Tx, id: string, seq: number, was: string | undefined): Promise<void> {
  const hooks = was === "admin" ? (await countWebhooks(tx)) + (await incoming.list(tx)).length : 0;
  if (hooks === 0) return;
  await notify(tx, await adminsOf(tx), {
    kind: "webhook",
    subject: id,
    occasion: `webhook:${id}:${seq}`,
    title: "A former admin may know the secrets of your webhooks",
    detail: `${hooks === 1 ? "One webhook goes" : `${hooks} webhooks go`} on as before. To lock that person out, create new secrets, and new addresses for posting rows.`,
    href: "/webhooks",
    role: null,
  });
}

/** Notifies the admins, once an outage, of a mailbox that cannot be read. */
export async function notifyOfSilentMailbox(tx: Tx, id: string, seq: number): Promise<void> {
  const box = await findMailbox(tx, id);
  if (!box) return;
  await notify(tx, await adminsOf(tx), {
    kind: "mail",
    subject: id,
    occasion: `mail:${id}:${seq}`,
    title: `${box.address} has not been read for 15 minutes`,
    detail: box.lastError ?? "Look at the mailbox's connection.",
    href: "/mail",
    role: null,
  });
}

export async function closeSilentMailbox(tx: Tx, id: string): Promise<void> {
  if (await store.markSubjectRead(tx, ["mail"], id)) await refreshAll(tx);
}

export async function notifyOfAutopilot(tx: Tx, cycleId: string, sentence: string): Promise<void> {
  await notify(tx, await adminsOf(tx), {
    kind: "run",
    subject: cycleId,
    occasion: `autopilot:${cycleId}`,
    title: "Auto-pilot switched itself off",
    detail: sentence,
    href: `/orchestrator/cycles/${cycleId}`,
    role: null,
  });
}

/** Notifies everyone that the day's brief is ready. */
export async function notifyOfBrief(tx: Tx, runId: string, { lines }: { lines: number }): Promise<void> {
  const people = await accounts.people(tx);
  await notify(
    tx,
    people.map(({ id }) => id),
    {
      kind: "brief",
      subject: runId,
      occasion: `brief:${runId}`,
      title: "Your daily brief is ready",
      detail: lines === 1 ? "1 line" : `${lines} lines`,
      href: `/runs/${runId}`,
      role: "CEO",
    },
  );
}
