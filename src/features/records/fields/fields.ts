import type { RecordKind } from "#features/records/contract.ts";
import { ofDescribed } from "#features/records/kinds/all.ts";
import type { Roles } from "#features/records/kinds/kind.ts";
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
  ...ofDescribed(({ fields }) => fields),
};

/** Names of each kind for people. */
export const kindNames: Record<RecordKind, { one: string; many: string; tab?: string | undefined }> = {
  ...ofDescribed(({ one, many, tab }) => ({ one, many, tab })),
  customers: { one: "customer", many: "customers" },
  vendors: { one: "vendor", many: "vendors" },
  deals: { one: "deal", many: "deals" },
  invoices: { one: "invoice", many: "invoices" },
  contracts: { one: "contract", many: "contracts" },
  subscriptions: { one: "subscription", many: "subscriptions" },
  tickets: { one: "ticket", many: "tickets" },
};

export const roles: Record<RecordKind, Roles> = {
  ...ofDescribed(({ roles }) => roles),
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

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A kind as the heading of its rows. */
export const tabOf = (kind: RecordKind): string => kindNames[kind].tab ?? firstUpper(kindNames[kind].many);
