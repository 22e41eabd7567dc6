import type { OpenDatabase } from "#platform/db/open.ts";
import { asOperator } from "#platform/db/operator.ts";

/** Companies with passages that have no vector of this embedder. */
export const companiesWithout = (connectOwner: OpenDatabase["connectOwner"], embedder: string): Promise<string[]> =>
  asOperator(connectOwner, async (owner) => {
    const { rows } = await owner.query<{ company: string }>(
      `SELECT s.company_id AS company FROM brain_state s WHERE EXISTS (
         SELECT 1 FROM memories m WHERE m.company_id = s.company_id AND m.embedder IS DISTINCT FROM $1)`,
      [embedder],
    );
    return rows.map(({ company }) => company);
  });
