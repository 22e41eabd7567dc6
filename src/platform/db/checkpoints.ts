import type pg from "pg";

const everyMs = 5 * 60_000;
/** Bytes of write-ahead log after which a checkpoint is due; without one the log would grow until the next start. */
const due = 64 * 1024 * 1024;

/** The embedded engine has no checkpointer, so this keeps its log short. Returns a function that stops it. */
export function keepCheckpoints(connect: () => pg.Client, onError: (error: Error) => void): () => void {
  let done = 0;
  const timer = setInterval(() => {
    checkpoint(connect, done).then((at) => {
      done = at;
    }, onError);
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/** Writes a checkpoint if the log grew enough since position `done`; returns the position of the last checkpoint. */
export async function checkpoint(connect: () => pg.Client, done: number): Promise<number> {
  const owner = connect();
  await owner.connect();
  try {
    const { rows } = await owner.query<{ written: number }>(
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS written",
    );
    const written = rows[0]?.written ?? 0;
    if (written - done < due) return done;
    await owner.query("CHECKPOINT");
    return written;
  } finally {
    await owner.end();
  }
}
