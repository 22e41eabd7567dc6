/** What a job may take; times in milliseconds. */
export const jobLimits = {
  /** How often a job is started before it is given up. */
  attempts: 5,
  /** How long a job may take: longer than the longest work takes before it ends itself, shorter than the queue waits. */
  longest: 350_000,
  /** How long a running job may go on when the program ends. */
  lastMoment: 3_000,
};
