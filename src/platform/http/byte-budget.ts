const mib = 1024 ** 2;

/** Whose bytes they are. Without a session `company` is null and `person` an address. */
export type ByteOwner = { person: string; company: string | null };
export type ByteScope = "person" | "company" | "process";

type Most = { person: number; company: number; address: number; anonymous: number; process: number };

/** Bytes of bodies from their admission to the end of their work: one whole upload per person, two per company. */
export const mostArriving: Most = {
  person: 32 * mib,
  company: 64 * mib,
  address: mib,
  anonymous: 16 * mib,
  process: 128 * mib,
};

/** Bytes of answers that clients have not read yet. */
export const mostLeaving: Most = {
  person: 8 * mib,
  company: 24 * mib,
  address: 8 * mib,
  anonymous: 16 * mib,
  process: 64 * mib,
};

export type ByteBudget = {
  /** Takes bytes for their owner, or returns which budget is used up. */
  take(owner: ByteOwner, bytes: number): ByteScope | null;
  give(owner: ByteOwner, bytes: number): void;
};

/** Counts bytes under way per person, company and process; callers without a session share a budget of their own. */
export function openByteBudget(most: Most): ByteBudget {
  const held = new Map<string, number>();
  const placesOf = ({ person, company }: ByteOwner): [scope: ByteScope, key: string, max: number][] => [
    ["person", `person ${person}`, company === null ? most.address : most.person],
    ["company", `company ${company ?? ""}`, company === null ? most.anonymous : most.company],
    ["process", "process", most.process],
  ];
  return {
    take(owner, bytes) {
      const places = placesOf(owner);
      for (const [scope, key, max] of places) {
        const already = held.get(key) ?? 0;
        // What is larger than a whole budget still passes alone.
        if (already > 0 && already + bytes > max) return scope;
      }
      for (const [, key] of places) held.set(key, (held.get(key) ?? 0) + bytes);
      return null;
    },
    give(owner, bytes) {
      for (const [, key] of placesOf(owner)) {
        const left = (held.get(key) ?? 0) - bytes;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      }
    },
  };
}
