import * as field from "#features/records/fields/field.ts";
import { type Fields, keyOf, kind, view } from "#features/records/kinds/kind.ts";

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

export const payments = kind({
  one: "payment",
  many: "payments",
  hint: "What Stripe, your shop or another provider took in: charges, refunds, fees, payouts. Daily revenue is their sum.",
  fields: [
    field.needed(field.day("paidOn", "Date", "created createdutc transactiondate paidat processedat createdat date")),
    field.needed(
      field.choice("type", "Type", "reportingcategory transactiontype kind", {
        charge: "payment sale",
        refund: "paymentrefund",
        fee: "stripefee applicationfee",
        payout: "transfer payoutfailure",
        adjustment: "refundfailure",
        dispute: "chargeback",
      }),
    ),
    field.signed(field.needed(field.money("amount", "Amount", "gross grossamount total transactionamount"))),
    field.signed(field.money("fee", "Fee", "fees processingfee feeamount")),
    field.signed(field.money("net", "Net", "netamount nettotal payoutamount")),
    field.currency,
    {
      ...field.customer,
      isShort: false,
      headings: field.wordsIn("customer customername customeremail billingname client buyer"),
    },
    field.personal(field.line("description", "Description", "details order memo checkout")),
    field.line("reference", "Reference", "source charge chargeid paymentid transactionreference"),
    field.notes,
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
  key: keyOf("paidOn type amount fee currency customerName description reference"),
  repeats: true,
  day: "paidOn",
  columns: ["type", "customerName", "paidOn", "fee", "amount"],
  views: [
    view("sales", "Charges, refunds and disputes", { field: "type", in: ["charge", "refund", "dispute"] }),
    view("payouts", "Payouts", { field: "type", in: ["payout"] }),
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
});
