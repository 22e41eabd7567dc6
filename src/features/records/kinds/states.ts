/**
 * What each status counts as. A status wins over every date: what is paid, void, resolved, cancelled, lost or a draft is
 * neither owed nor overdue nor in force, whatever its dates say and even if the date of its end is missing.
 */
export const states = {
  customers: { kept: ["active", "paused"] },
  deals: { open: ["lead", "qualified", "proposal", "negotiation"], closed: ["won", "lost"] },
  /** Disputed invoices are still owed; drafts and what was voided or written off are neither owed nor billed. */
  invoices: { owed: ["open", "disputed"], paid: ["paid"], billed: ["open", "paid", "disputed"] },
  contracts: { inForce: ["active"], signed: ["active", "ended"] },
  subscriptions: { ongoing: ["trial", "active", "paused"], used: ["trial", "active"], paying: ["active"] },
  tickets: { open: ["open", "waiting"], solved: ["resolved", "closed"] },
} as const;

/**
 * Of each kind with a deadline: the statuses in which something is still to come, the day it is due, the view of those
 * rows, and the statuses with the day on which it came.
 */
export const pending = {
  invoices: { field: "status", in: states.invoices.owed, day: "dueOn" },
  tickets: { field: "status", in: states.tickets.open, day: "dueOn" },
  deals: { field: "stage", in: states.deals.open, day: "expectedCloseOn" },
  subscriptions: { field: "status", in: states.subscriptions.ongoing, day: "renewsOn" },
  contracts: { field: "status", in: states.contracts.inForce, day: "endsOn" },
} as const;

/**
 * What is still to be paid of an invoice: by its status first, then what is open of it. Below 0 on a credit note, which
 * lowers what is owed; must match `owedAmount` in SQL.
 */
export function owedOf(invoice: Readonly<Record<string, unknown>>): number {
  const isOwed = (states.invoices.owed as readonly unknown[]).includes(invoice["status"]);
  return isOwed ? Number(invoice["openAmount"] ?? invoice["amount"] ?? 0) : 0;
}
