import { z } from "zod";

/** The error for an unusable cursor, with 400. */
export const badCursor = "Use the cursor of the previous page with the same filter and order";

/** The `nextCursor` of the previous page, with the same filter and order. */
export const cursor = z
  .string()
  .regex(/^[\w-]{1,4000}$/, badCursor)
  .optional();

export const nextCursor = z.string().nullable();

/** The header with the `nextCursor` of a plain list; absent on the last page. */
export const nextCursorHeader = "Next-Cursor";

export type Page<Rows> = { rows: Rows; nextCursor: string | null };
