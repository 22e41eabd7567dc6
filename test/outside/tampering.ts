import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Tampering = {
  port: number;
  /** Whole lines that came from the client, in order. */
  asked: readonly string[];
  /** Ends the connections that are open. */
  cut(): void;
  /** Leaves the connections that are open without an answer. */
  mute(): void;
  close(): Promise<void>;
};

/** A server in front of another on this machine, which changes what that one says. */
export async function openTampering(
  port: number,
  change: (said: string) => string = (said) => said,
): Promise<Tampering> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  let muted = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(port, "127.0.0.1");
    for (const one of [client, behind]) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => (client.destroy(), behind.destroy()));
    }
    client.on("data", (bytes) => {
      asked.push(...bytes.toString("latin1").split("\r\n").filter(Boolean));
      behind.write(bytes);
    });
    behind.on(
      "data",
      (bytes) => muted.has(client) || client.write(Buffer.from(change(bytes.toString("latin1")), "latin1")),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    cut() {
      for (const one of sockets) one.destroy();
      sockets.clear();
    },
    mute() {
      muted = new Set(sockets);
    },
    async close() {
      for (const one of sockets) one.destroy();
      server.close();
    },
  };
}
