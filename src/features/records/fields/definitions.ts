/** Definitions of figures computed in several places; shown with each figure. */
export const definitions = {
  spending: "bills by their day of issue, open, paid or disputed; expenses recorded as a figure are not added",
  overdue: "customers' invoices, open or disputed, past their due day",
  overdueBills: "bills, open or disputed, past their due day",
  pipeline: "deals that are neither won nor lost, in full",
  recurring: "the price of customers' active plans, for customers of any status; no trials or paused plans",
} as const;
