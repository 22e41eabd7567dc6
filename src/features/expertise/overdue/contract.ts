import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";

export const overdueRows = z.strictObject({
  one: z.string(),
  many: z.string(),
  count: z.number().int(),
  /** Counting ended here: there may be more. */
  isMore: z.boolean().optional(),
  href: z.string(),
});
export type Overdue = z.infer<typeof overdueRows>[];

/** No page says that nothing needs a person without it. */
export const listOverdue = endpoint("GET", "/api/dashboard/overdue", {
  summary: "What is overdue by the company's own rows, counted by kind: invoices, bills, tickets, tasks and others.",
  response: z.array(overdueRows),
  access: "viewer",
  tool: { name: "list_overdue", effect: "read" },
});
