import { sql } from "drizzle-orm";
import { agentRoleIds } from "#contract/roles.ts";
import { exposureKinds } from "#contract/actions.ts";
import { priorities } from "#contract/words.ts";
import { decisionTypes, standings } from "#features/decisions/contract.ts";
import { outcomes } from "#features/decisions/ledger/contract.ts";
import { outcomeOf, standingOf } from "#features/decisions/ledger/store.ts";
import { dayOfMoment, queryField, type Subject, viewField } from "#platform/query/subject.ts";

const amount = "CASE WHEN r.exposure ->> 'kind' <> 'discount' THEN nullif((r.exposure ->> 'amount')::numeric, 0) END";

/** Decisions and the proposals they come from. */
export const decisionSubject: Subject = {
  id: "decisions",
  one: "decision",
  many: "decisions",
  from: () => sql`(SELECT d.*, ${sql.raw(outcomeOf("d"))} AS outcome FROM decisions d WHERE NOT d.is_test) r`,
  fields: [
    queryField("number", "Number", "number", "r.number"),
    queryField("title", "Title", "text", "r.title"),
    queryField("type", "Type", "choice", "r.decision_type", decisionTypes),
    queryField("status", "Status", "choice", standingOf("r"), standings),
    queryField("role", "Agent", "choice", "r.agent_role", agentRoleIds),
    queryField("agentName", "Agent's name", "text", "r.agent_name"),
    queryField("priority", "Priority", "choice", "r.priority", priorities),
    queryField("commits", "Commits to", "choice", "r.exposure ->> 'kind'", exposureKinds),
    queryField("amount", "Amount", "money", amount),
    queryField("counterparty", "Counterparty", "text", "r.exposure ->> 'counterparty'"),
    queryField("confidence", "Confidence", "share", "r.confidence"),
    queryField("outcome", "Outcome", "choice", "r.outcome", outcomes),
    queryField("reason", "Reason", "note", "r.reason"),
    dayOfMoment("proposedOn", "Proposed", "r.created_at"),
    dayOfMoment("settledOn", "Settled", "r.settled_at"),
    dayOfMoment("expiresOn", "Expires", "r.expires_at"),
    queryField("daysToSettle", "Days to settle", "days", "(extract(epoch FROM r.settled_at - r.created_at) / 86400)"),
    viewField({
      pending: { label: "Waiting for you", isIn: () => sql`r.status = 'pending'` },
      byPeople: { label: "Settled by people", isIn: () => sql`r.settled_by IS NOT NULL` },
      expired: { label: "Expired", isIn: () => sql`(r.status = 'rejected' AND r.closed_reason = 'expired')` },
    }),
  ],
  day: "proposedOn",
  amount: "amount",
  columns: ["title", "role", "status", "amount", "outcome", "reason"],
  search: ["title", "reason"],
  currency: (tx) => sql`${tx.currency}::text`,
  href: sql`'/decisions/' || r.id`,
  origin: sql`r.origin`,
  isReadInPieces: true,
  standing: {
    detail: [sql`'D-' || r.number`, "agentName"],
    status: "status",
    since: sql`r.settled_at::date`,
    amount: () => sql`CASE WHEN r.status = 'pending' THEN ${sql.raw(amount)} END`,
  },
};

/** Forecasts of approved decisions with their outcomes; unapproved ones were never tried. */
export const forecastSubject: Subject = {
  id: "forecasts",
  one: "forecast",
  many: "forecasts",
  from: () =>
    sql`(SELECT f.*, d.decision_type, d.agent_role, d.title, d.created_at, d.origin FROM forecasts f
      JOIN decisions d ON d.company_id = f.company_id AND d.id = f.decision_id AND d.status <> 'rejected' AND NOT d.is_test) r`,
  fields: [
    queryField("claim", "Claim", "text", "r.claim"),
    queryField("decision", "Decision", "text", "r.title"),
    queryField("type", "Type", "choice", "r.decision_type", decisionTypes),
    queryField("role", "Agent", "choice", "r.agent_role", agentRoleIds),
    queryField("horizon", "Horizon", "choice", "r.horizon", ["proxy", "final"]),
    queryField("held", "Held", "flag", "r.held"),
    queryField("probability", "Claimed probability", "share", "r.probability"),
    queryField("heldShare", "Held share", "share", "(r.held::int)::numeric"),
    queryField("dueOn", "Due", "day", "r.due_on"),
    dayOfMoment("claimedOn", "Claimed", "r.created_at"),
    dayOfMoment("resolvedOn", "Resolved", "r.resolved_at"),
    viewField({
      resolved: { label: "Resolved", isIn: () => sql`r.held IS NOT NULL` },
      due: { label: "Due and unresolved", isIn: (_tx, today) => sql`(r.held IS NULL AND r.due_on <= ${today}::date)` },
    }),
  ],
  day: "claimedOn",
  amount: "heldShare",
  columns: ["claim", "role", "probability", "held"],
  search: ["claim", "decision"],
  currency: null,
  href: sql`'/decisions/' || r.decision_id`,
  origin: sql`r.origin`,
};
