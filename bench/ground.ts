import type pg from "pg";
import { initializeAgents } from "#features/setup/contract.ts";
import type { How, Server } from "../test/faults/server.ts";
import { openStage } from "../test/faults/stage.ts";
import type { Postgres } from "../test/postgres.ts";
import { type Member, signUp, testContexts } from "../test/world.ts";
import { startFloor } from "./compare.ts";

/** Runs a statement past every wall, for rows by the million. */
export type AsOwner = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

export type Engine = "PostgreSQL" | "embedded";

/** The product on a durable PostgreSQL of its own or on its embedded database, with one signed-in company. */
export type Ground = {
  /** Null with the embedded database. */
  postgres: Postgres | null;
  server: Server;
  /** Every process that answers: the server and PostgreSQL. */
  pids: number[];
  /** Opens a floor for one statement on the same database. */
  floor(text: string, values?: unknown[]): Promise<{ url: string; pids: number[] }>;
  member: Member;
  asOwner: AsOwner;
  /** Ends the server and starts it again on the same rows. */
  restart(): Promise<Server>;
  /** Starts the product of another checkout beside it, on the same rows and with the same keys. */
  beside(checkout: string): Promise<Server>;
  /** Called when the ground ends. */
  after(close: () => unknown): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Opens the ground; the server runs with RATE_LIMIT_FACTOR=100000, its default LOG_LEVEL and these flags of Node, from
 * this checkout or another.
 */
export async function openGround(
  engine: Engine = "PostgreSQL",
  flags: string[] = [],
  checkout?: string,
): Promise<Ground> {
  const stage = openStage("bench");
  const settings = { shared_buffers: "512MB", max_wal_size: "4GB" };
  const postgres = engine === "embedded" ? null : await stage.postgres({ durable: true, settings });
  const env = {
    DATA_DIR: stage.folder,
    LOG_LEVEL: "info",
    UNDO_SECONDS: "0",
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const own: How = { ...(checkout && { from: checkout }), ...(!postgres && { entry: "bench/embedded.ts" }) };
  const start = (how: How = own) => stage.start(env, flags, how);
  let server = await start();
  const member = await company(server.url, "bench");
  const owner = postgres && (await stage.owner(postgres.superuserUrl));
  async function throughDoor<T>(asked: { text: string; values?: unknown[] | undefined; isFloor?: true }): Promise<T> {
    const url = /^Door: (\S+)$/m.exec(server.output())?.[1] ?? "";
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(asked) });
    if (response.status !== 200) throw new Error(`${await response.text()}: ${asked.text}`);
    return (await response.json()) as T;
  }
  return {
    postgres,
    get server() {
      return server;
    },
    get pids() {
      return [server.pid, ...(postgres ? [postgres.pid] : [])];
    },
    async floor(text, values) {
      if (!postgres)
        return {
          url: (await throughDoor<{ url: string }>({ text, values, isFloor: true })).url,
          pids: [server.pid],
        };
      const { url, pid, stop } = await startFloor(postgres.superuserUrl, text, values);
      stage.after(stop);
      return { url, pids: [pid, postgres.pid] };
    },
    member,
    asOwner: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      owner ? owner.ask<Row>(text, values) : throughDoor<Row[]>({ text, values }),
    async restart() {
      server.signal("SIGKILL");
      await server.ended;
      server = await start();
      return server;
    },
    beside: (checkout) => start({ from: checkout }),
    after: stage.after,
    [Symbol.asyncDispose]: stage.close,
  };
}

/** Signs up a company with its eight executives and 90 days of revenue. */
export async function company(url: string, name: string): Promise<Member> {
  const member = await signUp(url, name);
  await member.call(initializeAgents);
  const points = Array.from({ length: 90 }, (_unused, at) => ({
    metricName: "daily_revenue",
    metricValue: 1_000 + at,
    measurementDate: new Date(Date.now() - at * 86_400_000).toISOString().slice(0, 10),
  }));
  const { status } = await member.send("POST", "/api/metrics", { body: { source: "api", points } });
  if (status !== 200) throw new Error(`The figures were answered ${status}.`);
  return member;
}

/** Gives how to let one executive propose over the front door; the context's figures are counted up, so that none is a repeat. */
export async function proposer(member: Member, role: keyof typeof testContexts, from = 1) {
  const agents = (await member.send("GET", "/api/agents")).json as { id: string; role: string }[];
  const agentId = agents.find((agent) => agent.role === role)?.id;
  const { decisionType, context } = testContexts[role];
  const [figure] = Object.entries(context);
  if (!figure) throw new Error("The context has no figure.");
  const [name, first] = figure;
  let made = from;
  return async (): Promise<string> => {
    const body = { agentId, decisionType, context: { ...context, [name]: first + made } };
    made += 1;
    const { status, json, text } = await member.send("POST", "/api/agents/make-decision", { body });
    if (status !== 200) throw new Error(`Void: a proposal was answered ${status}: ${text}`);
    return (json as { id: string }).id;
  };
}

/** Lets the three executives with a formula propose one decision each. */
export async function proposeSamples(member: Member): Promise<void> {
  for (const role of ["CEO", "CFO", "Sales"] as const) await (await proposer(member, role, 0))();
}

/** Gives cookies of sessions that are written straight into the database: no password is hashed for them. */
export async function signInMany(asOwner: AsOwner, people: { company: string; user: string }[]): Promise<string[]> {
  const tokens = people.map((_one, at) => `bench-${String(at).padStart(37, "0")}`);
  await asOwner(
    `INSERT INTO sessions (company_id, id, user_id, token_hash, created_at, seen_at, expires_at)
     SELECT company, gen_random_uuid(), person, sha256(convert_to(token, 'UTF8')), now(), now(), now() + interval '6 days'
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS row(company, person, token)`,
    [people.map(({ company: id }) => id), people.map(({ user }) => user), tokens],
  );
  return tokens.map((token) => `sid=${token}`);
}
