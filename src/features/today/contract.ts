import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { happening, need } from "#contract/needs.ts";
import { day, instant } from "#contract/words.ts";

const line = need.extend({
  /** Until when it is snoozed, and who did it. */
  snoozed: z.strictObject({ until: day, by: z.string() }).nullable(),
});
export type NeedShown = z.infer<typeof line>;

export const getNeeds = endpoint("GET", "/api/today", {
  summary: "What needs a person, by the day to act and the amount, each with what can be done about it.",
  response: z.strictObject({ today: day, lines: z.array(line) }),
  access: "viewer",
  rate: "polled",
  tool: { name: "get_today", effect: "read" },
});

const named = z.strictObject({ key: z.string().min(1).max(300), on: day.nullable() });
export type Line = z.infer<typeof named>;

export const snoozeNeed = endpoint("POST", "/api/today/snooze", {
  summary: "Hides a line from everyone until a day, as long as its reason and day stay the same.",
  body: named.extend({ until: day }),
  response: named.extend({ until: day }),
  access: "member",
});

export const wakeNeed = endpoint("POST", "/api/today/wake", {
  summary: "Shows a snoozed line again.",
  body: named,
  response: named.pick({ key: true }),
  access: "member",
});

export const getSince = endpoint("GET", "/api/today/since", {
  summary:
    "What happened since a moment or the beginning of a day, at most a year ago: money, decisions and what agents did.",
  query: { from: z.union([instant, day]) },
  response: z.strictObject({ from: instant, lines: z.array(happening) }),
  access: "viewer",
  tool: { name: "get_changes", effect: "read" },
});
