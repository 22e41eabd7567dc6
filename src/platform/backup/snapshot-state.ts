/** The state of the embedded database's snapshots. */
export type SnapshotState = {
  /** Minutes between snapshots; 0 turns them off. */
  everyMinutes: number;
  folder: string;
  last: { at: Date; bytes: number } | null;
  /** When and why the last attempt failed; null if it succeeded. */
  failed: { at: Date; sentence: string } | null;
};
