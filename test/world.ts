import { cpSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { type Boardroom, compose, type Rooms } from "#app/compose.ts";
import { type Answer, answerTo, type Endpoint, type Input } from "#contract/endpoint.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { login, register, type User } from "#features/accounts/contract.ts";
import type { Agent } from "#features/agents/contract.ts";
import { setupAgents } from "#features/setup/contract.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { asOperator, type Operator } from "#platform/db/operator.ts";
import { createDatabase } from "./postgres.ts";

export type Reply<T = unknown> = { status: number; text: string; headers: Headers; json: T };

/** One browser's worth of calls: keeps its cookie, sends what a browser sends. */
export type Client = {
  cookie: string | null;
  /** Makes a described call; throws when the answer is not 2xx. */
  call<E extends Endpoint>(endpoint: E, input?: Partial<Input<E>>): Promise<Answer<E>>;
  /** Makes any call and gives whatever comes back. */
  send(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Reply>;
};

export type Member = Client & { user: User; username: string; password: string };

export type World = {
  boardroom: Boardroom;
  config: Config;
  url: string;
  client(): Client;
  /** Signs up a new company and gives its first person. */
  member(name?: string): Promise<Member>;
  /** Where a counter without labels stands. */
  counted(name: string): Promise<number>;
  /** Runs a statement as the owner of the tables, past every wall; under a name it is planned once. */
  asOwner<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
    name?: string,
  ): Promise<Row[]>;
  close(): Promise<void>;
};

let made = 0;

/** Keeps the address of a ground the product has been started on once, as JSON; the tests begin on copies of it. */
export const preparedGround = "TEST_GROUND";

const prepared = () => JSON.parse(process.env[preparedGround] ?? "{}") as { folder?: string; database?: string };

/** Makes a data folder what the first start made of it, where the tests of this run keep one; else it stays empty. */
export function fillFolder(dataDir: string): void {
  const { folder } = prepared();
  if (folder) cpSync(folder, dataDir, { recursive: true });
}

/** Where the tests of this run keep their rows: a new embedded folder or a database on the given server, empty or as after a start. */
export async function freshGround(isEmpty = false): Promise<{ env: Record<string, string>; remove: () => void }> {
  const dataDir = mkdtempSync(join(tmpdir(), "boardroom-world-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  if (!isEmpty) fillFolder(dataDir);
  if (process.env["TEST_DATABASE"] !== "postgres") return { env: { DATA_DIR: dataDir }, remove };
  const server = process.env["TEST_DATABASE_URL"];
  if (!server) throw new Error("TEST_DATABASE_URL is missing.");
  made += 1;
  const name = `world_${process.pid}_${made}_${Date.now()}`;
  const DATABASE_URL = await createDatabase(server, name, isEmpty ? undefined : prepared().database);
  return { env: { DATA_DIR: dataDir, DATABASE_URL }, remove };
}

/** Starts the whole product on a fresh database and a free port. */
export async function openWorld(env: Record<string, string> = {}, rooms?: Rooms): Promise<World> {
  const ground = await freshGround();
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "fatal",
    RATE_LIMIT_FACTOR: "1000",
    UNDO_SECONDS: "0",
    EMBEDDER: "hashing",
    ...ground.env,
    ...env,
  });
  const world = await openOn(config, rooms);
  return {
    ...world,
    async close() {
      await world.close();
      ground.remove();
    },
  };
}

/** Starts the whole product on a given configuration, for a second instance on the same ground. */
export async function openOn(given: Config, rooms?: Rooms): Promise<World> {
  // Its address gets a port of its own.
  const config = { ...given, publicUrl: new URL(given.publicUrl) };
  const boardroom = await compose(config, rooms);
  await boardroom.app.listen({ port: config.port, host: "127.0.0.1" });
  const { port } = boardroom.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const owner = boardroom.connectOwner();
  // A test may take the database away.
  owner.on("error", () => undefined);
  await owner.connect();
  // To look at many small tables at once, PostgreSQL would start two more processes each time.
  await owner.query("SET max_parallel_workers_per_gather = 0");
  return {
    boardroom,
    config,
    url,
    client: () => clientOf(url),
    member: (name) => signUp(url, name),
    counted: async (name) =>
      Number(new RegExp(`^boardroom_${name}_total (\\d+)$`, "m").exec(await boardroom.telemetry.metrics.text())?.[1]),
    asOwner: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[], name?: string) => {
      // Jobs may change the same rows in another order: after a deadlock nothing has happened, and it is sent again.
      const send = () => owner.query<Row>({ text, values, name });
      const { rows } = await send().catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== "40P01") throw error;
        return send();
      });
      return rows;
    },
    async close() {
      await owner.end().catch(() => undefined);
      await boardroom.close();
    },
  };
}

/**
 * Sends again what the server turned away before any work on it. It does so for a moment after it was held up, and a busy
 * machine holds it up for seconds.
 */
export async function untilAdmitted(send: () => Promise<Reply>): Promise<Reply> {
  for (let left = 3; ; left -= 1) {
    const reply = await send();
    if (reply.status !== 503 || reply.headers.get("retry-after") !== "1" || left === 0) return reply;
    await setTimeout(1_000);
  }
}

/** `always` goes with every call, such as an API token. */
export function clientOf(url: string, always: Record<string, string> = {}): Client {
  const client: Client = {
    cookie: null,
    async call(endpoint, input = {}) {
      const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown };
      const filled = Object.entries(params).reduce(
        (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(String(value))),
        endpoint.path,
      );
      const search = new URLSearchParams(query as Record<string, string>).toString();
      const headers: Record<string, string> = endpoint.upload ? { "content-type": endpoint.upload } : {};
      const path = search ? `${filled}?${search}` : filled;
      const reply = await untilAdmitted(() => client.send(endpoint.method, path, { body, headers }));
      if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
      return answerTo(endpoint, query).parse(reply.json) as never;
    },
    async send(method, path, { body, headers = {} } = {}) {
      const hasBody = body !== undefined;
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(method === "GET" ? {} : { "sec-fetch-site": "same-origin" }),
          ...(hasBody ? { "content-type": "application/json" } : {}),
          ...(client.cookie ? { cookie: client.cookie } : {}),
          ...always,
          ...headers,
        },
        ...(hasBody ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
      });
      const given = response.headers.getSetCookie().find((cookie) => cookie.startsWith("sid="));
      if (given) client.cookie = given.startsWith("sid=;") ? null : (given.split(";")[0] ?? null);
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      return { status: response.status, text, headers: response.headers, json: isJson ? JSON.parse(text) : null };
    },
  };
  return client;
}

let people = 0;

/** Signs up a new company on a running server and gives its first person. */
export async function signUp(url: string, name = "person"): Promise<Member> {
  people += 1;
  const client = clientOf(url);
  const username = `${name}-${process.pid}-${people}`;
  const password = "a long password";
  const user = await client.call(register, {
    body: {
      username,
      email: `${username}@example.com`,
      companyName: `Company of ${name}`,
      password,
      timeZone: "Europe/London",
    },
  });
  return Object.assign(client, { user, username, password });
}

/** Signs the same person in from another browser. */
export async function signIn(url: string, member: Member): Promise<Client> {
  const client = clientOf(url);
  await client.call(login, { body: { username: member.username, password: member.password } });
  return client;
}

/** Creates the agents of these roles with their defaults. */
export async function hire(member: Client, ...roles: AgentRoleId[]): Promise<Agent[]> {
  const agents = defaultWorkforce.filter((agent) => roles.some((role) => role === agent.role));
  return (await member.call(setupAgents, { body: { selectedRoles: roles, agents } })).agents;
}

/** The specification's test contexts (part 1 section 9). */
export const testContexts = {
  CEO: { decisionType: "market_expansion", context: { marketSize: 2_000_000 } },
  CFO: {
    decisionType: "investment_evaluation",
    context: { investment: 85_000, projectedReturn: 150_000, payback: 14 },
  },
  Sales: { decisionType: "lead_qualification", context: { leadValue: 125_000 } },
} as const;

/** The actions the company's journal holds, oldest first. */
export async function journalOf(world: World, member: Member): Promise<string[]> {
  const rows = await world.asOwner<{ action: string }>(
    "SELECT action FROM journal WHERE company_id = $1 ORDER BY seq",
    [member.user.companyId],
  );
  return rows.map((row) => row.action);
}

/** Runs work as the tables' owner, each time over a new connection. */
export const operatorOf = ({ boardroom }: World): Pick<Operator, "run"> => ({
  run: (work) => asOperator(boardroom.connectOwner, work),
});
