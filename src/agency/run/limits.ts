/** Limits of a run (SAFETY 33, 38); times in milliseconds. */
export const limits = {
  steps: 10,
  step: 60_000,
  run: 5 * 60_000,
  /** The time a run reserves for rules, in case the model is too slow. */
  rules: 30_000,
  /** Concurrent runs per company, across all instances. */
  concurrent: 2,
  /** The most waiting runs per company. */
  queued: 200,
  lease: 60_000,
  /** The queue returns a run this long after its last holder's lease. */
  leaseOver: 1_000,
  renewEvery: 20_000,
  /** How often a run checks whether it should stop; it must within 5 s. */
  checkEvery: 2_000,
  /** Steps that take longer are shown while they run. */
  shownAfter: 150,
  /** How often what a model has written is shown. */
  draftEvery: 500,
  /** The most times a run is started. */
  attempts: 5,
  /** A due run with neither worker nor job is restarted after this time. */
  forgottenAfter: 10_000,
  /** The largest result of a step, in characters of JSON. */
  result: 1_000_000,
} as const;

/** The third identical step in a row with the same result ends the run. */
export const sameInARow = 3;
