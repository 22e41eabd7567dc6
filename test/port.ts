import { once } from "node:events";
import { createServer } from "node:net";

/** No system gives these to a connection that asks for any port, so that none takes one while a server restarts. */
const [first, last] = [20_000, 32_000];

/** Gives a port of this machine that is free now and stays free unless somebody asks for it by its number. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= 100; attempt += 1) {
    const port = first + Math.floor(Math.random() * (last - first));
    const probe = createServer();
    const isFree = once(probe.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!(await isFree)) continue;
    await once(probe.close(), "close");
    return port;
  }
  throw new Error("No port is free.");
}
