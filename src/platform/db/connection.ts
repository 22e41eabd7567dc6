import pg from "pg";

/** Settings applied for a connection's whole session. */
export type Settings = Readonly<Record<string, string>>;

/** How long a new session may take to accept its settings, in milliseconds; a pooler at its limit just stays silent. */
const settingsTimeoutMs = 5_000;

/** Errors reach the caller through its query; without a listener, one on an idle connection would end the process. */
export function newConnection(how: object, settings: Settings = {}): pg.Client {
  const client = new pg.Client(how as pg.ClientConfig);
  client.on("error", () => undefined);
  const connect = client.connect.bind(client);
  return Object.assign(client, {
    async connect(): Promise<pg.Client> {
      await connect();
      await applySettings(client, settings);
      return client;
    },
  });
}

/** Uses a statement, because poolers refuse or drop settings requested at sign-in. */
export async function applySettings(client: pg.ClientBase, settings: Settings): Promise<void> {
  const parts = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  );
  if (parts.length > 0) await client.query(withTimeout(settingsTimeoutMs, `SELECT ${parts.join(", ")}`));
}

/** A statement with a client-side timeout. */
export const withTimeout = (ms: number, text: string): pg.QueryConfig & { query_timeout: number } => ({
  text,
  query_timeout: ms,
});
