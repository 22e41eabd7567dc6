import { parseArgs } from "node:util";
import { openForOperator, type Opened } from "#app/opened.ts";
import { pluralize } from "#contract/format.ts";
import { withoutReordering } from "#contract/words.ts";
import { listForOperator, removeForOperator, type StoredLead } from "#features/leads/operator/store.ts";
import { asOperator } from "#platform/db/operator.ts";
import { print, printErrors } from "#platform/log.ts";

/**
 * `npm run leads [-- --remove <id or address>]`: prints the requests for a demo, newest first, or removes some. On
 * PostgreSQL the server may keep running.
 */
const most = 1_000;
let opened: Opened | null = null;
try {
  const remove = readArguments();
  opened = await openForOperator();
  const { connectOwner } = opened;
  if (remove !== null) {
    const removed = await asOperator(connectOwner, (owner) => removeForOperator(owner, remove));
    if (removed === 0) throw new Error(`No request has the id or address ${remove}.`);
    print(`${pluralize(removed, "request", "requests")} removed.`);
  } else {
    const leads = await asOperator(connectOwner, (owner) => listForOperator(owner, most));
    print(leads.length === 0 ? "No one has asked for a demo yet." : leads.map(describe).join("\n\n"));
  }
} catch (error) {
  printErrors([error instanceof Error ? error.message : String(error)]);
  process.exitCode = 1;
} finally {
  await opened?.close();
}

function describe({ id, at, name, email, company, message }: StoredLead): string {
  const lines = [
    `${at.toISOString().slice(0, 16).replace("T", " ")} UTC  ${id}`,
    `${name}, ${company}, ${email}`,
    message,
  ];
  return lines.filter(Boolean).map(forTerminal).join("\n  ");
}

/** Written by strangers: nothing in it may steer the terminal or imitate another request. */
function forTerminal(text: string): string {
  return withoutReordering(text)
    .replaceAll(/\r?\n/g, "\n  ")
    .replaceAll(/(?!\n)\p{Cc}/gu, "");
}

function readArguments(): string | null {
  try {
    return parseArgs({ options: { remove: { type: "string" } } }).values.remove ?? null;
  } catch {
    throw new Error("Usage: npm run leads [-- --remove <id or address>]");
  }
}
