import { type Query, query } from "#contract/query.ts";

/** Takes what an address holds, gives the query with its defaults; null where it is none: then the server says why. */
export function readAsked(q: string): Query | null {
  try {
    return query.safeParse(JSON.parse(q)).data ?? null;
  } catch {
    return null;
  }
}
