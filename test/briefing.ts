import { type Figure, formatLine } from "#contract/report.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { getRun, type RunPage } from "#features/runs/contract.ts";
import type { Member, World } from "./world.ts";

/** Waits until a run is over and gives its page. */
export async function ended(member: Member, id: string): Promise<RunPage> {
  for (let look = 0; look < 2_000; look += 1) {
    const page = await member.call(getRun, { params: { id } });
    if (!["queued", "running"].includes(page.run.status)) return page;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The run did not end.");
}

export type Briefed = RunPage & {
  /** Everything it says, a sentence or more each. */
  said: string[];
  figure: (id: string) => Figure | undefined;
  missing: string[];
};

/** Lets an executive report and gives what came of it. */
export async function brief(member: Member, agent: { id: string } | undefined): Promise<Briefed> {
  if (!agent) throw new Error("There is no such executive.");
  const { runId } = await member.call(startBriefing, { params: { id: agent.id } });
  const page = await ended(member, runId);
  const { report } = page.run;
  if (!report) throw new Error(`There is no report: ${page.run.sentence}`);
  return {
    ...page,
    said: report.sections.flatMap(({ lines }) => lines.map((line) => formatLine(line, report.figures))),
    figure: (id) => report.figures.find((one) => one.id === id),
    missing: report.missing.map(({ what }) => what),
  };
}

type Cell = string | number | boolean | null;
let made = 0;

/** Puts a record of a company straight into its table; columns are named as in the database, days as YYYY-MM-DD. */
export async function put(world: World, table: string, company: string, row: Record<string, Cell>): Promise<void> {
  made += 1;
  const head = { company_id: company, source: "csv", external_id: `row-${made}`, origin: "external" };
  const cells = Object.entries({ ...head, ...row });
  await world.asOwner(
    `INSERT INTO ${table} (id, created_at, updated_at, ${cells.map(([column]) => column).join(", ")})
     VALUES (gen_random_uuid(), now(), now(), ${cells.map((_, at) => `$${at + 1}`).join(", ")})`,
    cells.map(([, value]) => value),
  );
}
