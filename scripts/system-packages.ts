import { findChromium, findDovecot, findPgBouncer, findPostgres } from "../test/machine.ts";
import { type Print, runProgram } from "./commands.ts";

function missingPackages(): string[] {
  const found = {
    "chromium-headless-shell": findChromium(),
    "postgresql-15": findPostgres(),
    pgbouncer: findPgBouncer(),
    "dovecot-imapd dovecot-lmtpd dovecot-sieve": findDovecot(),
  };
  return Object.entries(found).flatMap(([name, place]) => (place === null ? name.split(" ") : []));
}

/** Whether Chromium, PostgreSQL, PgBouncer and Dovecot are available; installs them on CI as root, else explains how. */
export async function haveSystemPackages(print: Print): Promise<boolean> {
  let missing = missingPackages();
  const mayInstall = process.getuid?.() === 0 && Boolean(process.env.CI);
  if (missing.length > 0 && mayInstall) {
    print(`Installing ${missing.join(" and ")}.\n`);
    const quiet = { minutes: 10, env: { DEBIAN_FRONTEND: "noninteractive" } };
    await runProgram("apt-get", ["update"], print, quiet);
    await runProgram("apt-get", ["install", "-y", "--no-install-recommends", ...missing], print, quiet);
    missing = missingPackages();
  }
  if (missing.length > 0) {
    print(
      `Missing: ${missing.join(" and ")}. The browser journeys need Chromium, the PostgreSQL tests need PostgreSQL 15 or later and PgBouncer, the mailbox tests need Dovecot 2.3.
Install with: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing.join(" ")}
Or point to existing installations: CHROMIUM=<program> POSTGRES_BIN=<folder with initdb>.\n`,
    );
    return false;
  }
  print(
    `Chromium: ${findChromium()}. PostgreSQL: ${findPostgres()}. PgBouncer: ${findPgBouncer()}. Dovecot: ${findDovecot()}.\n`,
  );
  return true;
}
