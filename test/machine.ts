import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, globSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const oldestPostgres = 15;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * The Chromium that drives the journeys: what CHROMIUM names, else what is installed. The headless shell opens a page for
 * an eighth of the processor time of the full browser.
 */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return isExecutable(process.env.CHROMIUM) ? process.env.CHROMIUM : null;
  const places = [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  return places.find(isExecutable) ?? onPath("chromium") ?? onPath("google-chrome") ?? null;
}

/** The folder of PostgreSQL's server programs, of the newest version that is new enough. */
export function findPostgres(): string | null {
  if (process.env.POSTGRES_BIN)
    return versionIn(process.env.POSTGRES_BIN) >= oldestPostgres ? process.env.POSTGRES_BIN : null;
  const found = globSync(["/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin"]);
  const control = onPath("pg_ctl");
  if (control !== undefined) found.push(dirname(realpathSync(control)));
  const versions = found.map((folder) => ({ folder, version: versionIn(folder) }));
  const newest = versions.sort((a, b) => b.version - a.version)[0];
  return newest !== undefined && newest.version >= oldestPostgres ? newest.folder : null;
}

/** The program of PgBouncer. */
export const findPgBouncer = (): string | null =>
  ["/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(isExecutable) ?? onPath("pgbouncer") ?? null;

/** The program of Dovecot, where its LMTP and Sieve parts are there too. */
export function findDovecot(): string | null {
  const program = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"].find(isExecutable) ?? onPath("dovecot") ?? null;
  const parts = ["/usr/lib/dovecot/imap", "/usr/lib/dovecot/lmtp", "/usr/lib/dovecot/modules/lib90_sieve_plugin.so"];
  return parts.every((part) => existsSync(part)) ? program : null;
}

function versionIn(folder: string): number {
  if (!existsSync(join(folder, "initdb"))) return 0;
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/\d+/.exec(stdout ?? "")?.[0] ?? 0);
}
