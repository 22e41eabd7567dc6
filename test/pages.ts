import { nextCursorHeader } from "#contract/cursor.ts";
import type { Client } from "./world.ts";

export type Row = { id: string };
type Answer = { rows?: Row[]; lines?: Row[]; items?: Row[]; nextCursor?: string | null };

/** Reads one page of a list by its address, gives its rows and where it goes on. */
export async function pageOf(
  client: Client,
  path: string,
  cursor: string | null = null,
): Promise<{ rows: Row[]; next: string | null }> {
  const address = cursor ? `${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}` : path;
  const { status, text, json, headers } = await client.send("GET", address);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  if (Array.isArray(json)) return { rows: json as Row[], next: headers.get(nextCursorHeader) };
  const { rows, lines, items, nextCursor = null } = json as Answer;
  return { rows: rows ?? lines ?? items ?? [], next: nextCursor };
}

/** Reads all pages of a list; `between` happens after the first one and hears the last row of it. */
export async function pagesOf(
  client: Client,
  path: string,
  between: (last: string) => Promise<unknown> = async () => undefined,
): Promise<Row[][]> {
  const pages: Row[][] = [];
  let next: string | null = null;
  do {
    const page = await pageOf(client, path, next);
    pages.push(page.rows);
    next = page.next;
    if (pages.length === 1) await between(page.rows.at(-1)?.id ?? "");
  } while (next !== null);
  return pages;
}
