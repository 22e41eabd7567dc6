import pg from "pg";

/** What a connection sets for all of its session. */
export type Settings = Readonly<Record<string, string>>;

/** How long a new session may take to accept its settings, in milliseconds: a pooler without a free one says nothing. */
const settleWithin = 5_000;

/**
 * Takes how to connect, gives a connection of its own. One that breaks ends nobody but itself: whoever asks it is told,
 * and without a listener Node would end the whole process between two of its statements.
 */
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

/** Sets them by a statement: a pooler refuses or drops what a client asks for at sign-in. */
export async function applySettings(client: pg.ClientBase, settings: Settings): Promise<void> {
  const parts = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  );
  if (parts.length > 0) await client.query(within(settleWithin, `SELECT ${parts.join(", ")}`));
}

/** A statement whose sender stops waiting for it after so many milliseconds. */
export const within = (ms: number, text: string): pg.QueryConfig & { query_timeout: number } => ({
  text,
  query_timeout: ms,
});
