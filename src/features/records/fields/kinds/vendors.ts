import { vendorStatuses } from "#features/records/contract.ts";
import {
  type Field,
  choice,
  currency,
  email,
  line,
  money,
  needed,
  notes,
  owner,
} from "#features/records/fields/field.ts";

export const vendors: readonly Field[] = [
  needed(line("name", "Name", "vendor", "vendorname", "supplier", "suppliername", "company", "companyname")),
  email,
  line("category", "Category", "type", "expensecategory"),
  choice("status", "Status", vendorStatuses, { inactive: "ended", terminated: "ended", archived: "ended" }),
  owner,
  money("yearlyBudget", "Yearly budget", "budget", "annualbudget", "budgetperyear"),
  currency,
  notes,
];
