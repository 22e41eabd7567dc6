import { type AsOwner, company, type Engine, type Ground, openGround, proposeSamples } from "./ground.ts";
import { seedDecisions, type Write } from "./seed-decisions.ts";
import { seedTasks } from "./seed-tasks.ts";
import type { Member } from "../test/world.ts";

/** What a company is grown to. Decisions count the three it proposed itself; there are at least six. */
export type Size = { decisions: number; tasks: number };

/** Companies of one installation; all of them together hold a bit over 1,000,000 decisions and 100,000 tasks. */
const many = {
  small: { decisions: 1_000, tasks: 1_000 },
  large: { decisions: 1_000_000, tasks: 10_000 },
  busy: { decisions: 30_000, tasks: 60_000 },
  middle: { decisions: 10_000, tasks: 25_000 },
  young: { decisions: 100, tasks: 4_000 },
};
/** The embedded database takes some times as long to fill: a tenth. */
const tenth = Object.fromEntries(
  Object.entries(many).map(([name, { decisions, tasks }]) => [
    name,
    { decisions: Math.max(1_000, decisions / 10), tasks: Math.max(1_000, tasks / 10) },
  ]),
) as typeof many;

export type Large = { ground: Ground; small: Member; large: Member; sizes: typeof many };
let opened: Promise<Large> | undefined;
let openedOn: Engine | undefined;

/** The ground of a large installation on one engine; the goals of one run share it until `closeLarge`. */
export async function openLarge(engine: Engine): Promise<Large> {
  if (openedOn !== engine) await closeLarge();
  openedOn = engine;
  const sizes = engine === "embedded" ? tenth : many;
  opened ??= (async () => {
    const ground = await openGround(engine);
    const small = await company(ground.server.url, "small");
    for (const name of ["busy", "middle", "young"] as const)
      await add(ground.asOwner, await company(ground.server.url, name), sizes[name]);
    await add(ground.asOwner, small, sizes.small);
    await add(ground.asOwner, ground.member, sizes.large);
    await settle(ground.asOwner);
    return { ground, small, large: ground.member, sizes };
  })();
  return opened;
}

/** Ends the large installation, where there is one. */
export async function closeLarge(): Promise<void> {
  await opened?.then(
    ({ ground }) => ground[Symbol.asyncDispose](),
    () => undefined,
  );
  opened = undefined;
}

/** Grows one company and brings the database to rest. */
export async function grow(asOwner: AsOwner, member: Member, size: Size): Promise<void> {
  await add(asOwner, member, size);
  await settle(asOwner);
}

/**
 * Grows a company by rows as the verbs would have written them, the same at every run: what varies comes from a hash of
 * the row's number, times count back from now. Decisions are copies of the three the company proposes itself.
 */
async function add(asOwner: AsOwner, member: Member, size: Size): Promise<void> {
  const started = performance.now();
  await proposeSamples(member);
  // Foreign keys and triggers are left out, by the superuser: rows are right as they are made, and 20 times faster.
  await asOwner("SET session_replication_role = replica");
  await asOwner("SET synchronous_commit = off");
  const say = (what: string) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${member.username}: ${what}`);
  // Written in, as most of them make tables, which take no parameters.
  const write =
    (total: number): Write =>
    (text) =>
      asOwner(
        text
          .replaceAll(":company", `'${member.user.companyId}'::uuid`)
          .replaceAll(":person", `'${member.user.id}'::uuid`)
          .replaceAll(":total", String(total)),
      );
  try {
    await seedDecisions(write(size.decisions), (what) => say(`${size.decisions.toLocaleString("en")} ${what}`));
    await seedTasks(write(size.tasks), (what) => say(`${size.tasks.toLocaleString("en")} ${what}`));
  } finally {
    await asOwner("SET session_replication_role = origin");
    await asOwner("SET synchronous_commit = on");
  }
}

async function settle(asOwner: AsOwner): Promise<void> {
  await recountAfterSeeding(asOwner);
  await asOwner("VACUUM ANALYZE");
  await asOwner("CHECKPOINT");
}

/** Brings up to date what the product keeps counted about each company: the rows came without its triggers. */
async function recountAfterSeeding(asOwner: AsOwner): Promise<void> {
  await asOwner("SELECT dashboard_recount(company_id), exposure_recount(company_id) FROM companies");
}
