import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { currency, day, id } from "#contract/words.ts";

const row = z.strictObject({
  /** The customer or vendor; null if its name is on no record of one. */
  id: id.nullable(),
  /** Null for those without a name. */
  name: z.string().nullable(),
  open: z.number(),
  /** In the order of the buckets. */
  amounts: z.array(z.number()),
});
export type AgeingRow = z.infer<typeof row>;

export const getAgeing = endpoint("GET", "/api/records/ageing", {
  summary:
    "What is open of invoices and bills, less credit notes: not due, overdue by 1 to 30, 31 to 60, 61 to 90 and over 90 days, and without a due day; in all and of the ten largest customers and vendors.",
  response: z.strictObject({
    today: day,
    currency,
    /** Currencies that are not added. */
    elsewhere: z.array(currency),
    sides: z.array(z.strictObject({ direction: z.enum(["receivable", "payable"]), total: row, parties: z.array(row) })),
  }),
  access: "viewer",
  rate: "normal",
});
export type Ageing = z.infer<typeof getAgeing.response>;
