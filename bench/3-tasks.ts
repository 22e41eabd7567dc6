import { compare, heading, line, requireSameAnswer, startFloor } from "./compare.ts";
import { atLeast, type Report } from "./report.ts";
import { openLarge } from "./seed.ts";

/** The order of the page, as its index has it: open ones first, the newest first, tasks of one decision in its order. */
const order = `(CASE WHEN status IN ('pending', 'in_progress') THEN 0 ELSE 1 END), created_at DESC,
  (-coalesce(effect_index, 2147483647)) DESC, id DESC`;

/** The same 50 rows and fields in one statement, without a session, a wall or a schema. */
const floorText = `SELECT t.id, t.company_id AS "companyId", t.title, t.description,
  t.assigned_agent_id AS "assignedAgentId",
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'name', a.name, 'role', a.role) END AS "assignedAgent",
  t.status, t.priority, t.due_date AS "dueDate", t.completion_date AS "completionDate", u.username AS "completedBy",
  t.estimated_hours::float8 AS "estimatedHours", t.actual_hours::float8 AS "actualHours",
  t.decision_id AS "decisionId", t.run_id AS "runId", t.origin, t.metadata, t.created_at AS "createdAt"
  FROM (SELECT * FROM tasks WHERE company_id = $1 ORDER BY ${order} LIMIT 50) t
  LEFT JOIN agents a ON a.company_id = t.company_id AND a.id = t.assigned_agent_id
  LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.completed_by
  ORDER BY t.created_at DESC, (-coalesce(t.effect_index, 2147483647)) DESC, t.id DESC`;

/** Goal 3: the first page of tasks out of 10,000, against Fastify with one SELECT of the same rows. */
export async function measure(): Promise<Report> {
  const { ground, large } = await openLarge();
  const { server, postgres, pids } = ground;
  const url = `${server.url}/api/tasks`;
  const cookie = large.cookie ?? "";
  const floor = await startFloor(postgres.superuserUrl, floorText, [large.user.companyId]);
  try {
    await requireSameAnswer({ url, cookie }, floor.url);
    const [bare, ours] = await compare([
      { name: "floor", url: floor.url, pids: [floor.pid, postgres.pid] },
      { name: "tasks", url, cookies: [cookie], pids },
    ]);
    if (!bare || !ours) throw new Error("Nothing was measured.");
    return {
      title: "3  The page of tasks: 50 of 10,000, in a table of 100,000",
      lines: [heading, line("floor: Fastify + one SELECT", bare), line("GET /api/tasks", ours)],
      goals: [atLeast("requests per core", ours.perCore / bare.perCore, 0.7, "× floor")],
    };
  } finally {
    floor.stop();
  }
}
