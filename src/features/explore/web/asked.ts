import { type Query, query } from "#contract/query.ts";

/** The query of an address with defaults; null if invalid: the server then says why. */
export function parseQuery(q: string): Query | null {
  try {
    return query.safeParse(JSON.parse(q)).data ?? null;
  } catch {
    return null;
  }
}
