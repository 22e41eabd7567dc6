import type { Fields } from "#features/records/fields/complete.ts";

export type Sample = { externalId: string; fields: Fields };
