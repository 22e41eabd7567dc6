import { formatLine } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { getRun, type RunPage } from "#features/runs/contract.ts";
import { hire, type Member, type World } from "./world.ts";

/** Adds a record of a company by its columns, as an import would, and gives its id. Days are given as they stand in a row. */
export async function addRecord(
  world: World,
  member: Member,
  table: string,
  columns: Record<string, unknown>,
): Promise<string> {
  const id = crypto.randomUUID();
  const head = { company_id: member.user.companyId, id, source: "csv", external_id: id, origin: "external" };
  const { name } = columns;
  const isNamed = (table === "customers" || table === "vendors") && typeof name === "string";
  const moments = { created_at: new Date(), updated_at: new Date() };
  const row = { ...head, ...moments, ...(isNamed ? { name_key: nameKey(name) } : {}), ...columns };
  const names = Object.keys(row);
  await world.asOwner(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
    Object.values(row),
  );
  return id;
}

/** Hires an executive, lets them report, and gives the run with its sentences and figures in words. */
export async function briefed(member: Member, role: AgentRoleId) {
  const [agent] = await hire(member, role);
  if (!agent) throw new Error(`There is no ${role}.`);
  return briefedBy(member, agent.id);
}

/** Lets an executive report, and gives the run with its sentences and figures in words. */
export async function briefedBy(member: Member, agentId: string) {
  const { runId } = await member.call(startBriefing, { params: { id: agentId } });
  const page = await ended(member, runId);
  const report = page.run.report;
  if (!report) throw new Error(`The run ended ${page.run.status}: ${page.run.sentence}`);
  const said = report.sections.flatMap(({ lines }) => lines.map((line) => formatLine(line, report.figures)));
  const value = (id: string) => {
    const figure = report.figures.find((one) => one.id === id);
    if (!figure) throw new Error(`There is no figure ${id}: ${report.figures.map((one) => one.id).join(", ")}`);
    return figure.value;
  };
  return { ...page, report, said, value };
}

async function ended(member: Member, id: string): Promise<RunPage> {
  for (let look = 0; look < 2_000; look += 1) {
    const page = await member.call(getRun, { params: { id } });
    if (!["queued", "running"].includes(page.run.status)) return page;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The run did not end.");
}
