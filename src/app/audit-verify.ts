import { join } from "node:path";
import { readConfig } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { openDatabase } from "#platform/db/open.ts";
import { checkAnchors, dropAnchors } from "#platform/journal/anchors.ts";
import { keepVerdict } from "#platform/journal/verified.ts";
import { verifyJournal } from "#platform/journal/verify.ts";
import { complain, createLog, say } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";

/** Verifies every company's journal, names what does not fit and exits 1; a sound one is anchored in `anchors.jsonl`. */
const config = readConfig();
const closers: (() => Promise<unknown>)[] = [];
try {
  if (!config.databaseUrl) {
    const ownership = await ownDataFolder(config.dataDir);
    closers.push(() => ownership.release());
  }
  const secrets = openSecrets(config);
  const { database, connectOwner } = await openDatabase(config, secrets, createLog("warn"), []);
  closers.push(() => database.close());
  const owner = connectOwner();
  await owner.connect();
  closers.push(() => owner.end());
  const verdict = await verifyJournal(owner);
  const anchors = join(config.dataDir, "anchors.jsonl");
  const faults = [...verdict.faults, ...(await checkAnchors(anchors, owner, secrets))];
  for (const fault of faults) complain([`Company ${fault.company}: ${fault.sentence}`]);
  const { companies, records } = verdict;
  keepVerdict(config.dataDir, { companies, records, faults: faults.map(({ company }) => company) });
  if (faults.length === 0) {
    dropAnchors(anchors, verdict.heads, secrets);
    say(`${companies} ${companies === 1 ? "company" : "companies"}, ${records} records: every chain holds.`);
  }
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  complain([error instanceof Error ? error.message : String(error)]);
  process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
}
