import type { RecordKind } from "#features/records/contract.ts";
import type { Field } from "#features/records/fields/field.ts";
import { contracts } from "#features/records/fields/kinds/contracts.ts";
import { customers } from "#features/records/fields/kinds/customers.ts";
import { deals } from "#features/records/fields/kinds/deals.ts";
import { invoices } from "#features/records/fields/kinds/invoices.ts";
import { subscriptions } from "#features/records/fields/kinds/subscriptions.ts";
import { tickets } from "#features/records/fields/kinds/tickets.ts";
import { vendors } from "#features/records/fields/kinds/vendors.ts";

/** The fields of each kind, in the order of forms, templates and exports. */
export const fieldsOf: Record<RecordKind, readonly Field[]> = {
  customers,
  vendors,
  deals,
  invoices,
  contracts,
  subscriptions,
  tickets,
};

/** Names of each kind for people. */
export const kindNames: Record<RecordKind, { one: string; many: string }> = {
  customers: { one: "customer", many: "customers" },
  vendors: { one: "vendor", many: "vendors" },
  deals: { one: "deal", many: "deals" },
  invoices: { one: "invoice", many: "invoices" },
  contracts: { one: "contract", many: "contracts" },
  subscriptions: { one: "subscription", many: "subscriptions" },
  tickets: { one: "ticket", many: "tickets" },
};

/**
 * Which field of a kind is its name, status, type, amount and main date. `sum` groups its amounts, such as income and
 * costs; without it they are not summed.
 */
export const roles: Record<
  RecordKind,
  {
    title: string;
    status: string;
    type?: string;
    money?: string;
    sum?: { by: string | null };
    day?: string;
    /** The date for "newest first"; by default the last change. */
    newest?: string;
    search: readonly string[];
  }
> = {
  customers: { title: "name", status: "status", day: "since", search: ["name", "email", "segment"] },
  vendors: {
    title: "name",
    status: "status",
    money: "yearlyBudget",
    sum: { by: null },
    search: ["name", "email", "category"],
  },
  deals: {
    title: "name",
    status: "stage",
    money: "amount",
    sum: { by: null },
    day: "expectedCloseOn",
    search: ["name", "customerName"],
  },
  invoices: {
    title: "number",
    status: "status",
    type: "direction",
    money: "amount",
    sum: { by: "direction" },
    day: "dueOn",
    newest: "issuedOn",
    search: ["number", "customerName", "vendorName"],
  },
  contracts: {
    title: "title",
    status: "status",
    type: "kind",
    money: "yearlyValue",
    sum: { by: "kind" },
    day: "endsOn",
    search: ["title", "customerName", "vendorName"],
  },
  subscriptions: {
    title: "name",
    status: "status",
    type: "kind",
    money: "amount",
    day: "renewsOn",
    search: ["name", "customerName", "vendorName"],
  },
  tickets: {
    title: "title",
    status: "status",
    type: "kind",
    day: "dueOn",
    search: ["title", "number", "customerName"],
  },
};

export function fieldOf(kind: RecordKind, name: string): Field {
  const found = fieldsOf[kind].find((field) => field.name === name);
  if (!found) throw new Error(`${kind} have no field ${name}.`);
  return found;
}
