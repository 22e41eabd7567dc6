import { definitions } from "#features/records/kinds/definitions.ts";
import * as field from "#features/records/fields/field.ts";
import { ahead, keyOf, kind, means, view } from "#features/records/kinds/kind.ts";
import { states } from "#features/records/kinds/states.ts";

const ongoing = { field: "status", in: states.subscriptions.ongoing } as const;
const used = { field: "status", in: states.subscriptions.used } as const;
/** Subscriptions the company pays for, and those customers pay for. */
const own = (...kinds: string[]) =>
  [
    { field: "kind", in: kinds },
    { field: "customerName", known: false },
  ] as const;
const plans = [
  { field: "kind", in: ["plan", "service"] },
  { field: "vendorName", known: false },
] as const;

export const subscriptions = kind({
  one: "subscription",
  many: "subscriptions",
  hint: "What renews: plans of customers, services and licences you pay for, domains, certificates and tokens that expire.",
  fields: [
    field.needed(field.line("name", "Name", "subscription subscriptionname product plan planname service title")),
    field.always(
      field.choice("kind", "Kind", "type category", {
        plan: "",
        service: "saas software",
        licence: "license",
        domain: "",
        certificate: "ssl tls",
        token: "apikey secret",
      }),
    ),
    field.customer,
    field.vendor,
    field.always(
      field.choice("status", "Status", "state", {
        trial: "trialing",
        active: "live",
        paused: "suspended",
        cancelled: "canceled expired ended",
      }),
    ),
    field.money("amount", "Amount per interval", "amount price cost fee mrr value"),
    field.currency,
    field.choice("interval", "Interval", "billinginterval billing period billingperiod frequency", {
      month: "monthly months m",
      year: "yearly annual annually years y",
    }),
    field.whole("seats", "Seats", "quantity qty users licences licenses"),
    field.day("startedOn", "Started", "start startdate created createdate"),
    field.day(
      "renewsOn",
      "Renews or expires",
      "renewal renewaldate renewson expires expirydate nextbilling nextbillingdate currentperiodend enddate",
    ),
    field.day("cancelledOn", "Cancelled", "cancelled canceled canceledat cancelledat cancellationdate"),
    field.owner,
    field.notes,
  ],
  roles: {
    title: "name",
    status: "status",
    type: "kind",
    money: "amount",
    day: "renewsOn",
    search: ["name", "customerName", "vendorName"],
  },
  defaults: {
    kind: ({ vendorName, customerName }) => (vendorName && !customerName ? "service" : "plan"),
    status: ({ cancelledOn }) => (cancelledOn ? "cancelled" : "active"),
  },
  key: keyOf("name customerName|vendorName"),
  day: "startedOn",
  columns: ["kind", "customerName", "renewsOn", "amount"],
  views: [
    view("active", "Active", used),
    view("ours", "Our own services", used, ...own("service", "licence", "domain", "certificate", "token")),
    view("ending", "Our own that expire", ongoing, ...own("certificate", "domain", "token", "licence")),
    view("plans", "Customers’ plans", ...plans),
    means(
      definitions.recurring,
      view("recurring", "Recurring revenue", { field: "status", in: states.subscriptions.paying }, ...plans),
    ),
    view("goingPlans", "Customers’ plans that go on", ongoing, ...plans),
    view("renewing60", "Renewing within 60 days", ongoing, ahead("renewsOn", 60)),
    view("expired", "Past their day", ongoing, { day: "renewsOn", before: 0 }),
    view("cancelled", "Cancelled", { field: "status", in: ["cancelled"] }),
  ],
});
