import { dayIn, pick } from "../entities.ts";
import type { Cell, Entity, How, Locale, Shape } from "../export.ts";
import { au, ca, ch, de, dk, fr, gb, ie, jp, nl, us } from "../locales.ts";

const iso = {
  days: "YYYY-MM-DD",
  decimal: ".",
  group: "",
  delimiter: ",",
  negative: "-",
  codePage: "utf-8",
  bom: false,
  times: " HH:mm:ss",
} as const;
const lower: How = ({ currency }) => String(currency).toLowerCase();

/** The instant of a record's day; late in the evening in UTC it is the next day in the east, and the same in the west. */
const instantOf = (day: string, row: number) =>
  `${day}T${String((row * 5) % 24).padStart(2, "0")}:${String((row * 7) % 60).padStart(2, "0")}:09`;
/** The company's day of an instant that is written in UTC. */
const inUtc =
  (field: string) =>
  (entity: Entity, row: number, of: Locale): Entity => {
    const instant = instantOf(String(entity[field]), row);
    return { [`${field} in UTC`]: instant, [field]: dayIn(new Date(`${instant}Z`), of.place.timeZone) };
  };
const utc =
  (field: string, form?: string): How =>
  (entity) =>
    entity[`${field} in UTC`] ? { at: String(entity[`${field} in UTC`]), ...(form ? { form } : {}) } : null;

export const payments: readonly Shape[] = [
  {
    program: "Stripe",
    name: "balance transactions",
    target: "payments",
    locales: [us, gb, de],
    style: iso,
    each: inUtc("paidOn"),
    columns: [
      ["id", "externalId"],
      ["Type", "type", { charge: "charge", refund: "refund", payout: "payout" }],
      ["Source", "reference"],
      ["Amount", "amount"],
      ["Fee", "fee"],
      ["Destination Platform Fee", null, () => ""],
      ["Destination Platform Fee Currency", null, () => ""],
      ["Net", "net"],
      ["Currency", "currency", lower],
      ["Created (UTC)", "paidOn", utc("paidOn", "YYYY-MM-DD HH:mm")],
      ["Available On (UTC)", null, ({ paidOn }) => ({ at: `${String(paidOn)}T00:00:00`, form: "YYYY-MM-DD HH:mm" })],
      ["Description", "description"],
      ["Customer Facing Amount", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Customer Facing Currency", null, lower],
      ["Transfer", null, () => ""],
      ["Transfer Date (UTC)", null, () => ""],
      ["Transfer Group", null, () => ""],
    ],
  },
  {
    program: "Stripe",
    name: "balance change from activity",
    target: "payments",
    locales: [us, ie, jp],
    style: iso,
    each: inUtc("paidOn"),
    columns: [
      ["balance_transaction_id", "externalId"],
      ["created_utc", "paidOn", utc("paidOn", "YYYY-MM-DD HH:mm:ss")],
      ["available_on_utc", null, ({ paidOn }) => ({ at: `${String(paidOn)}T00:00:00` })],
      ["currency", "currency", lower],
      ["gross", "amount"],
      ["fee", "fee"],
      ["net", "net"],
      ["reporting_category", "type", { charge: "charge", refund: "refund", payout: "payout" }],
      ["description", "description"],
    ],
  },
  {
    program: "Stripe",
    name: "invoices",
    target: "invoices",
    locales: [us, gb, fr],
    style: { ...iso, times: " HH:mm" },
    implied: { direction: "receivable" },
    each: (entity, row, of) => ({ ...inUtc("issuedOn")(entity, row, of), ...inUtc("dueOn")(entity, row, of) }),
    columns: [
      ["id", null, (_, row) => `in_1R${row}QwZ`],
      ["Amount Due", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Amount Paid", null, ({ amount, openAmount }) => ({ amount: Number(amount) - Number(openAmount) })],
      ["Amount Remaining", "openAmount"],
      ["Billing", null, () => "send_invoice"],
      ["Closed", null, () => "false"],
      ["Currency", "currency", lower],
      ["Customer", null, (_, row) => `cus_S${row}fT`],
      ["Date (UTC)", "issuedOn", utc("issuedOn")],
      ["Due Date (UTC)", "dueOn", utc("dueOn")],
      ["Number", "number"],
      ["Paid", null, ({ status }) => String(status === "paid")],
      ["Subtotal", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Total", "amount"],
      ["Customer Name", "customerName"],
      ["Status", "status", { open: "open", paid: "paid" }],
    ],
  },
  {
    program: "Stripe",
    name: "payments",
    target: "payments",
    locales: [us, au, nl],
    style: { ...iso, times: " HH:mm" },
    each: (entity, row, of) => ({
      ...inUtc("paidOn")(entity, row, of),
      type: "charge",
      amount: Math.abs(Number(entity["amount"])),
      fee: Math.abs(Number(entity["fee"])),
      skip: row % 8 === 6,
    }),
    columns: [
      ["id", "externalId"],
      ["Created date (UTC)", "paidOn", utc("paidOn")],
      ["Amount", "amount"],
      ["Amount Refunded", null, () => ({ amount: 0 })],
      ["Currency", "currency", lower],
      ["Captured", null, () => "true"],
      ["Converted Amount", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Converted Amount Refunded", null, () => ({ amount: 0 })],
      ["Converted Currency", null, lower],
      ["Description", "description"],
      ["Fee", "fee"],
      ["Status", null, ({ skip }) => (skip ? "Failed" : "Paid")],
      ["Customer ID", null, (_, row) => `cus_S${row}fT`],
      ["Customer Email", null, () => "jo@example.com"],
    ],
  },
  {
    program: "Stripe",
    name: "subscriptions",
    target: "subscriptions",
    locales: [us, gb, ch],
    style: { ...iso, times: " HH:mm" },
    each: (entity, row, of) => ({ ...inUtc("startedOn")(entity, row, of), ...inUtc("renewsOn")(entity, row, of) }),
    columns: [
      ["id", "externalId"],
      ["Customer ID", null, (_, row) => `cus_S${row}fT`],
      ["Customer Name", "customerName"],
      ["Customer Email", null, () => "jo@example.com"],
      ["Plan", null, (_, row) => `price_1Q${row}`],
      ["Product", "name"],
      ["Quantity", "seats"],
      ["Currency", "currency", lower],
      ["Interval", "interval", { month: "month", year: "year" }],
      ["Amount", "amount"],
      ["Status", "status", { active: "active", trialing: "trial", canceled: "cancelled", paused: "paused" }],
      ["Created (UTC)", null, utc("startedOn")],
      ["Start Date (UTC)", "startedOn", utc("startedOn")],
      ["Current Period Start (UTC)", null, utc("startedOn")],
      ["Current Period End (UTC)", "renewsOn", utc("renewsOn")],
    ],
  },
  {
    program: "Stripe",
    name: "customers",
    target: "customers",
    locales: [us, gb, dk],
    style: { ...iso, times: " HH:mm" },
    each: (entity, row, of) => ({ ...inUtc("since")(entity, row, of), externalId: `cus_S${row}fT` }),
    columns: [
      ["id", "externalId"],
      ["Description", null, () => ""],
      ["Email", "email"],
      ["Name", "name"],
      ["Created (UTC)", "since", utc("since")],
      ["Delinquent", null, () => "false"],
      ["Total Spend", null, () => ({ amount: 120.5 })],
      ["Payment Count", null, () => "3"],
    ],
  },
  {
    program: "PayPal",
    name: "activity",
    target: "payments",
    locales: [us, gb, de],
    style: { quotes: "all", bom: true, codePage: "utf-8", delimiter: "," },
    // The fee stands as what it takes from the balance.
    each: (entity, row) => ({
      type: entity["type"] === "payout" ? "payout" : (entity["type"] ?? null),
      externalId: String(entity["externalId"]).toUpperCase(),
      skip: row % 9 === 7,
    }),
    columns: [
      ["Date|Date|Datum", "paidOn"],
      ["Time|Time|Uhrzeit", null, (_, row) => `1${row % 10}:20:07`],
      [
        "TimeZone|TimeZone|Zeitzone",
        null,
        (_, _row, of) => pick(["PST", "GMT", "CET"], ["us", "gb", "de"].indexOf(of.name)),
      ],
      ["Name|Name|Name", "customerName"],
      [
        "Type|Type|Typ",
        "type",
        {
          "General Payment": "charge",
          "Express Checkout Payment": "charge",
          "Payment Refund": "refund",
          "General Withdrawal": "payout",
        },
      ],
      [
        "Status|Status|Status",
        null,
        ({ skip }, _, of) =>
          of.name === "de" ? (skip ? "Ausstehend" : "Abgeschlossen") : skip ? "Pending" : "Completed",
      ],
      ["Currency|Currency|Währung", "currency"],
      ["Gross|Gross|Brutto", "amount"],
      ["Fee|Fee|Gebühr", "fee", ({ fee }) => ({ amount: -Number(fee) })],
      ["Net|Net|Netto", "net"],
      ["From Email Address|From Email Address|Absender E-Mail-Adresse", null, () => "jo@example.com"],
      ["To Email Address|To Email Address|Empfänger E-Mail-Adresse", null, () => "shop@example.com"],
      ["Transaction ID|Transaction ID|Transaktionscode", "externalId"],
    ],
  },
  {
    program: "Shopify",
    name: "orders",
    target: "payments",
    locales: [us, gb, fr],
    style: iso,
    implied: { type: "charge" },
    items: (row) => 1 + (row % 3 === 1 ? 1 : 0),
    item: (entity, row, item): Record<string, Cell> =>
      item === 0
        ? {}
        : Object.fromEntries(
            [
              "Financial Status",
              "Paid at",
              "Fulfillment Status",
              "Currency",
              "Subtotal",
              "Shipping",
              "Taxes",
              "Total",
              "Billing Name",
              "Payment Method",
              "Refunded Amount",
              "Id",
            ].map((heading) => [heading, ""]),
          ),
    each: (entity, row) => ({
      type: "charge",
      reference: `#${1001 + row}`,
      amount: Math.abs(Number(entity["amount"])),
      customerName: entity["customerName"] ?? "Ada Byron",
    }),
    columns: [
      ["Name", "reference"],
      ["Email", null, () => "jo@example.com"],
      ["Financial Status", null, () => "paid"],
      [
        "Paid at",
        "paidOn",
        ({ paidOn }, row, of) => `${String(paidOn)} 1${row % 9}:02:44 ${offsetOf(String(paidOn), of)}`,
      ],
      ["Fulfillment Status", null, () => "fulfilled"],
      ["Currency", "currency"],
      ["Subtotal", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Shipping", null, () => ({ amount: 0 })],
      ["Taxes", null, () => ({ amount: 0 })],
      ["Total", "amount"],
      ["Discount Code", null, () => ""],
      [
        "Created at",
        null,
        ({ paidOn }, row, of) => `${String(paidOn)} 1${row % 9}:01:10 ${offsetOf(String(paidOn), of)}`,
      ],
      ["Lineitem quantity", null, () => "1"],
      ["Lineitem name", null, (_, row) => pick(["Lantern", "Mug", "Tea 100 g"], row)],
      ["Lineitem price", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Billing Name", "customerName"],
      ["Payment Method", null, () => "Shopify Payments"],
      ["Refunded Amount", null, () => ({ amount: 0 })],
      ["Id", null, (_, row) => String(5_912_004_411 + row)],
    ],
  },
  {
    program: "Shopify",
    name: "payment transactions",
    target: "payments",
    locales: [us, gb, ca],
    style: iso,
    each: ({ type, amount, fee }) => ({
      type: type === "payout" ? "adjustment" : (type ?? null),
      net: Number((Number(amount) - Number(fee)).toFixed(2)),
    }),
    columns: [
      [
        "Transaction Date",
        "paidOn",
        ({ paidOn }, row, of) => `${String(paidOn)} 1${row % 9}:02:44 ${offsetOf(String(paidOn), of)}`,
      ],
      ["Type", "type", { charge: "charge", refund: "refund", adjustment: "adjustment" }],
      ["Order", "reference", ({ reference }) => String(reference)],
      ["Card Brand", null, () => "visa"],
      ["Card Source", null, () => "online"],
      ["Payout Status", null, () => "paid"],
      ["Payout Date", null, ({ paidOn }) => ({ day: String(paidOn) })],
      ["Available On", null, ({ paidOn }) => ({ day: String(paidOn) })],
      ["Amount", "amount"],
      ["Fee", "fee"],
      ["Net", "net"],
      ["Checkout", null, (_, row) => `#${33_000 + row}`],
      ["Payment Method Name", null, () => "card"],
      ["Presentment Amount", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Presentment Currency", null, (_, _row, of) => of.place.currency],
      ["Currency", "currency"],
    ],
  },
];

/** The offset from UTC of the company's zone at noon of a day, as Shopify writes it: -0400. */
function offsetOf(day: string, of: Locale): string {
  const part = new Intl.DateTimeFormat("en-US", { timeZone: of.place.timeZone, timeZoneName: "longOffset" })
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .find(({ type }) => type === "timeZoneName")?.value;
  return (part ?? "GMT").replace("GMT", "").replace(":", "") || "+0000";
}
