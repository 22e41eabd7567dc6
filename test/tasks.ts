import type { Member, World } from "./world.ts";

type Given = {
  agent?: string | undefined;
  /** Hours from now at which it is due, and was done; left out: without a date, and open. */
  due?: number;
  done?: number;
  estimated?: number;
  /** Worked on it, as a person entered it; and from start to completion. */
  worked?: number;
  underWay?: number;
  type?: "user_question";
};

/** Puts a task of a company straight into its table, as it would stand there after days of work. */
export async function putTask(world: World, member: Member, title: string, of: Given = {}): Promise<void> {
  const { companyId } = member.user;
  const grant = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO grants (company_id, id, granted_by, effect, answer, created_at) VALUES ($1, $2, 'policy', 'task', '{}', now())`,
    [companyId, grant],
  );
  const metadata = {
    ...(of.type ? { type: of.type } : {}),
    ...(of.worked === undefined ? {} : { hoursFrom: "person" }),
  };
  await world.asOwner(
    `INSERT INTO tasks (company_id, id, title, assigned_agent_id, grant_id, status, due_date, completion_date, estimated_hours,
       actual_hours, metadata, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, now() + make_interval(mins => $6::int), now() + make_interval(mins => $7::int),
       $8, $9, $10, now(), now())`,
    [
      companyId,
      title,
      of.agent ?? null,
      grant,
      of.done === undefined ? "pending" : "completed",
      of.due === undefined ? null : Math.round(of.due * 60),
      of.done === undefined ? null : Math.round(of.done * 60),
      of.estimated ?? null,
      of.worked ?? of.underWay ?? null,
      metadata,
    ],
  );
}

/** Work as a company has it: late by days and by hours, open, done with and without hours; and questions, which are none. */
export async function putWork(world: World, member: Member, operations?: string, cfo?: string): Promise<void> {
  const put = (title: string, of: Given = {}) => putTask(world, member, title, of);
  const day = 24;
  await put("Late for days", { agent: operations, due: -200 * day });
  await put("Late for days too", { agent: cfo, due: -150 * day });
  await put("Coming", { agent: operations, due: 8 * day });
  await put("Of nobody");
  await put("Of nobody and late", { due: -2 * day });
  await put("Took longer", { agent: operations, done: -2 * day, estimated: 2, worked: 90 });
  await put("Took less", { agent: operations, done: -3 * day, estimated: 4, worked: 3 });
  await put("Took longer, long ago", { agent: operations, done: -100 * day, estimated: 1, worked: 9 });
  await put("Open for a weekend", { agent: cfo, done: -1 * day, estimated: 2, underWay: 62 });
  await put("Done last week", { agent: cfo, done: -9 * day });
  await put("Who owes us the most?", { agent: cfo, due: -2 * day, type: "user_question" });
  await put("What is late?", { agent: operations, due: -1 * day, done: -1 * day, type: "user_question" });
}
