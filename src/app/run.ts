import { once } from "node:events";
import { createServer } from "node:net";
import { compose } from "#app/compose.ts";
import { sentenceOf } from "#app/sentence.ts";
import { type Config, ConfigFault, readConfig } from "#platform/config.ts";
import { printErrors, print } from "#platform/log.ts";
import { version } from "#platform/version.ts";

/** How long an orderly end may take, in milliseconds; then the process goes anyway. */
const patience = 10_000;

/** Connections that may wait to be greeted: one that finds no place is tried again by its caller only seconds later. */
const backlog = 4_096;

try {
  const config = readConfig();
  await probePort(config).catch((error: NodeJS.ErrnoException) => {
    if (!["ENOTFOUND", "EADDRNOTAVAIL", "EAI_AGAIN", "EINVAL"].includes(error.code ?? "")) throw error;
    throw new Error(`HOST ${config.host} is no address of this machine. Leave it out, or use 127.0.0.1 or 0.0.0.0.`);
  });
  const boardroom = await compose(config);
  await boardroom.app.listen({ port: config.port, host: config.host, backlog });
  const ground = boardroom.database.kind === "embedded" ? "the embedded database" : "PostgreSQL";
  print(`Boardroom ${version} on ${ground}, Node ${process.version.slice(1)}.`);
  for (const note of boardroom.notes) print(note);
  print(`Boardroom is ready: ${config.publicUrl.origin}`);

  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), patience).unref();
    boardroom.close().then(
      () => process.exit(0),
      (error: unknown) => {
        printErrors([`Boardroom could not end in order: ${String(error)}`]);
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

/** Fails at once when the port is taken, before a database has been opened or made. */
async function probePort({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}
