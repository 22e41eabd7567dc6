/** What is counted in this process since it started, for whoever watches it; each name with what it counts. */
const meanings = {
  cross_company_attempts: "Requests and sockets that named another company's rows, or another company.",
  cross_company_unchecked: "Refused requests that came too fast to be looked at for another company's rows.",
} as const;
export type Counter = keyof typeof meanings;

const counts = new Map<Counter, number>();

export function count(name: Counter): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Every counter with its meaning and where it stands. */
export function readCounters(): { name: Counter; meaning: string; value: number }[] {
  return Object.entries(meanings).map(([name, meaning]) => ({
    name: name as Counter,
    meaning,
    value: counts.get(name as Counter) ?? 0,
  }));
}
