import type { AgentRoleId } from "#contract/roles.ts";
import type { DecisionTypeId } from "#features/decisions/contract.ts";

/** A request to an executive in the demo's past, and how it ended. */
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
  /** Whether its forecasts came true, recorded on their due dates. */
  held?: readonly boolean[];
  /** How its tasks went, in order; unlisted ones stay open. */
  tasks?: readonly ("on time" | "late" | "started")[];
};

export const asks = (ago: number, role: AgentRoleId, type: DecisionTypeId) => ({ ago, role, type });

type Tasks = NonNullable<Story["tasks"]>;
export const approved = (days: number, probability: number, held?: readonly boolean[], ...tasks: Tasks) => ({
  end: { as: "approved" as const, days, probability },
  ...(held && { held, tasks }),
});
export const rejected = (days: number, reason: string) => ({ end: { as: "rejected" as const, days, reason } });
export const expired = { end: { as: "expired" as const } };
export const pending = { end: { as: "pending" as const } };

/** Helpers for writing stories; `day` dates days ago. */
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
