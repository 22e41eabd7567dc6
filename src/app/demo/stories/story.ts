import type { AgentRoleId } from "#contract/roles.ts";
import type { DecisionTypeId } from "#features/decisions/contract.ts";

/** A request to an executive of the demo's past, and what its owner did about it. */
export type Story = {
  ago: number;
  role: AgentRoleId;
  type: DecisionTypeId;
  context: Record<string, unknown>;
  end:
    | { as: "approved"; days: number; probability?: number; reason?: string }
    | { as: "rejected"; days: number; reason: string }
    | { as: "expired" }
    | { as: "pending" };
  /** What came of its two forecasts, written on the day each is due where that has come. */
  held?: readonly boolean[];
  /** How its tasks went, in their order; one that is not named stays open. */
  tasks?: readonly ("on time" | "late" | "started")[];
};

export const approved = (days: number, probability: number) => ({ as: "approved" as const, days, probability });
export const rejected = (days: number, reason: string) => ({ as: "rejected" as const, days, reason });
export const expired = { as: "expired" as const };
export const pending = { as: "pending" as const };

/** Takes a function that dates days ago, gives how stories write their days and evidence. */
export const writer = (day: (ago: number) => string) => {
  const row = (kind: string, reference: string, value: string, ago: number) => ({
    kind,
    reference,
    value,
    asOf: day(ago),
  });
  const asked = (ago: number) => row("Mail", "Their request in writing", "Asks for the discount", ago);
  const cost = (value: string, ago: number) => row("Ledger", "Calculated cost of delivering it", value, ago);
  return { day, row, asked, cost };
};
export type Writer = ReturnType<typeof writer>;
