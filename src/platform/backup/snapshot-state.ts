/** How the snapshots of the embedded database stand. */
export type SnapshotState = {
  /** Minutes between two; 0: none are taken. */
  everyMinutes: number;
  folder: string;
  last: { at: Date; bytes: number } | null;
  /** When and why the last attempt failed; null when it did not. */
  failed: { at: Date; sentence: string } | null;
};
