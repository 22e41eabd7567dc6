import { compare, heading, line, startFloor } from "./compare.ts";
import { openGround } from "./ground.ts";
import { atLeast, atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

/** Goal 1: the dashboard, signed in, against Fastify with one indexed SELECT on the same PostgreSQL. */
export async function measure(): Promise<Report> {
  const ground = await openGround();
  try {
    const { member, server, postgres, pids, asOwner } = ground;
    const company = member.user.companyId;
    await grow(asOwner, member, { decisions: 100, tasks: 100 });
    const [waiting] = await asOwner<{ count: number }>(
      "SELECT count(*)::int AS count FROM decisions WHERE status = 'pending'",
    );
    const floor = await startFloor(
      postgres.superuserUrl,
      "SELECT company_id, id, username, email, role FROM users WHERE company_id = $1 AND id = $2",
      [company, member.user.id],
    );
    const cookies = [member.cookie ?? ""];
    const [bare, ours, gate] = await compare([
      { name: "floor", url: floor.url, pids: [floor.pid, postgres.pid] },
      { name: "dashboard", url: `${server.url}/api/dashboard`, cookies, pids },
      { name: "user", url: `${server.url}/api/user`, cookies, pids },
    ]);
    floor.stop();
    if (!bare || !ours || !gate) throw new Error("Nothing was measured.");
    return {
      title: `1  Dashboard, signed in: 8 executives, ${waiting?.count} of 100 decisions waiting, 100 tasks, 90 days of revenue; no 304`,
      lines: [
        heading,
        line("floor: Fastify + one SELECT", bare),
        line("GET /api/dashboard", ours),
        line("for comparison: GET /api/user", gate),
      ],
      goals: [
        atLeast("requests per core", ours.perCore / bare.perCore, 0.6, "× floor"),
        atMost("p99", ours.p99 / bare.p99, 2, "× floor"),
      ],
    };
  } finally {
    await ground.close();
  }
}
