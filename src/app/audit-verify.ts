import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sentenceOf } from "#app/sentence.ts";
import { ConfigFault, readConfig } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { openDatabase } from "#platform/db/open.ts";
import { asOperator } from "#platform/db/operator.ts";
import type { AnchorCopy } from "#platform/journal/anchor-chain.ts";
import { anchorAll, checkAnchors } from "#platform/journal/anchors.ts";
import { copyAnchors, heldOutside } from "#platform/journal/outside.ts";
import { keepVerdict, readVerdict } from "#platform/journal/verified.ts";
import { verifyJournal } from "#platform/journal/verify.ts";
import { printErrors, createLog, print } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";

/**
 * `npm run audit:verify [-- --copy <file>]`: verifies every company's journal and every copy of the anchors. Reports
 * faults and exits with 1; if there are none, it anchors the journals.
 */
const closers: (() => Promise<unknown>)[] = [];
try {
  const given = readArguments();
  const config = readConfig();
  const { dataDir, anchorsCopy } = config;
  if (!config.databaseUrl) {
    const ownership = await ownDataFolder(dataDir);
    closers.push(() => ownership.release());
  }
  const secrets = openSecrets(config);
  const { database, connectOwner } = await openDatabase(config, secrets, createLog("warn"), []);
  closers.push(() => database.close());
  const anchors = join(dataDir, "anchors.jsonl");
  const files = [
    { path: anchors },
    ...(anchorsCopy?.kind === "file" ? [{ path: anchorsCopy.path, held: heldOutside(dataDir, anchorsCopy) }] : []),
    ...(given ? [{ path: given, held: 0 }] : []),
  ];
  const { verdict, found } = await asOperator(connectOwner, async (owner) => ({
    verdict: await verifyJournal(owner),
    found: await checkAnchors(owner, files, secrets, readVerdict(dataDir)?.healed),
  }));
  // A missing journal is reported once, with what the anchors know about it.
  const gone = new Set(found.faults.filter(({ kind }) => kind === "removed").map(({ company }) => company));
  const faults = [...verdict.faults.filter(({ company }) => !gone.has(company)), ...found.faults];
  for (const { company, sentence } of faults) printErrors([company ? `Company ${company}: ${sentence}` : sentence]);
  const { companies, records } = verdict;
  keepVerdict(dataDir, {
    companies,
    records,
    faults: faults.map(({ company }) => company ?? "anchors"),
    healed: found.healed,
  });
  if (faults.length === 0)
    print(`${companies} ${companies === 1 ? "company" : "companies"}, ${records} records: all chains are intact.`);
  print(
    `Anchors compared: ${found.copies
      .filter(({ isThere }) => isThere)
      .map(describeCopy)
      .join(", ")}.`,
  );
  if (found.outdated) print(`Not compared: ${found.outdated}. It predates the restore.`);
  if (anchorsCopy?.kind === "address")
    print(`Not compared: ${anchorsCopy.url.origin}. Save its contents to a file and pass it with --copy.`);
  if (faults.length === 0) {
    const { aside } = await anchorAll(anchors, connectOwner, secrets);
    if (aside) print(`The anchors from before the restore are kept in ${aside}.`);
    if (anchorsCopy)
      await copyAnchors(anchorsCopy, dataDir, connectOwner).catch((error: unknown) =>
        printErrors([
          `The anchors were not copied to ANCHORS_COPY: ${error instanceof Error ? error.message : String(error)}`,
        ]),
      );
  }
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  printErrors(error instanceof ConfigFault ? error.sentences : [sentenceOf(error)]);
  process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
}

function describeCopy({ name, anchors }: AnchorCopy): string {
  return `${name} (${anchors.length})`;
}

function readArguments(): string | null {
  try {
    const { copy } = parseArgs({ options: { copy: { type: "string" } } }).values;
    if (copy === undefined || existsSync(copy)) return copy === undefined ? null : resolve(copy);
  } catch {
    throw new Error("Usage: npm run audit:verify [-- --copy <file>].");
  }
  throw new Error("The --copy file does not exist.");
}
