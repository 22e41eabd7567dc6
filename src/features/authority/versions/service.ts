import { agencyOf } from "#agency/agency.ts";
import type { Page } from "#contract/cursor.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { type AgentRoleId, includesRole, roleTitle } from "#contract/roles.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import type { Policy } from "#features/authority/contract.ts";
import { policyChanged } from "#features/authority/events.ts";
import { toPolicies } from "#features/authority/service.ts";
import * as authority from "#features/authority/store.ts";
import type { LimitChange, LimitDifference, PolicyVersion } from "#features/authority/versions/contract.ts";
import * as rules from "#features/authority/versions/rules.ts";
import * as store from "#features/authority/versions/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

const toLimits = ({ decisionType, version: _, ...row }: authority.PolicyRow): rules.Limits => ({
  ...row,
  decisionType: decisionType || null,
});

const limitsAt = async (tx: Tx, version: number): Promise<rules.Limits[]> =>
  (await authority.policiesAt(tx, version)).map(toLimits);

const budgetsOf = async (tx: Tx): Promise<rules.Budgets> =>
  new Map((await agents.list(tx)).map(({ role, systemProps }) => [role, systemProps.budgetLimit]));

/** A draft on top of the version that applies; throws if that is another one or the draft can't be saved. */
export async function draftOf(tx: Tx, base: number, changes: readonly LimitChange[]) {
  const [current, budgets] = await Promise.all([authority.currentVersion(tx), budgetsOf(tx)]);
  if (base !== current) throw changedMeanwhile();
  const fault = rules.draftFault(changes) ?? changes.map((change) => typeFault(tx, change)).find(Boolean);
  if (fault) throw new AppError("unprocessable", fault);
  const from = await limitsAt(tx, current);
  const to = rules.changing(from, changes);
  return { from, to, differences: rules.differences(from, to, budgets) };
}

const changedMeanwhile = () =>
  new AppError("conflict", "Someone else just changed the limits. Reload, then check your changes against theirs.");

/** A type must be one that the role decides. */
function typeFault(tx: Tx, { role, decisionType }: LimitChange): string | null {
  if (decisionType === null) return null;
  const agency = agencyOf(tx);
  const guarded = agency.skillHandlers.get(`decision.${decisionType}`)?.skill ?? agency.actions.get(decisionType);
  if (!guarded) return `Unknown decision type: ${decisionType}.`;
  return guarded.roles.includes(role) ? null : `${guarded.label} does not belong to the ${roleTitle(role)}.`;
}

type Save = { base: number; note?: string | undefined };

/** Saves changes as the next version; earlier decisions keep the version they were made under. */
export function saveVersion(ctx: Ctx, { base, note, changes }: Save & { changes: readonly LimitChange[] }) {
  return write(ctx, (tx) => save(tx, { base, note, changes, restores: null }));
}

export function restoreVersion(ctx: Ctx, version: number, { base, note }: Save): Promise<PolicyVersion> {
  return write(ctx, async (tx) => {
    const current = await authority.currentVersion(tx);
    if (!(await authority.versionsIn(tx, [version])).has(version)) throw notFound();
    const [from, to, budgets] = await Promise.all([limitsAt(tx, current), limitsAt(tx, version), budgetsOf(tx)]);
    const changes = rules.changesTo(from, to, budgets);
    return save(tx, { base, note, changes, restores: version });
  });
}

/** Changes one role's own limits, based on the current version. */
export function changePolicy(
  ctx: Ctx,
  role: AgentRoleId,
  figures: { perDecision: number | null; discountPercent: number | null; note?: string | undefined },
): Promise<Policy> {
  return write(ctx, async (tx) => {
    const { note, ...limits } = figures;
    const before = await authority.policyOf(tx, role);
    const { alone, aloneDiscountPercent } = before;
    const base = await authority.currentVersion(tx);
    const changes = [{ role, decisionType: null, figures: { ...limits, alone, aloneDiscountPercent } }];
    await save(tx, { base, note, changes, restores: null });
    const [policy] = await toPolicies(tx, [await authority.policyOf(tx, role)]);
    if (!policy) throw new Error("The policy was not saved.");
    return policy;
  });
}

async function save(
  tx: Tx,
  { base, note = "", changes, restores }: Save & { changes: readonly LimitChange[]; restores: number | null },
): Promise<PolicyVersion> {
  await authority.ensurePolicies(tx);
  const { differences } = await draftOf(tx, base, changes);
  if (differences.length === 0) throw new AppError("conflict", "These limits already apply: nothing changes.");
  const by = person(tx);
  const raised = differences.filter(({ isLooser }) => isLooser).length;
  if (raised > 0 && !includesRole(by.role, "admin"))
    throw new AppError("forbidden", "Only an admin may raise a limit. You may lower limits.");
  const row = { version: base + 1, note, changedBy: by.id, restores };
  const added = await store.addVersion(tx, row, changes);
  if (!added) throw changedMeanwhile();
  await record(tx, policyChanged(added.version, { restores, raised, changes: differences }));
  await agencyOf(tx).recheckApprovals(tx);
  return toVersion(added, differences, await accounts.usernames(tx));
}

type VersionRow = NonNullable<Awaited<ReturnType<typeof store.addVersion>>>;

function toVersion(
  { version, note, changedBy, restores, createdAt }: VersionRow,
  changes: LimitDifference[],
  names: Map<string, string>,
): PolicyVersion {
  const by = changedBy ? (names.get(changedBy) ?? "a former member") : "default";
  return { version, note, changedBy: by, restores, createdAt: createdAt.toISOString(), changes };
}

/** Newest first; version 1 is the defaults. */
export async function listVersions(tx: Tx, cursor: string | undefined): Promise<Page<PolicyVersion[]>> {
  const [found, names, budgets] = await Promise.all([store.list(tx, cursor), accounts.usernames(tx), budgetsOf(tx)]);
  const versions = found.rows.map(({ version }) => version);
  const first = versions.at(-1) ?? 1;
  const rows = await store.rowsOf(tx, first, versions[0] ?? 1);
  const changes = new Map<number, LimitDifference[]>();
  const defaults = new Map((await limitsAt(tx, 0)).map((row) => [keyOf(row), row]));
  let limits = new Map(defaults);
  for (const row of rows.filter(({ version }) => version < first)) limits = withRow(limits, row);
  for (const version of versions.toReversed()) {
    const before = limits;
    for (const row of rows) if (row.version === version) limits = withRow(limits, row);
    changes.set(version, rules.differences([...before.values()], [...limits.values()], budgets));
  }
  return { ...found, rows: found.rows.map((row) => toVersion(row, changes.get(row.version) ?? [], names)) };
}

type Stored = Awaited<ReturnType<typeof store.rowsOf>>[number];
const keyOf = ({ role, decisionType }: rules.Limits): string => `${role}\n${decisionType ?? ""}`;

function withRow(limits: ReadonlyMap<string, rules.Limits>, row: Stored): Map<string, rules.Limits> {
  const { companyId: _, isRemoved, version: _version, ...rest } = row;
  const changed = { ...rest, decisionType: row.decisionType || null };
  const next = new Map(limits);
  if (isRemoved) next.delete(keyOf(changed));
  else next.set(keyOf(changed), changed);
  return next;
}

export async function showVersion(tx: Tx, version: number, compared: number | undefined) {
  const against = compared ?? (version > 1 ? version - 1 : null);
  const wanted = [version, ...(against === null ? [] : [against])];
  const [found, names, budgets] = await Promise.all([
    authority.versionsIn(tx, wanted),
    accounts.usernames(tx),
    budgetsOf(tx),
  ]);
  const row = found.get(version);
  if (!row || wanted.some((one) => !found.has(one))) throw notFound();
  const rows = await authority.policiesAt(tx, version);
  const from = against === null ? [] : await limitsAt(tx, against);
  const changes = against === null ? [] : rules.differences(from, rows.map(toLimits), budgets);
  return { ...toVersion(row, changes, names), against, policies: await toPolicies(tx, rows) };
}
