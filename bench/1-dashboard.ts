import { compare, heading, line, startFloor } from "./compare.ts";
import { type AsOwner, openGround } from "./ground.ts";
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
    await keepNothing(asOwner);
    const [again, anew] = await compare([
      { name: "floor", url: floor.url, pids: [floor.pid, postgres.pid] },
      { name: "dashboard, read anew", url: `${server.url}/api/dashboard`, cookies, pids },
    ]);
    floor.stop();
    if (!bare || !ours || !gate || !again || !anew) throw new Error("Nothing was measured.");
    return {
      title: `1  Dashboard, signed in: 8 executives, ${waiting?.count} of 100 decisions waiting, 100 tasks, 90 days of revenue; no 304`,
      lines: [
        heading,
        line("floor: Fastify + one SELECT", bare),
        line("GET /api/dashboard", ours),
        line("for comparison: GET /api/user", gate),
        line("floor, once more", again),
        line("GET /api/dashboard, read anew", anew),
        `The second figure is the first read after each change: nothing is kept, ${(anew.perCore / again.perCore).toPrecision(3)} × floor.`,
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

/** Lets no page be kept, so that every read is the first one after a change. */
async function keepNothing(asOwner: AsOwner): Promise<void> {
  await asOwner("CREATE FUNCTION keep_nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$");
  await asOwner(
    "CREATE TRIGGER keep_nothing BEFORE INSERT OR UPDATE ON dashboard_pages FOR EACH ROW EXECUTE FUNCTION keep_nothing()",
  );
  await asOwner("DELETE FROM dashboard_pages");
}
