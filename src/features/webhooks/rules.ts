const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The waits after the first, second, … failed attempt: three days in all, as Standard Webhooks suggests. */
export const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
] as const;
export const lifeMs = 72 * hour;

/** How long every delivery fails until a webhook is switched off. */
const patienceMs = 120 * hour;
export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= patienceMs;

/** Someone is notified: no event of the journal, but it can be followed like one. */
export const notificationCreated = "notification.created";
export const testType = "webhook.test";

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A type for people: "decision.proposed" is "Proposed" of "Decision". */
export function named(type: string): { type: string; group: string; label: string } {
  const [group = "", ...rest] = type.split(".").map((part) => firstUpper(part.replaceAll("_", " ")));
  return { type, group, label: rest.join(" ") };
}

/** Headers of an answer that say nothing secret; of the others only the names are kept. */
const plain = new Set(["content-type", "content-length", "date", "retry-after", "location", "server"]);
const mostHeaders = 30;

export const redact = (headers: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .slice(0, mostHeaders)
      .map(([name, value]) => [name.slice(0, 60), plain.has(name.toLowerCase()) ? value.slice(0, 200) : "[hidden]"]),
  );

/** What is posted. */
export const bodyOf = ({
  type,
  title,
  data,
  createdAt,
}: {
  type: string;
  title: string;
  data: Record<string, unknown>;
  createdAt: Date;
}) => ({ type, timestamp: createdAt.toISOString(), data: { title, ...data } });
