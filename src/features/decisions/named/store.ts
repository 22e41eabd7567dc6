import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { DecisionStanding } from "#features/decisions/contract.ts";
import { standingOf } from "#features/decisions/ledger/store.ts";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";

/** Only the newest decisions are compared with a text. */
const mostCompared = 1_000;
const mostNamed = 3;
/** Shorter titles and names occur by chance. */
const shortest = 4;

const inWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** Decisions whose title or counterparty a text contains: pending ones first, then the newest. */
export async function namedIn(tx: Tx, text: string) {
  const isOwn = eq(decisions.companyId, tx.company);
  const words = inWords(text);
  const isNamed = (name: string | null): boolean =>
    name !== null && name.length >= shortest && words.includes(inWords(name));
  const compared = await tx.db
    .select({
      id: decisions.id,
      title: decisions.title,
      status: decisions.status,
      counterparty: sql<string | null>`${decisions.exposure} ->> 'counterparty'`,
    })
    .from(decisions)
    .where(and(isOwn, eq(decisions.isTest, false)))
    .orderBy(desc(decisions.number))
    .limit(mostCompared);
  const named = compared.filter(({ title, counterparty }) => isNamed(title) || isNamed(counterparty));
  const isPending = ({ status }: (typeof named)[number]): boolean => status === "pending";
  const first = [...named.filter(isPending), ...named.filter((one) => !isPending(one))].slice(0, mostNamed);
  if (first.length === 0) return [];
  const ids = first.map(({ id }) => id);
  const rows = await tx.db
    .select({
      id: decisions.id,
      number: decisions.number,
      title: decisions.title,
      recommendation: decisions.recommendation,
      standing: sql<DecisionStanding>`${sql.raw(standingOf("decisions"))}`,
      agentName: decisions.agentName,
      agentRole: decisions.agentRole,
      exposure: decisions.exposure,
      origin: decisions.origin,
      expiresAt: decisions.expiresAt,
      settledAt: decisions.settledAt,
    })
    .from(decisions)
    .where(and(isOwn, inArray(decisions.id, ids)));
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
