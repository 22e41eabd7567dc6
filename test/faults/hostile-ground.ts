import { agentRoleIds } from "#contract/roles.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Agent, listAgents } from "#features/agents/contract.ts";
import { readConfig } from "#platform/config.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { furnish, type Ground } from "../samples.ts";
import { fillFolder, hire, type Member, openOn, signIn } from "../world.ts";
import { type Server, startServer } from "./server.ts";

/** A server of its own with a company that has one row of everything, and every executive. */
export type HostileGround = {
  server: Server;
  ground: Ground;
  agents: readonly Agent[];
  close(): Promise<void>;
};

let made = 0;

/** Furnishes a company while no job runs, then starts the product on it as a process of its own. */
async function openGround(
  postgres: Postgres | null,
  flags: string[],
  more: Record<string, string> = {},
): Promise<HostileGround> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-hostile-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const env: Record<string, string> = { DATA_DIR: folder, LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "100000" };
  if (!postgres) fillFolder(folder);
  else env["DATABASE_URL"] = await postgres.createDatabase(`hostile_${(made += 1)}`);
  const world = await openOn(readConfig({ ...env, PORT: "0", ROLE: "web" }));
  const furnished = await furnish(world);
  await furnished.forgetFactors();
  await world.close();
  const server = await startServer({ ...env, ...more }, flags);
  const session = await signIn(server.url, furnished.member);
  const member: Member = Object.assign(furnished.member, session);
  const ground = { ...furnished, member };
  const serving = (await member.call(listAgents)).map(({ role }) => role);
  await hire(member, ...agentRoleIds.filter((role) => !serving.includes(role)));
  return {
    server,
    ground,
    agents: await member.call(listAgents),
    async close() {
      server.signal("SIGKILL");
      await server.ended;
      remove();
    },
  };
}

/** Gives grounds on one database server, one after the other. */
export async function groundsOn(database: "embedded" | "postgres") {
  const postgres = database === "postgres" ? await startPostgres() : null;
  return {
    open: (flags: string[] = [], more: Record<string, string> = {}) => openGround(postgres, flags, more),
    close: async () => postgres?.stop(),
  };
}
