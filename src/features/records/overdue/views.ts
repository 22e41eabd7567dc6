import type { RecordKind } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";

/** The views of rows that are overdue, with their names; a customer's invoice and a bill are counted apart. */
export const overdueViews: readonly { kind: RecordKind; view: string; one: string; many: string }[] = [
  { kind: "invoices", view: "overdue", ...kindNames.invoices },
  { kind: "invoices", view: "overdueBills", one: "bill", many: "bills" },
  { kind: "tickets", view: "overdue", ...kindNames.tickets },
  { kind: "subscriptions", view: "expired", ...kindNames.subscriptions },
  { kind: "deals", view: "slipped", ...kindNames.deals },
];
