/** What a run may take (SAFETY 33, 38); times in milliseconds. */
export const limits = {
  steps: 10,
  step: 60_000,
  run: 5 * 60_000,
  /** Runs of one company under way at the same time, on all instances together. */
  atOnce: 2,
  /** Runs of one company that wait, at most. */
  queued: 200,
  lease: 60_000,
  /** The queue brings a run back this long after the lease of whoever had it. */
  leaseOver: 1_000,
  renewEvery: 20_000,
  /** How often somebody looks whether the run shall stop; it has to within 5 s. */
  lookEvery: 2_000,
  /** A step that takes longer is shown while it is under way. */
  shownAfter: 150,
  /** How often a run is taken up, at most. */
  attempts: 5,
  /** A run that is due, and that neither a worker nor a job is left for, is taken up again this long after. */
  forgottenAfter: 10_000,
  /** The most a step's result may come to, in characters of JSON. */
  result: 1_000_000,
} as const;

/** The third step in a row that did the same with the same result gets nowhere. */
export const sameInARow = 3;
