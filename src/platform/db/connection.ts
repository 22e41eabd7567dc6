import pg from "pg";

/**
 * Takes how to connect, gives a connection of its own. One that breaks ends nobody but itself: whoever asks it is told,
 * and without a listener Node would end the whole process between two of its statements.
 */
export function newConnection(how: object): pg.Client {
  const client = new pg.Client(how as pg.ClientConfig);
  client.on("error", () => undefined);
  return client;
}
