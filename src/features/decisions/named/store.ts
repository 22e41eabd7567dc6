import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { DecisionStanding } from "#features/decisions/contract.ts";
import { usernameOf } from "#features/accounts/store.ts";
import type { DecisionOutcome } from "#features/decisions/ledger/contract.ts";
import { outcomeOf, standingOf } from "#features/decisions/ledger/store.ts";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

/** How many of the newest decisions are searched. */
const maxSearched = 1_000;
const maxResults = 3;

/**
 * Decisions whose title or counterparty matches, or all that is said of them: pending ones first, then the newest.
 */
export async function named(tx: Tx, isMatch: (name: string) => boolean, isAbout: (text: string) => boolean) {
  const isOwn = inCompany(tx, decisions);
  const compared = await tx.db
    .select({
      ...pick(decisions, "id title status decisionType reason"),
      counterparty: sql<string | null>`${decisions.exposure} ->> 'counterparty'`,
    })
    .from(decisions)
    .where(and(isOwn, eq(decisions.isTest, false)))
    .orderBy(desc(decisions.number))
    .limit(maxSearched);
  const matches = compared.filter(
    ({ title, counterparty, decisionType, reason }) =>
      isMatch(title) ||
      isMatch(counterparty ?? "") ||
      isAbout([title, counterparty ?? "", decisionType.replaceAll(/[^a-z]/gi, " "), reason ?? ""].join(" ")),
  );
  const isPending = ({ status }: (typeof matches)[number]): boolean => status === "pending";
  const first = [...matches.filter(isPending), ...matches.filter((one) => !isPending(one))].slice(0, maxResults);
  if (first.length === 0) return [];
  const ids = first.map(({ id }) => id);
  const rows = await tx.db
    .select({
      ...pick(decisions, "id number title recommendation"),
      outcome: sql<DecisionOutcome>`${sql.raw(outcomeOf("decisions"))}`,
      settledBy: usernameOf(sql`${decisions.companyId}`, sql`${decisions.settledBy}`).mapWith(String),
      standing: sql<DecisionStanding>`${sql.raw(standingOf("decisions"))}`,
      ...pick(decisions, "agentName agentRole exposure origin expiresAt settledAt"),
    })
    .from(decisions)
    .where(and(isOwn, inArray(decisions.id, ids)));
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
