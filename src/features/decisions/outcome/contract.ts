import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { day, id, lengths, required, text } from "#contract/words.ts";
import { decision, decisionPage, heldForecast } from "#features/decisions/contract.ts";

const position = z.string().regex(/^\d{1,2}$/, "Not found");
const outcome = {
  held: z.boolean(),
  /** What was measured, if it is a number. */
  value: z.number().min(-1e15).max(1e15).optional(),
};

export const resolveForecast = endpoint("POST", "/api/decisions/:id/forecasts/:position/resolve", {
  summary:
    "Resolves a forecast once, from its due day; one that company data resolves only if the data is missing for 14 days.",
  params: { id, position },
  body: z.strictObject({ ...outcome, note: text(lengths.reason).optional() }),
  response: decisionPage,
  access: "approver",
  scope: "decide",
});

export const correctForecast = endpoint("POST", "/api/decisions/:id/forecasts/:position/correct", {
  summary: "Corrects a recorded outcome with a reason; the history keeps what was recorded before.",
  params: { id, position },
  body: z.strictObject({ ...outcome, reason: required(lengths.reason, "Write the reason") }),
  response: decisionPage,
  access: "admin",
  scope: "decide",
});

/** Open ones by their due day: later, today, or before today. */
export const forecastStates = ["upcoming", "due", "overdue", "resolved"] as const;
export type ForecastState = (typeof forecastStates)[number];

export const forecastLine = heldForecast.omit({ baseRateNote: true, corrections: true, measuredBy: true }).extend({
  decisionId: id,
  ...decision.pick({ number: true, title: true, agentName: true, agentRole: true, decisionType: true }).shape,
  state: z.enum(forecastStates),
  /** What company data lacks to resolve it, from the day after it was due. */
  waitsFor: z.string().nullable(),
  /** Whether a person is asked today. */
  isAsked: z.boolean(),
});
export type ForecastLine = z.infer<typeof forecastLine>;

export const listForecasts = endpoint("GET", "/api/decisions/forecasts", {
  summary: "Forecasts of approved decisions: open ones by due day, then the last resolved; at most 50 at a time.",
  query: {
    state: z.enum(forecastStates).optional(),
    role: z.enum(agentRoleIds).optional(),
    type: text(lengths.name).optional(),
    cursor,
  },
  response: z.array(forecastLine),
  access: "viewer",
});

const bin = z.strictObject({
  from: z.number(),
  resolved: z.number().int(),
  claimed: z.number(),
  held: z.number(),
});

/** Of an agent, a type, both or all. `score` is null below 10 resolved forecasts. */
export const standing = z.strictObject({
  agentId: id.nullable(),
  agentName: z.string().nullable(),
  agentRole: z.enum(agentRoleIds).nullable(),
  decisionType: z.string().nullable(),
  resolved: z.number().int(),
  held: z.number().int(),
  /** "low" below 30 resolved forecasts. */
  evidence: z.enum(["none", "low", "enough"]),
  score: z
    .strictObject({
      brier: z.number(),
      baseBrier: z.number(),
      skill: z.number().nullable(),
      /** 0 to 100; 50 equals the base rate. */
      accuracy: z.number().nullable(),
      bins: z.array(bin),
    })
    .nullable(),
});
export type Standing = z.infer<typeof standing>;

export const getRecord = endpoint("GET", "/api/decisions/record", {
  summary:
    "How claimed probabilities compare with outcomes: Brier score, skill against the base rate and reliability, in all, per agent, per type and per both.",
  response: z.strictObject({
    all: standing,
    agents: z.array(standing),
    types: z.array(standing),
    both: z.array(standing),
    /** Open forecasts by state. */
    open: z.strictObject({ upcoming: z.number().int(), due: z.number().int(), overdue: z.number().int() }),
    /** When the next one is due; null without any. */
    next: day.nullable(),
  }),
  access: "viewer",
  tool: { name: "get_track_record", effect: "read" },
});
