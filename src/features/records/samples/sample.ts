import type { Fields } from "#features/records/fields/complete.ts";

/** A row of the made-up company. */
export type Sample = { externalId: string; fields: Fields };
