import type { RecordKind } from "#features/records/contract.ts";
import type { FinishId } from "#features/records/finishing/contract.ts";
import { states } from "#features/records/kinds/states.ts";

type Finish = {
  kind: RecordKind;
  /** The field of its state, the states it can be finished from, and what is set then; the day is today. */
  field: string;
  from: readonly string[];
  day: string;
  clears?: string;
};

const ofDeal = { kind: "deals", field: "stage", from: states.deals.open, day: "closedOn" } as const;

/** How a person finishes records, by the state they get. */
export const finishes = {
  paid: { kind: "invoices", field: "status", from: states.invoices.owed, day: "paidOn", clears: "openAmount" },
  resolved: { kind: "tickets", field: "status", from: states.tickets.open, day: "resolvedOn" },
  won: ofDeal,
  lost: ofDeal,
} as const satisfies Record<FinishId, Finish>;
