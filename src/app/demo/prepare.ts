import { compose } from "#app/compose.ts";
import { openDemo } from "#app/demo/company.ts";
import { clearDemo, findDemo, type Note, readNote, writeNote } from "#app/demo/place.ts";
import type { Config } from "#platform/config.ts";
import { makePassword } from "#platform/passwords.ts";

const username = "demo";

/**
 * Prepares the demo if there is none or a fresh one is requested; returns its sign-in, or null if only the folder that
 * prepared it has the password. Refuses to touch anything but a demo.
 */
export async function prepareDemo(
  config: Config,
  { fresh = false, notify = () => undefined }: { fresh?: boolean; notify?: (line: string) => void } = {},
): Promise<Note | null> {
  const { isThere } = await findDemo(config);
  const known = readNote(config);
  if (isThere && !fresh && (config.databaseUrl ? known?.prepared !== false : known?.prepared)) return known;
  if (isThere || known) clearDemo(config);
  notify("Preparing the demo company. This happens once and takes a few seconds.");
  const note = { username, password: makePassword(), prepared: false };
  // If this is interrupted, the note marks the folder as an unfinished demo.
  writeNote(config, note);
  // Without a job worker, jobs start only after the demo's history is complete. No model is called or paid for it.
  const models = { ...config.models, connection: null };
  const boardroom = await compose({ ...config, models, role: "web", snapshotEvery: 0, undoSeconds: 0, plans: false });
  try {
    await openDemo(boardroom.platform, note);
  } finally {
    await boardroom.close();
  }
  const prepared = { ...note, prepared: true };
  writeNote(config, prepared);
  return prepared;
}
