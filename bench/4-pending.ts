import { compare, heading, line, requireSameAnswer } from "./compare.ts";
import type { Engine } from "./ground.ts";
import { atLeast, atMost, type Report } from "./report.ts";
import { openLarge } from "./seed.ts";

/** The fields of the whole, and of a line. */
const ofWhole = `d.id, d.number, d.company_id AS "companyId", d.agent_id AS "agentId",
  d.agent_name AS "agentName", d.agent_role AS "agentRole", d.decision_type AS "decisionType", d.title, d.description,
  d.context, d.recommendation, d.confidence::float8 AS "confidenceScore", d.confidence::float8 AS confidence, d.impact,
  d.priority, d.status, d.requires_approval AS "requiresApproval", NULL AS "approvedBy", NULL AS "rejectedBy", d.reason,
  d.closed_reason AS "closedReason", d.settled_at AS "settledAt", d.expires_at AS "expiresAt", d.engine,
  d.run_id AS "runId", d.origin, '{"state": "zero", "usd": 0}'::json AS cost, d."authorization", d.metadata, d.alternatives,
  d.evidence, d.exposure, d.created_at AS "createdAt",
  (SELECT json_agg(json_build_object('claim', f.claim, 'horizon', f.horizon, 'metric', f.metric, 'target',
    f.target::float8, 'probability', f.probability::float8, 'baseRate', f.base_rate::float8, 'baseRateNote',
    f.base_rate_note, 'dueOn', f.due_on, 'resolver', f.resolver, 'position', f.position, 'held', f.held,
    'resolvedAt', f.resolved_at) ORDER BY f.position)
    FROM forecasts f WHERE f.company_id = d.company_id AND f.decision_id = d.id) AS forecasts`;
const ofLine = `d.id, d.number, d.agent_name AS "agentName", d.agent_role AS "agentRole", d.title, d.recommendation,
  d.confidence::float8 AS confidence, d.priority, d.status, NULL AS "approvedBy", NULL AS "rejectedBy",
  d.closed_reason AS "closedReason", d.settled_at AS "settledAt", d.exposure, d.created_at AS "createdAt",
  d."authorization" ->> 'autonomy' AS autonomy, d."authorization" #> '{limits,0}' AS "limit"`;

/** The same 50 rows and fields in one statement, without a session, a wall or a schema. */
const floorOf = (fields: string) => `SELECT ${fields}
  FROM decisions d WHERE d.company_id = $1 AND d.status = 'pending'
  ORDER BY CASE d.priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, d.number DESC LIMIT 50`;

/** Goal 4: the first page of pending decisions with 1,000,000 decisions against 1,000, and against its floor. */
export async function measure(engine: Engine): Promise<Report> {
  const { ground, small, large, sizes } = await openLarge(engine);
  const { server, pids } = ground;
  const all = sizes.large.decisions.toLocaleString("en");
  const url = `${server.url}/api/decisions?status=pending`;
  const inLines = `${url}&shape=lines`;
  const companies = [small, large].map(({ user, cookie }) => ({ id: user.companyId, cookie: cookie ?? "" }));
  const floors = await Promise.all(companies.map(({ id }) => ground.floor(floorOf(ofWhole), [id])));
  const floorLines = await ground.floor(floorOf(ofLine), [large.user.companyId]);
  for (const [at, floor] of floors.entries())
    await requireSameAnswer({ url, cookie: companies[at]?.cookie ?? "" }, floor.url);
  await requireSameAnswer({ url: inLines, cookie: large.cookie ?? "" }, floorLines.url);
  const [bareLines, lines, bareSmall, bareLarge, few, many] = await compare([
    { name: "floor", ...floorLines },
    { name: "pending decisions in lines", url: inLines, cookies: [large.cookie ?? ""], pids },
    ...floors.map((floor) => ({ name: "floor", ...floor })),
    ...companies.map(({ cookie }) => ({ name: "pending decisions", url, cookies: [cookie], pids })),
  ]);
  if (!bareLines || !lines || !bareSmall || !bareLarge || !few || !many) throw new Error("Nothing was measured.");
  return {
    title: "4  The page of pending decisions, 50 of a small and of a large company side by side on one database",
    lines: [
      heading,
      line("floor, 50 of 1,000", bareSmall),
      line("pending decisions, 50 of 1,000", few),
      line(`floor, 50 of ${all}`, bareLarge),
      line(`pending decisions, 50 of ${all}`, many),
      line(`floor in lines, 50 of ${all}`, bareLines),
      line(`in lines, 50 of ${all}`, lines),
    ],
    goals: [
      atMost(`p99 at ${all}`, many.p99 / few.p99, 1.3, "× of 1,000"),
      atLeast("requests per core at 1,000", few.perCore / bareSmall.perCore, 0.7, "× floor"),
      atLeast(`requests per core at ${all}`, many.perCore / bareLarge.perCore, 0.7, "× floor"),
      atLeast("requests per core in lines", lines.perCore / bareLines.perCore, 0.7, "× floor"),
    ],
  };
}
