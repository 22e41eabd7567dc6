import { compose } from "#app/compose.ts";
import { openDemo } from "#app/demo/company.ts";
import { clear, lookAt, type Note, readNote, writeNote } from "#app/demo/place.ts";
import type { Config } from "#platform/config.ts";
import { makePassword } from "#platform/passwords.ts";

const username = "demo";

/**
 * Prepares the demo where there is none, or anew where that is asked for; gives who signs in to it, null where only the
 * folder it was prepared with knows. Refuses to touch what is no demo.
 */
export async function prepareDemo(
  config: Config,
  { fresh = false, tell = () => undefined }: { fresh?: boolean; tell?: (line: string) => void } = {},
): Promise<Note | null> {
  const { isThere } = await lookAt(config);
  const known = readNote(config);
  if (isThere && !fresh && (config.databaseUrl ? known?.prepared !== false : known?.prepared)) return known;
  if (isThere || known) clear(config);
  tell("Preparing the demo company, once. This takes some seconds.");
  const note = { username, password: makePassword(), prepared: false };
  // Whoever breaks off here finds that it is a demo, and no whole one.
  writeNote(config, note);
  // Nobody else works meanwhile: what the past queued is over when the jobs begin.
  const boardroom = await compose({ ...config, role: "web", snapshotEvery: 0 });
  try {
    await openDemo(boardroom.platform, note);
  } finally {
    await boardroom.close();
  }
  const prepared = { ...note, prepared: true };
  writeNote(config, prepared);
  return prepared;
}
