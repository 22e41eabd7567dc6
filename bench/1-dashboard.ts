import { compare, heading, line } from "./compare.ts";
import { type AsOwner, type Engine, openGround } from "./ground.ts";
import { atLeast, atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

/** The nearest peer's dashboard, where it runs: its address, its cookie and the processes that answer, apart by commas. */
const { PEER_URL, PEER_COOKIE = "", PEER_PIDS = "" } = process.env;
const peer = PEER_URL && {
  name: "peer",
  url: PEER_URL,
  cookies: [PEER_COOKIE],
  pids: PEER_PIDS.split(",").map(Number),
};

/** Goal 1: the dashboard, signed in, against Fastify with one SELECT that finds a session and the same stored page. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const { member, server, pids, asOwner } = ground;
  const cookie = member.cookie ?? "";
  const url = `${server.url}/api/dashboard`;
  await grow(asOwner, member, { decisions: 100, tasks: 100 });
  const [waiting] = await asOwner<{ count: number }>(
    "SELECT count(*)::int AS count FROM decisions WHERE status = 'pending'",
  );
  const floor = await ground.floor(
    `SELECT s.user_id, p.gzip FROM sessions s JOIN dashboard_pages p ON p.company_id = s.company_id
       WHERE s.token_hash = sha256(convert_to($1, 'UTF8'))`,
    [cookie.replace("sid=", "")],
  );
  // The first read keeps the page that the floor sends as well.
  await fetch(url, { headers: { cookie } });
  const cookies = [cookie];
  const [bare, ours, gate] = await compare([
    { name: "floor", ...floor },
    { name: "dashboard", url, cookies, pids },
    { name: "user", url: `${server.url}/api/user`, cookies, pids },
  ]);
  await keepNothing(asOwner);
  const [anew, theirs] = await compare([{ name: "dashboard, read anew", url, cookies, pids }, ...(peer ? [peer] : [])]);
  if (!bare || !ours || !gate || !anew) throw new Error("Nothing was measured.");
  return {
    title: `1  Dashboard, signed in: 8 executives, ${waiting?.count} of 100 decisions waiting, 100 tasks, 90 days of revenue; no 304`,
    lines: [
      heading,
      line("floor: Fastify + session and page", bare),
      line("GET /api/dashboard", ours),
      line("for comparison: GET /api/user", gate),
      line("GET /api/dashboard, read anew", anew),
      ...(theirs ? [line("the peer's dashboard", theirs)] : []),
      `Read anew: as after a change, nothing is kept.${theirs ? "" : " Its goal is judged beside the peer: PEER_URL, PEER_COOKIE, PEER_PIDS."}`,
    ],
    goals: [
      atLeast("requests per core", ours.perCore / bare.perCore, 0.6, "× floor"),
      atMost("p99", ours.p99 / bare.p99, 2, "× floor"),
      ...(theirs ? [atLeast("requests per core, read anew", anew.perCore / theirs.perCore, 4, "× the peer")] : []),
    ],
  };
}

/** Lets no page be kept, so that every read is the first one after a change. */
async function keepNothing(asOwner: AsOwner): Promise<void> {
  await asOwner("CREATE FUNCTION keep_nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$");
  await asOwner(
    "CREATE TRIGGER keep_nothing BEFORE INSERT OR UPDATE ON dashboard_pages FOR EACH ROW EXECUTE FUNCTION keep_nothing()",
  );
  await asOwner("DELETE FROM dashboard_pages");
}
