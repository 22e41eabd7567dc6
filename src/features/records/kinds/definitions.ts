/** Definitions of figures computed in several places; shown with each figure. */
export const definitions = {
  spending:
    "bills by their day of issue, open, paid or disputed, less credit notes; expenses recorded as a figure are not added",
  billed: "customers' invoices, open, paid or disputed, less credit notes",
  receivable: "what is still open of customers' invoices, open or disputed, less credit notes",
  payable: "what is still open of bills, open or disputed, less credit notes",
  overdue: "what is still open of customers' invoices, open or disputed, past their due day",
  overdueBills: "what is still open of bills, open or disputed, past their due day",
  pipeline: "deals that are neither won nor lost, in full",
  recurring: "the price of customers' active plans, for customers of any status; no trials or paused plans",
} as const;
