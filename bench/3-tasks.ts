import { compare, heading, line, requireSameAnswer } from "./compare.ts";
import type { Engine } from "./ground.ts";
import { atLeast, type Report } from "./report.ts";
import { openLarge } from "./seed.ts";

/** The order of the page, as its index has it: open ones first, the newest first, tasks of one decision in its order. */
const order = `(CASE WHEN status IN ('pending', 'in_progress') THEN 0 ELSE 1 END), created_at DESC,
  (-coalesce(effect_index, 2147483647)) DESC, id DESC`;

/** The fields of a line, and what the whole has besides. */
const ofLine = `t.id, t.title, t.description,
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'name', a.name, 'role', a.role) END AS "assignedAgent",
  CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'name', h.username) END AS "assignedPerson",
  t.status, t.priority, t.due_date AS "dueDate", t.completion_date AS "completionDate", u.username AS "completedBy",
  t.created_at AS "createdAt"`;
const ofWhole = `${ofLine}, t.company_id AS "companyId", t.assigned_agent_id AS "assignedAgentId", t.assigned_user_id AS "assignedUserId",
  t.estimated_hours::float8 AS "estimatedHours", t.actual_hours::float8 AS "actualHours",
  t.decision_id AS "decisionId", t.run_id AS "runId", t.origin, t.metadata`;

/** The same 50 rows and fields in one statement, without a session, a wall or a schema. */
const floorOf = (
  fields: string,
) => `SELECT ${fields} FROM (SELECT * FROM tasks WHERE company_id = $1 ORDER BY ${order} LIMIT 50) t
  LEFT JOIN agents a ON a.company_id = t.company_id AND a.id = t.assigned_agent_id
  LEFT JOIN users h ON h.company_id = t.company_id AND h.id = t.assigned_user_id
  LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.completed_by
  ORDER BY t.created_at DESC, (-coalesce(t.effect_index, 2147483647)) DESC, t.id DESC`;

/**
 * Goal 3: the first page of tasks out of 10,000, in lines as the browser asks for it and whole, each against Fastify with one
 * SELECT of the same rows.
 */
export async function measure(engine: Engine): Promise<Report> {
  const { ground, large, sizes } = await openLarge(engine);
  const { server, pids } = ground;
  const cookie = large.cookie ?? "";
  const of = async (path: string, fields: string) => ({
    url: `${server.url}${path}`,
    floor: await ground.floor(floorOf(fields), [large.user.companyId]),
  });
  const shapes = [await of("/api/tasks?shape=lines", ofLine), await of("/api/tasks", ofWhole)];
  for (const { url, floor } of shapes) await requireSameAnswer({ url, cookie }, floor.url);
  const [bareLines, lines, bareWhole, whole] = await compare(
    shapes.flatMap(({ url, floor }) => [
      { name: "floor", ...floor },
      { name: "tasks", url, cookies: [cookie], pids },
    ]),
  );
  if (!bareLines || !lines || !bareWhole || !whole) throw new Error("Nothing was measured.");
  return {
    title: `3  The page of tasks: 50 of ${sizes.large.tasks.toLocaleString("en")}; in lines, as the browser asks, and whole`,
    lines: [
      heading,
      line("floor, lines: Fastify + one SELECT", bareLines),
      line("GET /api/tasks?shape=lines", lines),
      line("floor, whole: Fastify + one SELECT", bareWhole),
      line("GET /api/tasks", whole),
    ],
    goals: [
      atLeast("requests per core, in lines", lines.perCore / bareLines.perCore, 0.7, "× floor"),
      atLeast("requests per core, whole", whole.perCore / bareWhole.perCore, 0.7, "× floor"),
    ],
  };
}
