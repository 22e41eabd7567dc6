import { z } from "zod";
import { exposure, plannedAction } from "#contract/actions.ts";
import { cursor } from "#contract/cursor.ts";
import { endpoint, shape } from "#contract/endpoint.ts";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { cost, day, engine, id, instant, lengths, priorities, required, text } from "#contract/words.ts";
import { argued } from "#features/decisions/argument/contract.ts";
import { authorization, limitMet } from "#features/authority/contract.ts";

export const decisionStatuses = ["pending", "approved", "rejected"] as const;
/** The status as shown to people: expired and withdrawn ones are stored as rejected, but no person rejected them. */
export const standings = [...decisionStatuses, "expired", "withdrawn"] as const;
export type DecisionStanding = (typeof standings)[number];
export type DecisionStatus = (typeof decisionStatuses)[number];

export const decisionTypes = [
  "market_expansion",
  "partnership_evaluation",
  "investment_evaluation",
  "budget_allocation",
  "expense_approval",
  "collect_receivables",
  "over_budget",
  "technology_purchase",
  "campaign_launch",
  "lead_qualification",
  "discount_request",
  "stale_deal",
  "refund_resolution",
  "process_change",
  "vendor_renewal",
  "contract_review",
] as const;
export type DecisionTypeId = (typeof decisionTypes)[number];

/** One step of a calculation; `deciding` marks the figure the verdict depends on. */
export const step = z.strictObject({
  name: z.string(),
  formula: z.string(),
  value: z.number().nullable(),
  unit: z.enum(["money", "percent", "months", "days", "count", "score"]),
  deciding: z.boolean(),
});
export type Step = z.infer<typeof step>;

/** A page of the company's own that shows the evidence. */
export const ownPage = z
  .string()
  .max(200)
  .regex(/^\/(records|runs|decisions)(\/[\w-]+)+$/, "href must be a page of Boardroom, such as /records/deals/…");

/** `found: false` marks missing evidence that would raise the confidence. */
export const evidence = z.strictObject({
  kind: z.string(),
  reference: z.string(),
  /** With its unit; null when missing. */
  value: z.string().nullable(),
  asOf: day.nullable(),
  found: z.boolean(),
  href: ownPage.optional(),
  /** The wanted evidence it counts as; missing in older rows, null if the decision type wants no such evidence. */
  wantedFor: z.string().nullable().optional(),
  /** How its amount contradicts the request. */
  conflict: z.string().optional(),
});
export type Evidence = z.infer<typeof evidence>;

/**
 * What company data says about a claim: a figure's sum or value; rows of a customer, a vendor or a task; the named
 * invoices or deals; an account of the ledger.
 */
const measures = [
  ...(["sum", "value", "orders", "bills", "billed", "yearlyPrice", "contractSigned", "taskDone"] as const),
  ...(["unpaid", "moved", "closed", "cost"] as const),
] as const;

/** How company data resolves a claim, together with its metric, target and due day. */
export const measuredBy = z.strictObject({
  measure: z.enum(measures),
  test: z.enum(["atLeast", "atMost"]),
  from: day,
  party: z.strictObject({ kind: z.enum(["customer", "vendor"]), id, name: z.string() }).nullable(),
  /** The place of the task among the decision's effects. */
  effect: z.number().int().nullable(),
  /** The invoices of "unpaid", the deals of "moved" and "closed". */
  rows: z.array(id).optional(),
  /** The account of "cost" and the first day of the month. */
  ledger: z.strictObject({ account: z.string(), type: z.string(), month: day, currency: z.string() }).optional(),
});
export type MeasuredBy = z.infer<typeof measuredBy>;

/** A claim that can be checked later; immutable once the decision is proposed. */
export const forecast = z.strictObject({
  claim: z.string(),
  /** "proxy": an early sign, usually within 30 days; "final": the outcome. */
  horizon: z.enum(["proxy", "final"]),
  metric: z.string().nullable(),
  target: z.number().nullable(),
  probability: z.number().min(0).max(1),
  /** Share of similar forecasts that came true; null without a track record. */
  baseRate: z.number().min(0).max(1).nullable(),
  baseRateNote: z.string(),
  dueOn: day,
  resolver: z.enum(["metric", "rule", "human"]),
  /** Null if a person resolves it. */
  measuredBy: measuredBy.nullable(),
});
export type Forecast = z.infer<typeof forecast>;

export const heldForecast = forecast.extend({
  /** Its place among the decision's forecasts. */
  position: z.number().int(),
  /** Whether the claim came true; null until resolved. */
  held: z.boolean().nullable(),
  /** Who resolved it: a person instead of `resolver` if the data was missing. */
  resolution: forecast.shape.resolver.nullable(),
  value: z.number().nullable(),
  /** Where the outcome comes from: the data read, or a person's note. */
  source: z.string().nullable(),
  sourceHref: ownPage.nullable(),
  resolvedAt: instant.nullable(),
  resolvedBy: z.string().nullable(),
  /** Oldest first. */
  corrections: z.array(
    z.strictObject({ wasHeld: z.boolean(), held: z.boolean(), reason: z.string(), by: z.string(), at: instant }),
  ),
});
export type HeldForecast = z.infer<typeof heldForecast>;

export const alternative = z.strictObject({ title: z.string(), detail: z.string(), value: z.number().nullable() });
export type Alternative = z.infer<typeof alternative>;

/** Values in the company's currency for month 0, 1, 2 … */
export const curve = z.strictObject({ name: z.string(), proposed: z.boolean(), values: z.array(z.number()) });
export type Curve = z.infer<typeof curve>;

/** How an evaluation was computed. */
export const working = z.strictObject({
  verdict: z.string(),
  steps: z.array(step),
  curves: z.array(curve),
  questions: z.array(z.string()),
  exposure,
  effects: z.array(plannedAction),
});

export const decision = z.strictObject({
  id,
  /** Per company; shown as D-1, D-2 … */
  number: z.number().int(),
  companyId: id,
  agentId: id.nullable(),
  agentName: z.string(),
  agentRole: z.enum(agentRoleIds),
  decisionType: z.string(),
  title: z.string(),
  description: z.string(),
  context: z.record(z.string(), z.unknown()),
  recommendation: z.string(),
  confidenceScore: z.number().min(0).max(1),
  /** Same as `confidenceScore`; the feed reads this name. */
  confidence: z.number().min(0).max(1),
  impact: z.enum(["low", "medium", "high"]),
  priority: z.enum(priorities),
  status: z.enum(decisionStatuses),
  requiresApproval: z.boolean(),
  approvedBy: z.string().nullable(),
  rejectedBy: z.string().nullable(),
  reason: z.string().nullable(),
  closedReason: z.string().nullable(),
  settledAt: instant.nullable(),
  /** Until then it can be undone and its effects have not run; null while pending and after they ran. */
  undoUntil: instant.nullable(),
  expiresAt: instant,
  /** A sample proposal: it has no effects and never counts. */
  isTest: z.boolean(),
  engine,
  runId: id,
  origin: z.enum(origins),
  cost,
  authorization,
  metadata: z.strictObject({
    /** In the company's currency, negative for costs; null without money. */
    financialImpact: z.number().nullable(),
    /** Planned return in the company's currency; null if it is not an amount. */
    returns: z.strictObject({ amount: z.number(), note: z.string() }).nullable(),
    timeframe: z.string(),
    stakeholders: z.array(z.string()),
    risks: z.array(z.string()),
  }),
  /** How many tasks an approval starts. */
  plannedTasks: z.number().int(),
  alternatives: z.array(alternative),
  evidence: z.array(evidence),
  forecasts: z.array(heldForecast),
  exposure,
  createdAt: instant,
});
export type Decision = z.infer<typeof decision>;

const journalLine = z.strictObject({
  seq: z.number().int(),
  at: instant,
  action: z.string(),
  title: z.string(),
  /** The person or agent who did it, or who caused an agent to. */
  actor: z.string(),
  /** "Marcus (CFO)". */
  agent: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

/** A pending decision on the control center. */
export const urgentDecision = decision.pick({
  id: true,
  number: true,
  agentId: true,
  agentName: true,
  agentRole: true,
  decisionType: true,
  title: true,
  description: true,
  recommendation: true,
  confidence: true,
  confidenceScore: true,
  impact: true,
  priority: true,
  status: true,
  expiresAt: true,
  isTest: true,
  metadata: true,
  createdAt: true,
});
export type UrgentDecision = z.infer<typeof urgentDecision>;

/** A decision as lists and collapsed cards show it. */
export const decisionLine = decision
  .pick({
    id: true,
    number: true,
    agentName: true,
    agentRole: true,
    title: true,
    recommendation: true,
    confidence: true,
    priority: true,
    status: true,
    approvedBy: true,
    rejectedBy: true,
    closedReason: true,
    settledAt: true,
    undoUntil: true,
    expiresAt: true,
    isTest: true,
    decisionType: true,
    plannedTasks: true,
    exposure: true,
    createdAt: true,
  })
  .extend({
    /** The agent's level when it proposed. */
    autonomy: authorization.shape.autonomy,
    /** The first limit it exceeds, if any. */
    limit: limitMet.nullable(),
  });
export type DecisionLine = z.infer<typeof decisionLine>;

export const decisionPage = z.strictObject({
  decision,
  working,
  /** False if its run is private to another person. */
  isRunReadable: z.boolean(),
  /** What its agent argues with a language model; null without one. */
  argued: argued.nullable(),
  effects: z.array(
    z.strictObject({ kind: z.enum(["task", "message", "action"]), id, title: z.string(), status: z.string() }),
  ),
  budget: z
    .strictObject({
      yearBudget: z.number(),
      reserved: z.number(),
      committed: z.number(),
      /** Committed of the year's budget if this is approved. */
      after: z.number(),
    })
    .nullable(),
  journal: z.array(journalLine),
});
export type DecisionPage = z.infer<typeof decisionPage>;

const decisionCard = decisionPage.pick({ decision: true });

export const listDecisions = endpoint("GET", "/api/decisions", {
  summary: "Decisions: pending ones first (most urgent first), then the newest; at most 50 at a time.",
  query: { status: z.enum(decisionStatuses).optional(), shape, cursor },
  response: z.array(decision),
  lines: z.array(decisionLine),
  access: "viewer",
  rate: "polled",
  tool: { name: "list_decisions", effect: "read" },
});

export const getDecision = endpoint("GET", "/api/decisions/:id", {
  summary: "One decision with its calculation, effects and history.",
  params: { id },
  query: { shape },
  response: decisionPage,
  lines: decisionCard,
  access: "viewer",
  rate: "polled",
  tool: {
    name: "get_decision",
    effect: "read",
    hint: "Also tells what became of a proposal that waited for approval.",
    thing: { id: "decision/:id", page: ({ id }) => `/decisions/${id}` },
  },
});

export const settleDecision = endpoint("POST", "/api/decisions/:id/approve", {
  summary: "Approves or rejects a pending decision, once.",
  params: { id },
  body: z.strictObject({
    approved: z.boolean(),
    reason: text(lengths.reason).optional(),
    /** The approver's estimate that the forecast comes true, 0 to 1. */
    probability: z.number().min(0).max(1).optional(),
  }),
  response: decision,
  access: "approver",
  scope: "decide",
});

/** For the person who settled it and admins, or any approver if the policy approved it. */
export const undoDecision = endpoint("POST", "/api/decisions/:id/undo", {
  summary:
    "Makes a settled decision pending again, within two minutes and before its effects; a reason for undoing the policy's approval lowers the agent's level.",
  params: { id },
  body: z.union([
    z.undefined(),
    z.null(),
    z.strictObject({ reason: required(lengths.reason, "Write the reason").optional() }),
  ]),
  response: decision,
  access: "approver",
  scope: "decide",
});

export const giveReason = endpoint("POST", "/api/decisions/:id/reason", {
  summary: "Adds the reason to a rejection while it can still be undone; the agent gets it with the message.",
  params: { id },
  body: z.strictObject({ reason: required(lengths.reason, "Write the reason") }),
  response: decision,
  access: "approver",
  scope: "decide",
});

/** Reasons for a rejection that are offered as buttons. */
export const rejectionReasons = ["Too expensive", "Not now", "Not enough evidence", "Other plan"] as const;

const several = z.array(id).min(1, "Select at least one decision").max(50, "Select at most 50 decisions at a time");
/** `skipped`: the decisions that were not changed, each with the reason as a sentence. */
const severalAnswer = z.strictObject({
  done: z.array(id),
  skipped: z.array(z.strictObject({ id, title: z.string(), sentence: z.string() })),
  /** Until when the decisions in `done` can be undone. */
  undoUntil: instant.nullable(),
});
export type SeveralAnswer = z.infer<typeof severalAnswer>;

export const settleDecisions = endpoint("POST", "/api/decisions/settle", {
  summary: "Approves or rejects up to 50 pending decisions, each once; says which were skipped and why.",
  body: z.strictObject({ ids: several, approved: z.boolean(), reason: text(lengths.reason).optional() }),
  response: severalAnswer,
  access: "approver",
  scope: "decide",
});

export const undoDecisions = endpoint("POST", "/api/decisions/undo", {
  summary: "Undoes up to 50 settled decisions, each as if alone; says which were skipped and why.",
  body: z.strictObject({ ids: several }),
  response: severalAnswer,
  access: "approver",
  scope: "decide",
});

const fieldUnits = ["money", "percent", "share", "count", "months", "days", "text", "choice", "date", "list"] as const;

/** One field of a type's context. */
const column = z.strictObject({
  /** Its key in the context. */
  name: z.string(),
  label: z.string(),
  /** Money in the company's currency, percent 0 to 100, a share 0 to 1, a date YYYY-MM-DD. */
  unit: z.enum(fieldUnits),
  required: z.boolean(),
  hint: z.string().nullable(),
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })),
  /** Bounds of the number, the text's length or the list's rows. */
  least: z.number().nullable(),
  most: z.number().nullable(),
});
export type FormColumn = z.infer<typeof column>;
/** `columns` are the fields of a list's rows. */
export const formField = column.extend({ columns: z.array(column) });
export type FormField = z.infer<typeof formField>;

export const listDecisionTypes = endpoint("GET", "/api/decisions/types", {
  summary: "The decision types that can be requested, with their roles, capability and fields.",
  response: z.array(
    z.strictObject({
      id: z.enum(decisionTypes),
      label: z.string(),
      roles: z.array(z.enum(agentRoleIds)),
      /** The agent needs this capability to propose it. */
      capability: z.string(),
      fields: z.array(formField),
    }),
  ),
  access: "viewer",
  tool: {
    name: "list_decision_types",
    effect: "read",
    hint: "propose_decision takes their ids, and their fields as its context.",
  },
});

export const makeDecision = endpoint("POST", "/api/agents/make-decision", {
  summary: "Has an agent evaluate a request by rules and propose a decision.",
  body: z.strictObject({
    agentId: id,
    decisionType: text(lengths.name),
    context: z.record(z.string().max(lengths.name), z.unknown()),
    /** Marks a sample proposal, which has no effects and never counts. */
    isTest: z.boolean().optional(),
  }),
  response: decision,
  access: "member",
  scope: "propose",
  rate: "model",
  tool: {
    name: "propose_decision",
    effect: "add",
    hint: "The policy answers: it is allowed, waits for a person, or is denied with the reason.",
    waitsFor: ({ id, status }) => (status === "pending" ? id : null),
  },
});
