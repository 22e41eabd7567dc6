import { z } from "zod";
import { ConnectorFault } from "#connectors/fault.ts";
import type { PulledRow } from "#connectors/connector.ts";
import { majorOf } from "#connectors/money.ts";

const seconds = z.int().nonnegative();
const shown = { id: z.string().min(1), currency: z.string().min(3).max(3) };

/** Any object of a list. */
export const listed = z.looseObject({ id: z.string().min(1), created: seconds });
export const list = z.object({ data: z.array(listed), has_more: z.boolean() });

export const unread = () => new ConnectorFault("lost", "The answer of Stripe could not be read.");

/** Reads objects of one shape; what has another one is a fault. */
const reader =
  <Shape extends z.ZodType>(shape: Shape, rowOf: (one: z.infer<Shape>) => PulledRow | null) =>
  (given: unknown): PulledRow | null => {
    const { success, data } = shape.safeParse(given);
    if (!success) throw unread();
    return rowOf(data);
  };

const customer = z.object({
  id: shown.id,
  name: z.string().nullish(),
  description: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  created: seconds,
});
/** An id, or the whole object where it was asked for. */
const customerOf = z.union([z.string(), customer, z.object({ id: shown.id, deleted: z.literal(true) })]).nullish();

const invoice = z.object({
  ...shown,
  number: z.string().nullish(),
  customer: customerOf,
  customer_name: z.string().nullish(),
  customer_email: z.string().nullish(),
  status: z.string().nullish(),
  created: seconds,
  effective_at: seconds.nullish(),
  due_date: seconds.nullish(),
  total: z.int(),
  amount_remaining: z.int(),
  status_transitions: z.object({ paid_at: seconds.nullish() }).nullish(),
});

const price = z.object({
  unit_amount: z.int().nullish(),
  unit_amount_decimal: z.string().nullish(),
  nickname: z.string().nullish(),
  product: z.union([z.string(), z.object({ name: z.string().nullish() })]).nullish(),
  recurring: z.object({ interval: z.string(), interval_count: z.int() }).nullish(),
});
const subscription = z.object({
  ...shown,
  customer: customerOf,
  status: z.string(),
  created: seconds,
  start_date: seconds.nullish(),
  canceled_at: seconds.nullish(),
  current_period_end: seconds.nullish(),
  items: z.object({
    data: z.array(z.object({ quantity: z.int().nullish(), price, current_period_end: seconds.nullish() })),
  }),
});

const transaction = z.object({
  ...shown,
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  created: seconds,
  type: z.string(),
  reporting_category: z.string(),
  description: z.string().nullish(),
  source: z
    .union([
      z.string(),
      z.object({ id: z.string(), billing_details: z.object({ name: z.string().nullish() }).nullish() }),
    ])
    .nullish(),
});

const at = (time: number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time * 1_000).toISOString();
const nameOf = (of: z.infer<typeof customer>): string => of.name || of.description || of.email || of.id;

/** What the customer of an object is called; null for one that was deleted. */
const partyOf = (of: z.infer<typeof customerOf>): string | null =>
  typeof of === "object" && of !== null && "created" in of ? nameOf(of) : null;

const invoiceStates: Readonly<Record<string, string>> = {
  draft: "draft",
  open: "open",
  paid: "paid",
  void: "void",
  uncollectible: "written off",
};
const planStates: Readonly<Record<string, string>> = {
  trialing: "trial",
  incomplete: "trial",
  active: "active",
  past_due: "active",
  unpaid: "active",
  paused: "paused",
  canceled: "cancelled",
  incomplete_expired: "cancelled",
};

/** What a movement of the balance is; what came back of a refund is money that came in. */
const categories: Readonly<Record<string, string>> = {
  charge: "charge",
  refund_failure: "charge",
  refund: "refund",
  charge_failure: "refund",
  partial_capture_reversal: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
  payout: "payout",
  payout_reversal: "payout",
  transfer: "payout",
  transfer_reversal: "payout",
};

/** The row that an object of each kind becomes; null: none of ours. */
export const readers = {
  customers: reader(customer, (one) => ({
    externalId: one.id,
    name: nameOf(one),
    email: one.email ?? null,
    phone: one.phone ?? null,
    since: at(one.created),
  })),
  subscriptions: reader(subscription, (one) => {
    const [first] = one.items.data;
    if (!first) return null;
    const { recurring, nickname, product } = first.price;
    const months = recurring?.interval === "year" ? 12 : 1;
    const isWhole = recurring?.interval === "month" || recurring?.interval === "year";
    // Several months, and weeks, have no interval of their own: they are counted by the month.
    const perMonth = monthsIn(recurring);
    const isPlain = isWhole && recurring?.interval_count === 1;
    const total = one.items.data.reduce((sum, item) => sum + unitsOf(item.price) * (item.quantity ?? 1), 0);
    const amount = isPlain ? total : (total / perMonth) * 1;
    return {
      externalId: one.id,
      name: nickname || (typeof product === "object" ? product?.name : product) || one.id,
      kind: "plan",
      customerName: partyOf(one.customer),
      status: planStates[one.status] ?? "active",
      amount: majorOf(Math.round(amount), one.currency),
      currency: one.currency.toUpperCase(),
      interval: isPlain && months === 12 ? "year" : "month",
      seats: one.items.data.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0),
      startedOn: at(one.start_date ?? one.created),
      renewsOn: at(one.current_period_end ?? first.current_period_end),
      cancelledOn: at(one.canceled_at),
    };
  }),
  invoices: reader(invoice, (one) => ({
    externalId: one.id,
    number: one.number || one.id,
    direction: "receivable",
    customerName: partyOf(one.customer) ?? one.customer_name ?? one.customer_email ?? null,
    issuedOn: at(one.effective_at ?? one.created),
    dueOn: at(one.due_date),
    paidOn: at(one.status_transitions?.paid_at),
    amount: majorOf(one.total, one.currency),
    openAmount: one.status === "open" ? majorOf(one.amount_remaining, one.currency) : 0,
    currency: one.currency.toUpperCase(),
    status: invoiceStates[one.status ?? "draft"] ?? "open",
  })),
  payments: reader(transaction, (one) => ({
    externalId: one.id,
    paidOn: at(one.created),
    type: categories[one.reporting_category] ?? "adjustment",
    amount: majorOf(one.amount, one.currency),
    fee: majorOf(one.fee, one.currency),
    net: majorOf(one.net, one.currency),
    currency: one.currency.toUpperCase(),
    description: one.description ?? null,
    customerName: typeof one.source === "object" ? (one.source?.billing_details?.name ?? null) : null,
    reference: typeof one.source === "object" ? (one.source?.id ?? null) : (one.source ?? null),
  })),
} as const;
export type StripeKind = keyof typeof readers;

const unitsOf = ({ unit_amount: whole, unit_amount_decimal: exact }: z.infer<typeof price>): number =>
  whole ?? Number(exact ?? 0);

const perYear: Readonly<Record<string, number>> = { day: 365, week: 52, month: 12, year: 1 };
/** How many months an interval has. */
const monthsIn = (recurring: z.infer<typeof price>["recurring"]): number =>
  recurring ? (12 / (perYear[recurring.interval] ?? 12)) * recurring.interval_count : 1;
