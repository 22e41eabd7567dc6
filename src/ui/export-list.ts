import { csvFile, csvLine, type Value } from "#contract/csv.ts";
import { withRetries } from "#ui/retries.ts";
import { save } from "#ui/save.ts";
import { whileSignedIn } from "#ui/signed-in.ts";

type Part<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** Downloads all rows of a paged list as one CSV file, under the names of its columns. */
export async function exportList<Row>(
  fileName: string,
  columns: Readonly<Record<string, (row: Row) => Value>>,
  pageAt: (cursor: string | undefined, signal: AbortSignal) => Promise<Part<Row>>,
): Promise<void> {
  const signal = whileSignedIn();
  const lines = [csvLine(Object.keys(columns))];
  let cursor: string | undefined;
  do {
    const page = await withRetries(signal, () => pageAt(cursor, signal));
    for (const row of page.rows) lines.push(csvLine(Object.values(columns).map((cell) => cell(row))));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  save(fileName, [csvFile(lines)]);
}
