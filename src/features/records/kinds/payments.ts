import {
  choice,
  currency,
  customer,
  day,
  line,
  money,
  needed,
  notes,
  personal,
  signed,
} from "#features/records/fields/field.ts";
import type { Fields, Kind } from "#features/records/kinds/kind.ts";

const paymentTypes = ["charge", "refund", "fee", "payout", "adjustment", "dispute"] as const;

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);

/** Money that goes back is negative, and a fee is a cost, however a program writes them. */
function settle({ type, amount, fee, net }: Fields): Fields {
  const isPositiveRefund = type === "refund" && Number(amount) > 0;
  // A fee written as a negative amount: the net only fits if it is added.
  const isAdded = (net ?? null) !== null && cents(fee) !== 0 && cents(amount) + cents(fee) === cents(net);
  return {
    ...(isPositiveRefund && { amount: -Number(amount) }),
    ...(isAdded && { fee: -Number(fee) }),
  };
}

export const payments: Kind = {
  one: "payment",
  many: "payments",
  hint: "What Stripe, your shop or another provider took in: charges, refunds, fees, payouts. Daily revenue is their sum.",
  fields: [
    needed(
      day("paidOn", "Date", "created", "createdutc", "transactiondate", "paidat", "processedat", "createdat", "date"),
    ),
    needed(
      choice(
        "type",
        "Type",
        paymentTypes,
        {
          payment: "charge",
          sale: "charge",
          "payment refund": "refund",
          "stripe fee": "fee",
          "application fee": "fee",
          transfer: "payout",
          chargeback: "dispute",
          "payout failure": "payout",
          "refund failure": "adjustment",
        },
        ["reportingcategory", "transactiontype", "kind"],
      ),
    ),
    signed(needed(money("amount", "Amount", "gross", "grossamount", "total", "transactionamount"))),
    signed(money("fee", "Fee", "fees", "processingfee", "feeamount")),
    signed(money("net", "Net", "netamount", "nettotal", "payoutamount")),
    currency,
    { ...customer, headings: ["customer", "customername", "customeremail", "billingname", "client", "buyer"] },
    personal(line("description", "Description", "details", "order", "memo", "checkout")),
    line("reference", "Reference", "source", "charge", "chargeid", "paymentid", "transactionreference"),
    notes,
  ],
  roles: {
    title: "description",
    type: "type",
    money: "amount",
    sum: { by: "type" },
    day: "paidOn",
    newest: "paidOn",
    search: ["description", "customerName", "reference"],
  },
  settle,
  defaults: {
    description: ({ customerName, reference }) => customerName ?? reference ?? null,
  },
  key: ({ paidOn, type, amount, fee, currency: unit, customerName, description, reference }) => [
    paidOn,
    type,
    amount,
    fee,
    unit,
    customerName,
    description,
    reference,
  ],
  repeats: true,
  day: "paidOn",
  columns: ["type", "customerName", "paidOn", "fee", "amount"],
  views: [
    {
      id: "sales",
      label: "Charges, refunds and disputes",
      all: [{ field: "type", in: ["charge", "refund", "dispute"] }],
    },
    { id: "payouts", label: "Payouts", all: [{ field: "type", in: ["payout"] }] },
  ],
  fault: ({ type, amount }) =>
    type === "refund" && Number(amount) > 0
      ? { field: "amount", sentence: "A refund is money that goes back: write it as a negative amount" }
      : null,
  examples: [
    {
      paidOn: "2026-09-28",
      type: "charge",
      amount: 290,
      fee: 8.71,
      net: 281.29,
      customerName: "Elmwood Foods",
      reference: "ch_1042",
    },
    {
      paidOn: "2026-09-29",
      type: "refund",
      amount: -90,
      fee: 0,
      net: -90,
      customerName: "Alder Clinics",
      reference: "re_1043",
    },
  ],
};
