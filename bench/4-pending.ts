import { compare, type Figures, heading, line, startFloor } from "./compare.ts";
import { copyDecisions, openGround, proposeSamples } from "./ground.ts";
import { atLeast, atMost, type Report } from "./report.ts";

const sizes = [1_000, 1_000_000];

/** The same 50 rows and fields in one statement, without a session, a wall or a schema. */
const floorText = `SELECT d.id, d.number, d.company_id, d.agent_id, d.agent_name, d.agent_role, d.decision_type, d.title,
  d.description, d.context, d.recommendation, d.confidence, d.impact, d.priority, d.status, d.requires_approval,
  d.reason, d.closed_reason, d.settled_at, d.expires_at, d.engine, d.run_id, d."authorization", d.metadata,
  d.alternatives, d.evidence, d.exposure, d.created_at,
  (SELECT json_agg(f ORDER BY f.position) FROM forecasts f WHERE f.company_id = d.company_id AND f.decision_id = d.id) AS forecasts
  FROM decisions d WHERE d.company_id = $1 AND d.status = 'pending' ORDER BY d.created_at DESC LIMIT 50`;

/** Goal 4: the first page of pending decisions with 1,000,000 decisions against 1,000, and against its floor. */
export async function measure(): Promise<Report> {
  const lines = [heading];
  const found: { bare: Figures; ours: Figures }[] = [];
  for (const size of sizes) {
    const ground = await openGround();
    try {
      await proposeSamples(ground);
      await copyDecisions(ground, size);
      const { member, server, postgres, pids } = ground;
      const floor = await startFloor(postgres.superuserUrl, floorText, [member.user.companyId]);
      const [bare, ours] = await compare([
        { name: "floor", url: floor.url, pids: [floor.pid, postgres.pid] },
        { name: "ours", url: `${server.url}/api/decisions?status=pending`, cookie: member.cookie ?? "", pids },
      ]);
      floor.stop();
      if (!bare || !ours) throw new Error("Nothing was measured.");
      found.push({ bare, ours });
      const of = size.toLocaleString("en");
      lines.push(line(`floor, 50 of ${of}`, bare), line(`pending decisions, 50 of ${of}`, ours));
    } finally {
      await ground.close();
    }
  }
  const [small, large] = found;
  if (!small || !large) throw new Error("Nothing was measured.");
  return {
    title: "4  The page of pending decisions (every 20th decision is pending)",
    lines,
    goals: [
      atMost("p99 at 1,000,000", large.ours.p99 / small.ours.p99, 1.3, "× of 1,000"),
      atLeast("requests per core at 1,000", small.ours.perCore / small.bare.perCore, 0.7, "× floor"),
      atLeast("requests per core at 1,000,000", large.ours.perCore / large.bare.perCore, 0.7, "× floor"),
    ],
  };
}
