/** What the server has promised to the clients of a load, and what it was asked but did not answer. */
export type Promises = {
  /** By id: every status the row may have. Two where a change was sent and its answer is missing. */
  tasks: Map<string, Set<string>>;
  decisions: Map<string, Set<string>>;
  /** By `metric day`: every value it may have. */
  metrics: Map<string, Set<number>>;
  /** By role: every name it may have. */
  agents: Map<string, Set<string>>;
  /** Marks of new rows whose answer is missing: each may be there once or not at all. */
  doubtful: Set<string>;
  /** Writes that were answered 2xx. */
  acknowledged: number;
  /** Writes under way. */
  underWay: number;
  /** Writes that never got an answer. */
  unanswered: number;
  /** Writes that were answered 503 with Retry-After, where a fault may cost that. */
  unavailable: number;
  /** Answers that nobody should get under this load. */
  refusals: string[];
};

export function noPromises(): Promises {
  return {
    tasks: new Map(),
    decisions: new Map(),
    metrics: new Map(),
    agents: new Map(),
    doubtful: new Set(),
    acknowledged: 0,
    underWay: 0,
    unanswered: 0,
    unavailable: 0,
    refusals: [],
  };
}
