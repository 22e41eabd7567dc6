import { sql } from "drizzle-orm";
import { agentRoleIds } from "#contract/roles.ts";
import { runStatuses, triggers } from "#contract/runs.ts";
import { dayOfMoment, queryField, type Subject } from "#platform/query/subject.ts";

/** What agents worked on; private runs are excluded for everyone but the person who asked. */
export const runSubject: Subject = {
  id: "runs",
  one: "run",
  many: "runs",
  from: () => sql`(SELECT * FROM agent_runs WHERE private_to IS NULL) r`,
  fields: [
    queryField("label", "Work", "text", "r.label"),
    queryField("agentName", "Agent's name", "text", "r.agent_name"),
    queryField("role", "Agent", "choice", "r.agent_role", agentRoleIds),
    queryField("status", "Status", "choice", "r.status", runStatuses),
    queryField("trigger", "Started by", "choice", "r.trigger", triggers),
    queryField("engine", "Engine", "text", "r.engine"),
    queryField("cost", "Cost in US dollars", "number", "r.cost_usd"),
    queryField("attempts", "Attempts", "number", "r.attempts"),
    queryField("hours", "Time taken", "hours", "(extract(epoch FROM r.finished_at - r.started_at) / 3600)"),
    dayOfMoment("createdOn", "Asked for", "r.created_at"),
    dayOfMoment("finishedOn", "Finished", "r.finished_at"),
  ],
  day: "createdOn",
  amount: "hours",
  columns: ["label", "role", "status", "engine"],
  search: ["label"],
  currency: null,
  href: sql`'/runs/' || r.id`,
  origin: sql`r.origin`,
};
