import { parseArgs } from "node:util";
import { openForOperator, type Opened } from "#app/opened.ts";
import { operatorPlatform } from "#app/operator-platform.ts";
import { type PlanId, planIds, planOf } from "#contract/pricing.ts";
import { findForOperator } from "#features/accounts/operator/store.ts";
import * as planEvents from "#features/accounts/plan/events.ts";
import { setPlan } from "#features/accounts/plan/service.ts";
import { fold } from "#features/accounts/rules.ts";
import { jobContext } from "#features/accounts/service.ts";
import { mintCompany } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";
import { print, printErrors } from "#platform/log.ts";

/** `npm run plan -- <username or address> <plan>`: sets the plan of that person's company. */
let opened: Opened | null = null;
try {
  const { name, plan } = readArguments();
  opened = await openForOperator();
  const { config, database, connectOwner, secrets, log } = opened;
  const [account, another] = await asOperator(connectOwner, (owner) => findForOperator(owner, fold(name)));
  if (!account) throw new Error(`No account has the username or address ${name}.`);
  if (another) throw new Error(`${name} is one person's username and another's address. Use one that is unique.`);
  const nothing = async () => undefined;
  const jobs = { send: nothing, sendToMany: nothing, drop: nothing, deliver: nothing, reserve: () => null };
  const platform = operatorPlatform({ database, secrets, log, jobs }, config.dataDir, Object.values(planEvents));
  await setPlan(await jobContext(platform, mintCompany(account.companyId)), plan);
  print(`${account.companyName} now has the ${planOf(plan).label} plan.`);
  if (!config.plans) print("Plans are off on this installation: set PLANS=on to apply their limits.");
} catch (error) {
  printErrors([error instanceof Error ? error.message : String(error)]);
  process.exitCode = 1;
} finally {
  await opened?.close();
}

function readArguments(): { name: string; plan: PlanId } {
  const usage = `Usage: npm run plan -- <username or address> <${planIds.join(" | ")}>`;
  const [name, given, ...more] = (() => {
    try {
      return parseArgs({ allowPositionals: true }).positionals;
    } catch {
      throw new Error(usage);
    }
  })();
  const plan = planIds.find((id) => id === given);
  if (!name?.trim() || !plan || more.length > 0) throw new Error(usage);
  return { name, plan };
}
