import type { Grant } from "#agency/action.ts";
import type { Exposure } from "#contract/actions.ts";
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Authorization } from "#features/authority/contract.ts";
import { defaultPolicies, type ExposureKeys, type Ledger, type YearLedger } from "#features/authority/limits/rules.ts";
import {
  authorityStates,
  exposures,
  exposureTotals,
  grants,
  policies,
  policyVersions,
} from "#features/authority/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inserting } from "#platform/db/inserting.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";
import { announceDue } from "#platform/outbox/enqueue.ts";
import { releaseHeld } from "#platform/outbox/store.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

/** The limits of a role, or of one of its types, and the version that set them. */
export type PolicyRow = Omit<typeof policies.$inferSelect, "companyId" | "isRemoved">;
type VersionRow = Omit<typeof policyVersions.$inferSelect, "companyId">;

const figures = pick(policies, "role decisionType version perDecision discountPercent alone aloneDiscountPercent");

/** Adds the defaults as version 1 to roles without a policy. */
export async function ensurePolicies(tx: Tx): Promise<void> {
  const rows = defaultPolicies.map(({ note: _, ...row }) => ({ ...row, companyId: tx.company, version: 1 }));
  await tx.db.insert(policyVersions).values(firstVersion(tx)).onConflictDoNothing();
  await tx.db.insert(policies).values(rows).onConflictDoNothing();
}

const firstVersion = (tx: Tx) => ({
  companyId: tx.company,
  version: 1,
  note: "Defaults",
  changedBy: null,
  restores: null,
  createdAt: tx.now,
});

/** The limits for a type: its own, else its role's, else the defaults. */
export async function policyOf(tx: Tx, role: AgentRoleId, decisionType = ""): Promise<PolicyRow> {
  const rows = await newestPolicy(tx, { role, type: decisionType });
  const own = rows.find((row) => row.decisionType !== "" && !row.isRemoved);
  const { isRemoved: _, ...row } =
    own ?? rows.find((candidate) => candidate.decisionType === "") ?? defaultPolicy(role);
  return row;
}
const newestPolicy = prepared<PolicyRow & { isRemoved: boolean }, { role: string; type: string }>((db) =>
  db
    .selectDistinctOn([policies.decisionType], { ...figures, isRemoved: policies.isRemoved })
    .from(policies)
    .where(
      and(
        eq(policies.companyId, company),
        eq(policies.role, sql.placeholder("role")),
        inArray(policies.decisionType, ["", sql.placeholder("type")]),
      ),
    )
    .orderBy(policies.decisionType, desc(policies.version)),
);

function defaultPolicy(role: AgentRoleId): PolicyRow & { isRemoved: boolean } {
  const found = defaultPolicies.find((policy) => policy.role === role);
  if (!found) throw new Error(`There is no default policy for ${role}.`);
  const { perDecision, discountPercent } = found;
  const none = { alone: null, aloneDiscountPercent: null, isRemoved: false };
  return { role, decisionType: "", version: 1, perDecision, discountPercent, ...none };
}

/** All limits as of a version: each role's and those of types with their own. */
export async function policiesAt(tx: Tx, version: number): Promise<PolicyRow[]> {
  const rows = await tx.db
    .selectDistinctOn([policies.role, policies.decisionType], { ...figures, isRemoved: policies.isRemoved })
    .from(policies)
    .where(inCompany(tx, policies, lte(policies.version, version)))
    .orderBy(policies.role, policies.decisionType, desc(policies.version));
  return defaultPolicies.flatMap(({ role }) => {
    const own = rows.filter((row) => row.role === role && !row.isRemoved);
    const all = own.some(({ decisionType }) => decisionType === "") ? own : [defaultPolicy(role), ...own];
    return all.map(({ isRemoved: _, ...row }) => row);
  });
}

export async function currentVersion(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ version: policyVersions.version })
    .from(policyVersions)
    .where(inCompany(tx, policyVersions))
    .orderBy(desc(policyVersions.version))
    .limit(1);
  return row?.version ?? 1;
}

export async function versionsIn(tx: Tx, versions: readonly number[]): Promise<Map<number, VersionRow>> {
  const rows = await tx.db
    .select()
    .from(policyVersions)
    .where(inCompany(tx, policyVersions, inArray(policyVersions.version, [...versions])));
  if (rows.length === 0 && versions.includes(1)) rows.push(firstVersion(tx));
  return new Map(rows.map(({ companyId: _, ...row }) => [row.version, row]));
}

type State = Pick<typeof authorityStates.$inferSelect, "oversight" | "holdEpoch" | "heldAt">;

/** INACTIVE until oversight is turned on. */
export async function stateOf(tx: Tx): Promise<State> {
  const [row] = await states(tx, {});
  return row ?? { oversight: "INACTIVE", holdEpoch: 0, heldAt: null };
}

/** Whether nothing may start or act on its own. */
export const isHeld = async (tx: Tx): Promise<boolean> => (await stateOf(tx)).heldAt !== null;
const states = prepared<typeof authorityStates.$inferSelect>((db) =>
  db.select().from(authorityStates).where(eq(authorityStates.companyId, company)),
);

/** Turns oversight on or off; a hold raises the epoch, so that effects from before it stay held. */
export async function setState(
  tx: Tx,
  { oversight, isHeld: held }: { oversight?: State["oversight"]; isHeld: boolean },
): Promise<State> {
  const before = await stateOf(tx);
  const heldAt = held ? tx.now : null;
  const [row] = await tx.db
    .insert(authorityStates)
    .values({ companyId: tx.company, ...(oversight && { oversight }), heldAt, holdEpoch: held ? 1 : 0 })
    .onConflictDoUpdate({
      target: authorityStates.companyId,
      set: {
        ...(oversight && { oversight }),
        heldAt,
        ...(held && { holdEpoch: sql`${authorityStates.holdEpoch} + 1` }),
      },
    })
    .returning();
  if (!row) throw new Error("The oversight state was not saved.");
  if (!held && before.heldAt) {
    await releaseHeld(tx, row.holdEpoch);
    await announceDue(tx);
  }
  return row;
}

export async function grantsOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Pick<typeof grants.$inferSelect, "grantedBy" | "personId" | "decisionId">>> {
  if (ids.length === 0) return new Map();
  const { id, grantedBy, personId, decisionId } = grants;
  const rows = await tx.db
    .select({ id, grantedBy, personId, decisionId })
    .from(grants)
    .where(inCompany(tx, grants, inArray(id, [...ids])));
  return new Map(rows.map(({ id: key, ...grant }) => [key, grant]));
}

/** The company's hold epoch; the company is $1. */
export const holdEpochSql = "coalesce((SELECT hold_epoch FROM authority_states WHERE company_id = $1), 0)";

/** True for a delivery `d` that a hold concerns, while the hold lasts and until what it held is released. */
export const heldDeliverySql = `d.hold_epoch IS NOT NULL AND EXISTS (SELECT FROM authority_states s
  WHERE s.company_id = d.company_id AND (s.held_at IS NOT NULL OR s.hold_epoch <> d.hold_epoch))`;

/** Exposures summed with a request: with its counterparty or purpose, or of its type if neither has one. */
const isSimilar = or(
  eq(exposures.counterparty, given("counterparty")),
  eq(exposures.purpose, given("purpose")),
  and(
    sql`coalesce(${given("counterparty")}::text, ${given("purpose")}::text) IS NULL`,
    isNull(exposures.counterparty),
    isNull(exposures.purpose),
    eq(exposures.decisionType, given("decisionType")),
  ),
);
type SimilarQuery = ExposureKeys & {
  agentId: string;
  decisionId: string;
  since: Date;
  until: Date;
  isDiscount: boolean;
};
const sumSimilar = prepared<{ amount: number }, SimilarQuery>((db) =>
  db
    .select({ amount: sql<number>`coalesce(sum(${exposures.amount}), 0)::float8` })
    .from(exposures)
    .where(
      and(
        eq(exposures.companyId, company),
        eq(exposures.agentId, given("agentId")),
        gt(exposures.createdAt, given("since")),
        lte(exposures.createdAt, given("until")),
        inArray(exposures.state, ["asked", "reserved", "committed"]),
        isSimilar,
        sql`(${exposures.kind} = 'discount') = ${given("isDiscount")}`,
        ne(exposures.decisionId, given("decisionId")),
      ),
    ),
);

const totalsOf = prepared<YearLedger, { agentId: string; year: number }>((db) =>
  db
    .select({ reservedThisYear: exposureTotals.reserved, committedThisYear: exposureTotals.committed })
    .from(exposureTotals)
    .where(
      and(
        eq(exposureTotals.companyId, company),
        eq(exposureTotals.agentId, sql.placeholder("agentId")),
        eq(exposureTotals.year, sql.placeholder("year")),
      ),
    ),
);

const farFuture = new Date("9999-12-31");

/**
 * The year's totals, and similar exposures of the last 30 days without this decision, optionally only those until a
 * moment; percent and money separately.
 */
export async function ledgerOf(
  tx: Tx,
  agentId: string,
  year: number,
  query: { keys: ExposureKeys; kind: Exposure["kind"]; decisionId: string; until?: Date },
): Promise<Ledger> {
  const since = new Date(tx.now.getTime() - 30 * 86_400_000);
  const { keys, kind, decisionId, until = farFuture } = query;
  const [[totals], [same]] = await Promise.all([
    totalsOf(tx, { agentId, year }),
    sumSimilar(tx, { ...keys, agentId, decisionId, since, until, isDiscount: kind === "discount" }),
  ]);
  return { ...(totals ?? { reservedThisYear: 0, committedThisYear: 0 }), sameKeyLast30Days: same?.amount ?? 0 };
}

/** By agent id. */
export async function yearLedgers(tx: Tx, year: number): Promise<Map<string, YearLedger>> {
  const rows = await tx.db
    .select({
      agentId: exposureTotals.agentId,
      reservedThisYear: exposureTotals.reserved,
      committedThisYear: exposureTotals.committed,
    })
    .from(exposureTotals)
    .where(inCompany(tx, exposureTotals, eq(exposureTotals.year, year)));
  return new Map(rows.map(({ agentId, ...ledger }) => [agentId, ledger]));
}

export async function addExposure(
  tx: Tx,
  row: Pick<
    typeof exposures.$inferInsert,
    "agentId" | "decisionId" | "kind" | "amount" | "counterparty" | "purpose" | "decisionType" | "state" | "year"
  >,
): Promise<void> {
  await insertExposures(tx, [{ ...row, id: crypto.randomUUID(), createdAt: tx.now }]);
}
const insertExposures = inserting(exposures);

export async function closeExposure(tx: Tx, decisionId: string, state: "committed" | "released"): Promise<void> {
  await closeHeld(tx, { decisionId, state, now: tx.now });
}
const closeHeld = prepared<{ id: string }, { decisionId: string; state: string; now: Date }>((db) =>
  db
    .update(exposures)
    .set({ state: given("state"), closedAt: given("now") })
    .where(
      and(
        eq(exposures.companyId, company),
        eq(exposures.decisionId, given("decisionId")),
        inArray(exposures.state, ["asked", "reserved"]),
      ),
    )
    .returning({ id: exposures.id }),
);

/** Reserves an approved amount while its effects are pending; no longer if the approval is undone. */
export async function reserve(tx: Tx, decisionId: string, isReserved: boolean): Promise<void> {
  const [from, to] = isReserved ? (["asked", "reserved"] as const) : (["reserved", "asked"] as const);
  await tx.db
    .update(exposures)
    .set({ state: to })
    .where(inCompany(tx, exposures, eq(exposures.decisionId, decisionId), eq(exposures.state, from)));
}

/** A grant that effects refer to; `add` stores it. */
export function newGrant(
  tx: Tx,
  row: {
    grantedBy: "person" | "policy";
    personId?: string | null;
    agentId?: string | null;
    decisionId?: string | null;
    effect: string;
    answer: Authorization;
  },
): Grant {
  const id = crypto.randomUUID();
  return {
    id,
    add: () => insertGrants(tx, [{ ...row, id, createdAt: tx.now }]),
  };
}
const insertGrants = inserting(grants);
