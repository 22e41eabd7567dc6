import * as field from "#features/records/fields/field.ts";
import { keyOf, kind, view } from "#features/records/kinds/kind.ts";

export const vendors = kind({
  one: "vendor",
  many: "vendors",
  hint: "Who you buy from, with a yearly budget each. Invoices to pay and contracts are linked to them by name.",
  fields: [
    field.personal(
      field.short(
        field.needed(field.line("name", "Name", "vendor vendorname supplier suppliername company companyname")),
      ),
    ),
    field.email,
    field.short(field.line("category", "Category", "type expensecategory")),
    field.always(field.choice("status", "Status", "", { active: "", ended: "inactive terminated archived" })),
    field.owner,
    field.money("yearlyBudget", "Yearly budget", "budget annualbudget budgetperyear"),
    field.currency,
    field.notes,
  ],
  roles: {
    title: "name",
    status: "status",
    money: "yearlyBudget",
    sum: { by: null },
    search: ["name", "email", "category"],
  },
  defaults: { status: () => "active" },
  key: keyOf("name"),
  day: null,
  columns: ["category", "ownerName", "yearlyBudget"],
  views: [view("active", "Active", { field: "status", in: ["active"] })],
});
