import { asc, between, desc, lt } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Figures } from "#features/authority/contract.ts";
import { policies, policyVersions } from "#features/authority/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { pageOf, placeOf } from "#platform/db/cursor.ts";

type Version = Omit<typeof policyVersions.$inferSelect, "companyId">;
const page = 20;

/** Newest first. */
export async function list(tx: Tx, cursor: string | undefined): Promise<Page<readonly Version[]>> {
  const asked = { company: tx.company, list: "policy-versions" };
  const [last] = cursor ? placeOf(cursor, asked, ["int"]) : [];
  const rows = await tx.db
    .select()
    .from(policyVersions)
    .where(inCompany(tx, policyVersions, last === undefined ? undefined : lt(policyVersions.version, Number(last))))
    .orderBy(desc(policyVersions.version))
    .limit(page + 1);
  return pageOf(rows, page, asked, ({ version }) => [String(version)]);
}

/** Null if another save added the same version first. */
export async function addVersion(
  tx: Tx,
  row: Omit<Version, "createdAt">,
  changes: readonly { role: AgentRoleId; decisionType: string | null; figures: Figures | null }[],
): Promise<Version | null> {
  const [added] = await tx.db
    .insert(policyVersions)
    .values({ ...row, companyId: tx.company, createdAt: tx.now })
    .onConflictDoNothing()
    .returning();
  if (!added) return null;
  const { version } = row;
  await tx.db.insert(policies).values(
    changes.map(({ role, decisionType, figures }) => ({
      ...figures,
      companyId: tx.company,
      role,
      decisionType: decisionType ?? "",
      version,
      isRemoved: figures === null,
    })),
  );
  return added;
}

/** The changes of limits in these versions, and the last ones before them, oldest first. */
export async function rowsOf(tx: Tx, from: number, to: number): Promise<(typeof policies.$inferSelect)[]> {
  const { role, decisionType, version } = policies;
  const [before, within] = await Promise.all([
    tx.db
      .selectDistinctOn([role, decisionType])
      .from(policies)
      .where(inCompany(tx, policies, lt(version, from)))
      .orderBy(role, decisionType, desc(version)),
    tx.db
      .select()
      .from(policies)
      .where(inCompany(tx, policies, between(version, from, to)))
      .orderBy(asc(version)),
  ]);
  return [...before, ...within];
}
