import type { Fields } from "#features/records/fields/complete.ts";

/** A row of the sample company. */
export type Sample = { externalId: string; fields: Fields };
