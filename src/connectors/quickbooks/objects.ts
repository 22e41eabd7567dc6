import { z } from "zod";
import type { PulledRow } from "#connectors/connector.ts";
import { type Listed, unread } from "#connectors/quickbooks/books.ts";

const words = z.string().nullish();
const ref = z.object({ value: z.string(), name: words }).nullish();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}/);
/** Sums made of binary fractions have a tail that no ledger has. */
const amount = z.number().transform((value) => Number(value.toFixed(6)));
const common = { Id: z.string(), CurrencyRef: ref };
const account = z.object({ AccountRef: ref }).nullish();
const line = z.object({
  Amount: amount.nullish(),
  AccountBasedExpenseLineDetail: account,
  ItemBasedExpenseLineDetail: account,
});
const document = z.object({
  ...common,
  DocNumber: words,
  TxnDate: day,
  DueDate: day.nullish(),
  TotalAmt: amount,
  Balance: amount.nullish(),
  RemainingCredit: amount.nullish(),
  CustomerRef: ref,
  VendorRef: ref,
  Line: z.array(line).nullish(),
});
type Document = z.infer<typeof document>;

/** Reads objects of one shape; what has another one is a fault. */
const reader =
  <Shape extends z.ZodType>(
    shape: Shape,
    rowOf: (one: z.infer<Shape>, home: string) => Omit<PulledRow, "externalId">,
  ) =>
  (given: unknown, home: string): Omit<PulledRow, "externalId"> => {
    const { success, data } = shape.safeParse(given);
    if (!success) throw unread();
    return rowOf(data, home);
  };

const unitOf = ({ CurrencyRef }: { CurrencyRef?: z.infer<typeof ref> }, home: string): string =>
  (CurrencyRef?.value ?? home).toUpperCase();

/** Voiding leaves a document with all its amounts at 0. */
const isVoid = ({ TotalAmt, Line }: Document): boolean =>
  TotalAmt === 0 && (Line ?? []).every(({ Amount }) => (Amount ?? 0) === 0);

/** The account of a document's lines, if they have one. */
function categoryOf({ Line }: Document): string | null {
  const accounts = (Line ?? []).flatMap(
    ({ AccountBasedExpenseLineDetail: one, ItemBasedExpenseLineDetail: other }) =>
      one?.AccountRef?.name ?? other?.AccountRef?.name ?? [],
  );
  return new Set(accounts).size === 1 ? (accounts[0] ?? null) : null;
}

type Paper = { direction: "receivable" | "payable"; isCredit?: boolean; vendor?: string | null; isPaid?: boolean };

function paperOf(one: Document, home: string, { direction, isCredit = false, vendor, isPaid }: Paper) {
  const open = isPaid ? 0 : (one.RemainingCredit ?? one.Balance ?? null);
  const status = isVoid(one) ? "void" : open === 0 ? "paid" : "open";
  const sign = isCredit ? -1 : 1;
  return {
    number: one.DocNumber || one.Id,
    direction,
    document: isCredit ? "credit note" : "invoice",
    ...(direction === "receivable"
      ? { customerName: one.CustomerRef?.name ?? null }
      : { vendorName: vendor === undefined ? (one.VendorRef?.name ?? null) : vendor, category: categoryOf(one) }),
    issuedOn: one.TxnDate.slice(0, 10),
    dueOn: one.DueDate?.slice(0, 10) ?? null,
    amount: one.TotalAmt * sign,
    openAmount: open === null ? null : open * sign,
    currency: unitOf(one, home),
    status,
  };
}
const paper = (about: Paper) => reader(document, (one, home) => paperOf(one, home, about));

const purchase = document.extend({
  EntityRef: z.object({ name: words, type: words }).nullish(),
  Credit: z.boolean().nullish(),
});

const payment = (type: "charge" | "refund") =>
  reader(
    z.object({
      ...common,
      TxnDate: day,
      TotalAmt: amount,
      CustomerRef: ref,
      PaymentRefNum: words,
      DocNumber: words,
    }),
    (one, home) => ({
      paidOn: one.TxnDate.slice(0, 10),
      type,
      amount: type === "refund" ? 0 - one.TotalAmt : one.TotalAmt,
      currency: unitOf(one, home),
      customerName: one.CustomerRef?.name ?? null,
      reference: one.PaymentRefNum || one.DocNumber || null,
    }),
  );

const party = z.object({
  DisplayName: words,
  FullyQualifiedName: words,
  Active: z.boolean().nullish(),
  PrimaryEmailAddr: z.object({ Address: words }).nullish(),
  PrimaryPhone: z.object({ FreeFormNumber: words }).nullish(),
  MetaData: z.object({ CreateTime: words }).nullish(),
});

/** What objects of each kind become, in the order in which names find the records they mean. */
export const entities = {
  Customer: {
    target: "customers",
    hasInactive: true,
    // A project is a customer below another, and documents name it by both.
    read: reader(party, (one) => ({
      name: one.FullyQualifiedName || one.DisplayName || null,
      email: one.PrimaryEmailAddr?.Address ?? null,
      phone: one.PrimaryPhone?.FreeFormNumber ?? null,
      since: one.MetaData?.CreateTime ?? null,
      status: one.Active === false ? "churned" : "active",
    })),
  },
  Vendor: {
    target: "vendors",
    hasInactive: true,
    read: reader(party, (one) => ({
      name: one.DisplayName || null,
      email: one.PrimaryEmailAddr?.Address ?? null,
      status: one.Active === false ? "ended" : "active",
    })),
  },
  Invoice: { target: "invoices", read: paper({ direction: "receivable" }) },
  CreditMemo: { target: "invoices", read: paper({ direction: "receivable", isCredit: true }) },
  Bill: { target: "invoices", read: paper({ direction: "payable" }) },
  VendorCredit: { target: "invoices", read: paper({ direction: "payable", isCredit: true }) },
  Purchase: {
    target: "invoices",
    // Paid when it was written. Whom an employee's or a customer's name stands for is no vendor.
    read: reader(purchase, (one, home) =>
      paperOf(one, home, {
        direction: "payable",
        isCredit: one.Credit === true,
        isPaid: true,
        vendor: one.EntityRef?.type === "Vendor" ? (one.EntityRef.name ?? null) : null,
      }),
    ),
  },
  Payment: { target: "payments", read: payment("charge") },
  SalesReceipt: { target: "payments", read: payment("charge") },
  RefundReceipt: { target: "payments", read: payment("refund") },
} as const satisfies Record<
  string,
  { target: string; hasInactive?: true; read: (given: unknown, home: string) => Omit<PulledRow, "externalId"> }
>;
export type Entity = keyof typeof entities;
export const order = Object.keys(entities) as [Entity, ...Entity[]];

/** Ids are unique within their entity only. */
export const idOf = (entity: string, id: string): string => `${entity}:${id}`;
export const whereOf = (entity: Entity): string =>
  "hasInactive" in entities[entity] ? " WHERE Active IN (true, false)" : "";

export const rowOf = (entity: Entity, one: Listed, home: string) => ({
  target: entities[entity].target,
  row: { externalId: idOf(entity, one.Id), ...entities[entity].read(one, home) } as PulledRow,
});

const bankAccount = z.object({
  ...common,
  Name: z.string(),
  FullyQualifiedName: words,
  Active: z.boolean().nullish(),
  CurrentBalance: amount,
});

/** An account with money in it, with its balance of now. */
export function accountOf(one: Listed, home: string, now: Date) {
  const { success, data } = bankAccount.safeParse(one);
  if (!success) throw unread();
  return {
    target: "bankAccounts",
    row: {
      externalId: idOf("Account", data.Id),
      name: data.FullyQualifiedName || data.Name,
      currency: unitOf(data, home),
      balance: data.CurrentBalance,
      balanceOn: now.toISOString(),
      status: data.Active === false ? "closed" : "open",
    },
  };
}
