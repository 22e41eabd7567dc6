import { addRecord } from "#features/records/contract.ts";
import type { Member } from "./world.ts";

/** Adds an open invoice to a customer, due at the end of 2020; `issuedOn` is a day, the amount in the company's currency. */
export const addOpenInvoice = (
  member: Member,
  number: string,
  customerName: string,
  amount: number,
  issuedOn: string,
) =>
  member.call(addRecord, {
    body: {
      kind: "invoices",
      source: "manual",
      fields: { number, direction: "receivable", customerName, amount, issuedOn, dueOn: "2020-12-31", status: "open" },
    } as never,
  });
