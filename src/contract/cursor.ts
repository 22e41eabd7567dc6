import { z } from "zod";

/** What a cursor that cannot be gone on from is answered, with 400. */
export const badCursor = "Go on with the cursor of the page before, by the same filter and order";

/** Where a list goes on: the `nextCursor` of the page before, asked for with the same filter and order. */
export const cursor = z
  .string()
  .regex(/^[\w-]{1,4000}$/, badCursor)
  .optional();

/** The cursor of the next page; null on the last one. */
export const nextCursor = z.string().nullable();

/** Where an answer that is a plain list has its `nextCursor`; the last page has none. */
export const nextCursorHeader = "Next-Cursor";

/** A part of a list, and where it goes on. */
export type Page<Rows> = { rows: Rows; nextCursor: string | null };
