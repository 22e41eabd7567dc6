import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { operatorPlatform } from "#app/operator-platform.ts";
import { AppError } from "#contract/errors.ts";
import * as accountEvents from "#features/accounts/events.ts";
import * as factorEvents from "#features/accounts/factors/events.ts";
import { newPassword } from "#features/accounts/contract.ts";
import { fold } from "#features/accounts/rules.ts";
import { jobContext, resetPassword } from "#features/accounts/service.ts";
import { findForOperator } from "#features/accounts/operator/store.ts";
import { readConfig } from "#platform/config.ts";
import { mintCompany } from "#platform/context.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { asOperator } from "#platform/db/operator.ts";
import { openDatabase } from "#platform/db/open.ts";
import { printErrors, createLog, print } from "#platform/log.ts";
import { makePassword } from "#platform/passwords.ts";
import { openSecrets } from "#platform/secrets.ts";

/**
 * `npm run user:reset -- <username or address> [--password-stdin]`: sets a new password, printed once or
 * read from standard input, ends the person's sessions and removes
 * their second factors and linked accounts. On PostgreSQL the server may keep running.
 */
const closers: (() => Promise<unknown>)[] = [];
try {
  const { name, password, isPrinted } = await readArguments();
  const config = readConfig();
  if (!config.databaseUrl) {
    const ownership = await ownDataFolder(config.dataDir);
    closers.push(() => ownership.release());
  }
  const log = createLog("warn");
  const secrets = openSecrets(config);
  const { database, connectOwner } = await openDatabase(config, secrets, log, []);
  closers.push(() => database.close());
  const [account, another] = await asOperator(connectOwner, (owner) => findForOperator(owner, fold(name)));
  if (!account) throw new Error(`No account has the username or address ${name}.`);
  if (another) throw new Error(`${name} is one person's username and another's address. Use one that is unique.`);
  if (!account.isActive)
    throw new Error(`The account ${account.username} is deactivated: a new password would not help.`);
  const none = () => Promise.reject(new Error("This command cannot queue jobs."));
  const jobs = { send: none, sendToMany: none, drop: none, deliver: async () => undefined, reserve: () => null };
  const platform = operatorPlatform({ database, secrets, log, jobs }, config.dataDir, [
    ...Object.values(accountEvents),
    ...Object.values(factorEvents),
  ]);
  const ctx = await jobContext(platform, mintCompany(account.companyId));
  const { ended, hadFactor } = await resetPassword(ctx, account.userId, password);
  const sessions = `${ended} ${ended === 1 ? "session" : "sessions"}`;
  print(`${account.username} of ${account.companyName} has a new password; ${sessions} ended.`);
  if (hadFactor) print("Their second factors and linked accounts were removed.");
  if (isPrinted) print(`New password, shown this once: ${password}`);
} catch (error) {
  const sentence = error instanceof Error ? error.message : String(error);
  // Form errors have no full stop.
  printErrors([error instanceof AppError ? `${sentence}.` : sentence]);
  process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
}

async function readArguments(): Promise<{ name: string; password: string; isPrinted: boolean }> {
  const usage = "Usage: npm run user:reset -- <username or address> [--password-stdin]";
  const options = { "password-stdin": { type: "boolean" } } as const;
  const given = (() => {
    try {
      return parseArgs({ options, allowPositionals: true });
    } catch {
      throw new Error(usage);
    }
  })();
  const [name, ...more] = given.positionals;
  if (!name?.trim() || more.length > 0) throw new Error(usage);
  if (!given.values["password-stdin"]) return { name, password: makePassword(), isPrinted: true };
  const typed = newPassword.safeParse((await text(process.stdin)).replace(/\r?\n$/, ""));
  if (!typed.success) throw new Error(`${typed.error.issues[0]?.message ?? "This password cannot be used"}.`);
  return { name, password: typed.data, isPrinted: false };
}
