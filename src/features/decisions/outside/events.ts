import { z } from "zod";
import type { Exposure } from "#contract/actions.ts";
import { formatMoney } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import type { Currency } from "#contract/words.ts";
import { lineOf } from "#features/decisions/events.ts";
import type { decisions } from "#features/decisions/tables.ts";
import { event } from "#platform/journal/event.ts";

const common = { feed: "decision", complianceRelevant: true } as const;

/** No decision is stored: the policy, its evaluation or an earlier rejection denied it. */
export const proposalDenied = event(
  "proposal.denied",
  {
    ...common,
    resource: "agent",
    refreshes: ["feed"],
    severity: "warning",
    details: z.strictObject({ type: z.string(), reasons: z.array(z.string()), policyVersion: z.number() }),
  },
  (
    agent: { id: string; name: string },
    type: { id: string; label: string },
    { reasons, policyVersion }: { reasons: string[]; policyVersion: number },
  ) => ({
    id: agent.id,
    agentId: agent.id,
    title: `Denied to ${agent.name}: ${type.label.toLowerCase()}`,
    details: { type: type.id, reasons, policyVersion },
    line: { text: [shorten(reasons.join(". "), 300)], href: `/executives/${agent.id}`, impact: "low" },
  }),
);

type Decision = Pick<typeof decisions.$inferSelect, "id" | "number" | "agentId" | "title" | "impact" | "metadata"> & {
  exposure: Exposure;
};
type Report = { carriedOut: boolean; amount: number | null; note: string | null };

/** A warning if it cost more than was allowed. */
export const outcomeReported = event(
  "decision.reported",
  {
    ...common,
    resource: "decision",
    refreshes: ["decisions", "feed"],
    details: z.strictObject({
      number: z.number(),
      carriedOut: z.boolean(),
      amount: z.number().nullable(),
      allowed: z.number(),
      note: z.string().nullable(),
    }),
  },
  (decision: Decision, report: Report, currency: Currency) => {
    const { kind, amount: allowed } = decision.exposure;
    const format = (amount: number) => (kind === "discount" ? `${amount}%` : formatMoney(amount, currency));
    const amount = report.amount === null ? "" : `, ${format(report.amount)} of ${format(allowed)} allowed`;
    const title = shorten(`${report.carriedOut ? "Carried out" : "Not carried out"}${amount}: ${decision.title}`, 255);
    return {
      id: decision.id,
      agentId: decision.agentId,
      title,
      severity: (report.amount ?? 0) > allowed ? ("warning" as const) : ("info" as const),
      details: { number: decision.number, allowed, ...report },
      line: { ...lineOf(decision), title, text: report.note ? [`“${shorten(report.note, 300)}”`] : [] },
    };
  },
);
