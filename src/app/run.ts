import { once } from "node:events";
import { createServer } from "node:net";
import { compose } from "#app/compose.ts";
import { type Config, ConfigFault, readConfig } from "#platform/config.ts";
import { complain, say } from "#platform/log.ts";

/** How long an orderly end may take, in milliseconds; then the process goes anyway. */
const patience = 10_000;
/** Codes, and words where there is no code, of a database that cannot be reached. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout expired|Connection terminated.*)$/;

try {
  const config = readConfig();
  await probePort(config).catch((error: NodeJS.ErrnoException) => {
    if (!["ENOTFOUND", "EADDRNOTAVAIL", "EAI_AGAIN", "EINVAL"].includes(error.code ?? "")) throw error;
    throw new Error(`HOST ${config.host} is no address of this machine. Leave it out, or use 127.0.0.1 or 0.0.0.0.`);
  });
  const boardroom = await compose(config);
  await boardroom.app.listen({ port: config.port, host: config.host });
  for (const note of boardroom.notes) say(note);
  const [address] = boardroom.app.addresses();
  const port = typeof address === "object" ? address.port : config.port;
  say(`Boardroom is ready: ${config.port === 0 ? `http://localhost:${port}` : config.publicUrl.origin}`);

  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), patience).unref();
    boardroom.close().then(
      () => process.exit(0),
      (error: unknown) => {
        complain([`Boardroom could not end in order: ${String(error)}`]);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
} catch (error) {
  complain(error instanceof ConfigFault ? error.sentences : [sentenceOf(error)]);
  process.exit(1);
}

/** Fails at once when the port is taken, before a database has been opened or made. */
async function probePort({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}

function sentenceOf(error: unknown): string {
  const { code, message, port, syscall } = error as {
    code?: string;
    message?: string;
    port?: number;
    syscall?: string;
  };
  if (code === "EADDRINUSE") return `Port ${port} is already in use. Stop what listens there, or set PORT.`;
  if (unreachable.test(code ?? message ?? "")) return "The database at DATABASE_URL does not answer.";
  if (code === "28P01" || code === "28000") return "The database at DATABASE_URL refused the user or password.";
  if (code === "3D000") return "The database named in DATABASE_URL does not exist.";
  if (code === "EACCES" && syscall === "listen")
    return `Port ${port} needs more rights than this program has. Set PORT.`;
  if (code === "ENOSPC") return "The disk of the data folder is full. Make room there and start again.";
  if (code === "EACCES" || code === "EROFS" || code === "EEXIST" || code === "ENOTDIR")
    return `The data folder cannot be written: ${message}.`;
  return message ?? String(error);
}
