import { compare, heading, line } from "./compare.ts";
import { company, type Engine, openGround } from "./ground.ts";
import { atLeast, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const companies = 8;
const columns = ["title", "description", "priority", "assigned_agent_id", "due_date"];

/** Goal 6: a task with its grant, journal row and notice, against Fastify with a bare INSERT of the same columns. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const { member, server, pids, asOwner } = ground;
  await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
  const others = [];
  for (let at = 1; at < companies; at += 1) others.push(await company(server.url, `other${at}`));
  // The same table with its indexes and without what hangs on it: the floor writes no grant.
  await asOwner("CREATE TABLE bare_tasks (LIKE tasks INCLUDING DEFAULTS INCLUDING INDEXES)");
  const body = {
    title: "Call the supplier about the open offer",
    description: "Ask for a written price and a day of delivery, and put both into the offer.",
    priority: "high",
    assignedAgentId: null,
    dueDate: "2030-01-31T17:00:00.000Z",
  };
  const text = `INSERT INTO bare_tasks (company_id, id, grant_id, created_at, updated_at, ${columns.join(", ")})
      VALUES ($1, gen_random_uuid(), $2, now(), now(), $3, $4, $5, $6, $7) RETURNING *`;
  const floor = await ground.floor(text, [member.user.companyId, member.user.id]);
  const url = `${server.url}/api/tasks`;
  const [bare, ours, spread] = await compare([
    { name: "floor", ...floor, body },
    { name: "create a task", url, body, cookies: [member.cookie ?? ""], pids },
    { name: "create tasks", url, body, cookies: [member, ...others].map(({ cookie }) => cookie ?? ""), pids },
  ]);
  if (!bare || !ours || !spread) throw new Error("Nothing was measured.");
  return {
    title: "6  Create a task with its grant, journal row and notice",
    lines: [
      heading,
      line("floor: Fastify + one INSERT", bare),
      line("POST /api/tasks, one company", ours),
      line(`POST /api/tasks, ${companies} companies`, spread),
    ],
    goals: [
      atLeast("requests per core, one company", ours.perCore / bare.perCore, 0.35, "× floor"),
      atLeast(`requests per core, ${companies} companies`, spread.perCore / bare.perCore, 0.35, "× floor"),
    ],
  };
}
