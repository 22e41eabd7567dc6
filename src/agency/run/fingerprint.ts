import { createHash } from "node:crypto";

/** Sorts keys, so that equal content gives equal text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]));
}

/** A line that is the same for equal name and content. */
export function fingerprint(name: string, given: unknown): string {
  const digest = createHash("sha256")
    .update(JSON.stringify(ordered(given)) ?? "")
    .digest("base64url");
  return `${name}#${digest.slice(0, 22)}`;
}
