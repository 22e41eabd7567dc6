import { once } from "node:events";
import { createServer } from "node:net";
import { compose } from "#app/compose.ts";
import { releaseHeap } from "#app/release-heap.ts";
import { sentenceOf } from "#app/sentence.ts";
import { growYoungHeap } from "#app/young-heap.ts";
import { type Config, ConfigFault, readConfig } from "#platform/config.ts";
import { printErrors, print } from "#platform/log.ts";
import { version } from "#platform/version.ts";

/** How long a graceful shutdown may take, in milliseconds; then the process exits anyway. */
const shutdownMs = 10_000;

/** The most connections waiting to be accepted: a client beyond that retries only seconds later. */
const backlog = 4_096;

try {
  const config = readConfig();
  await probePort(config).catch((error: NodeJS.ErrnoException) => {
    if (!["ENOTFOUND", "EADDRNOTAVAIL", "EAI_AGAIN", "EINVAL"].includes(error.code ?? "")) throw error;
    throw new Error(`HOST ${config.host} is not an address of this machine. Remove it, or use 127.0.0.1 or 0.0.0.0.`);
  });
  const boardroom = await compose(config);
  // Before the first request, because it blocks the program for a moment.
  releaseHeap();
  await boardroom.app.listen({ port: config.port, host: config.host, backlog });
  const databaseName = boardroom.database.kind === "embedded" ? "the embedded database" : "PostgreSQL";
  print(`Boardroom ${version} on ${databaseName}, Node ${process.version.slice(1)}.`);
  for (const note of boardroom.notes) print(note);
  print(`Boardroom is ready: ${config.publicUrl.origin}`);
  growYoungHeap();

  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), shutdownMs).unref();
    boardroom.close().then(
      () => process.exit(0),
      (error: unknown) => {
        printErrors([`Boardroom could not shut down cleanly: ${String(error)}`]);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
} catch (error) {
  printErrors(error instanceof ConfigFault ? error.sentences : [sentenceOf(error)]);
  process.exit(1);
}

/** Fails if the port is taken, before a database is opened or created. */
async function probePort({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}
