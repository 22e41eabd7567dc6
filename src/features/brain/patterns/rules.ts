/** What happened: its kind ("task.completed", optionally by an agent) and when. */
export type Happening = { kind: string; label: string; at: number; weekday: number };

export type Finding = {
  fingerprint: string;
  patternType: "weekday" | "sequence";
  kind: string;
  /** The weekday, 0 for Sunday, or the kind that follows. */
  next: string | number;
  hits: number;
  trials: number;
  /** The share to compare with. */
  expected: number;
  p: number;
  /** Wilson's lower bound of the share. */
  confidence: number;
  lastAt: number;
};

const hour = 3_600_000;
const dayMs = 24 * hour;
/** The fewest cases a pattern needs. */
const support = 5;
/** The share of false findings that is accepted. */
const falseDiscovery = 0.01;
/** An event this long after another follows it. Sooner, both are usually parts of one step, which is no pattern. */
const following = { from: 10 * 60_000, to: dayMs };
/** Days to shift times by for comparison: whole weeks, so that weekdays and working hours cancel out. */
const shifts = [-21, -14, -7, 7, 14, 21];
const mostKinds = 30;
/** The fewest other events whose share of a weekday is a measure. */
const fewestOthers = 30;

/** The lower end of the 95% interval of a share. */
export function wilsonLowerBound(hits: number, trials: number, z = 1.96): number {
  if (trials === 0) return 0;
  const share = hits / trials;
  const z2 = z * z;
  const spread = z * Math.sqrt((share * (1 - share) + z2 / (4 * trials)) / trials);
  return Math.max(0, (share + z2 / (2 * trials) - spread) / (1 + z2 / trials));
}

const logFactorials: number[] = [0];
function logFactorial(n: number): number {
  for (let at = logFactorials.length; at <= n; at += 1) logFactorials[at] = (logFactorials[at - 1] ?? 0) + Math.log(at);
  return logFactorials[n] ?? 0;
}
const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Fisher's exact test, one-sided: the chance of so many hits or more if both groups had the same share. */
export function fisher(hits: number, trials: number, otherHits: number, otherTrials: number): number {
  const all = hits + otherHits;
  const total = logChoose(trials + otherTrials, all);
  let p = 0;
  for (let at = hits; at <= Math.min(trials, all); at += 1)
    if (all - at <= otherTrials) p += Math.exp(logChoose(trials, at) + logChoose(otherTrials, all - at) - total);
  return Math.min(1, p);
}

/** Benjamini and Hochberg's step-up procedure: the findings that stay significant although many were tested. */
function withoutFalseDiscoveries<T extends { p: number }>(tested: readonly T[], q = falseDiscovery): T[] {
  const sorted = tested.toSorted((one, other) => one.p - other.p);
  const last = sorted.findLastIndex(({ p }, at) => p <= (q * (at + 1)) / tested.length);
  return sorted.slice(0, last + 1);
}

/** The index of the first time at or after this one. */
function lowerBound(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isFollowed = (at: number, by: readonly number[]): boolean => {
  const next = by[lowerBound(by, at + following.from)];
  return next !== undefined && next <= at + following.to;
};

/** Kinds on a weekday more often than everything else, and kinds followed by another within a day more than by chance. */
export async function findPatterns(
  happenings: readonly Happening[],
  pause: () => Promise<void> = async () => undefined,
): Promise<{ tested: number; findings: Finding[] }> {
  // Events of one kind and day are one case: they are often parts of one transaction, and never independent.
  const perDay = [...new Map(happenings.map((one) => [`${one.kind} ${Math.floor(one.at / dayMs)}`, one])).values()];
  const kinds = [...Map.groupBy(perDay, ({ kind }) => kind)]
    .filter(([, all]) => all.length >= support)
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, mostKinds)
    .map(([kind, all]) => ({ kind, all, times: all.map(({ at }) => at).toSorted((one, other) => one - other) }));
  const tested: Finding[] = [];
  for (const { kind, all, times } of kinds) {
    for (let weekday = 0; weekday < 7; weekday += 1) tested.push(onWeekday(kind, all, weekday, perDay, times));
    for (const other of kinds) if (other.kind !== kind) tested.push(inSequence(kind, times, other.kind, other.times));
    await pause();
  }
  const findings = withoutFalseDiscoveries(tested).filter(({ hits }) => hits >= support);
  return { tested: tested.length, findings };
}

function onWeekday(
  kind: string,
  all: readonly Happening[],
  weekday: number,
  happenings: readonly Happening[],
  times: readonly number[],
): Finding {
  const hits = all.filter((one) => one.weekday === weekday).length;
  const others = happenings.length - all.length;
  const otherHits = happenings.filter((one) => one.weekday === weekday).length - hits;
  // With too few other events nothing is measured to compare with, so nothing is claimed.
  const isComparable = others >= fewestOthers;
  const p = isComparable ? fisher(hits, all.length, otherHits, others) : 1;
  return {
    fingerprint: `weekday:${kind}:${weekday}`,
    patternType: "weekday",
    kind,
    next: weekday,
    hits,
    trials: all.length,
    expected: isComparable ? otherHits / others : 0,
    p,
    confidence: wilsonLowerBound(hits, all.length),
    lastAt: times.at(-1) ?? 0,
  };
}

function inSequence(kind: string, times: readonly number[], after: string, by: readonly number[]): Finding {
  const first = Math.min(times[0] ?? 0, by[0] ?? 0);
  const span = Math.max(times.at(-1) ?? 0, by.at(-1) ?? 0) - first + dayMs;
  const followed = times.filter((at) => isFollowed(at, by));
  let [compared, comparedHits] = [0, 0];
  for (const shift of shifts)
    for (const at of times) {
      // Shifted times wrap around at both ends.
      const moved = first + ((((at + shift * dayMs - first) % span) + span) % span);
      compared += 1;
      if (isFollowed(moved, by)) comparedHits += 1;
    }
  return {
    fingerprint: `sequence:${kind}:${after}`,
    patternType: "sequence",
    kind,
    next: after,
    hits: followed.length,
    trials: times.length,
    expected: compared === 0 ? 0 : comparedHits / compared,
    p: fisher(followed.length, times.length, comparedHits, compared),
    confidence: wilsonLowerBound(followed.length, times.length),
    lastAt: followed.at(-1) ?? 0,
  };
}
