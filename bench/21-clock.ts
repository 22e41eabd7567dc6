import type pg from "pg";
import { compose } from "#app/compose.ts";
import * as rooms from "#app/rooms.ts";
import { backgroundCompanies } from "#features/accounts/service.ts";
import { readConfig } from "#platform/config.ts";
import { openOperator } from "#platform/db/operator.ts";
import { background, queueDue } from "#platform/jobs/background.ts";
import { openStage } from "../test/faults/stage.ts";
import { median, percentile } from "./compare.ts";
import { atMost, type Report } from "./report.ts";

const companies = 10_000;
const ticks = 300;
const rounds = 5;
const zones = ["Europe/London", "America/New_York", "Asia/Tokyo", "UTC"];

/** Goal 21: a look at the clock that finds nothing, and 10,000 companies due at once, queued by two instances. */
export async function measure(): Promise<Report> {
  await using stage = openStage("clock");
  const postgres = await stage.postgres();
  const env = { PORT: "0", LOG_LEVEL: "fatal", DATA_DIR: stage.folder, DATABASE_URL: postgres.url, ROLE: "web" };
  const { client: owner } = await stage.owner(postgres.superuserUrl);
  const one = stage.keep(await compose(readConfig(env)));
  const two = stage.keep(await compose(readConfig(env)));
  await register(owner);
  const work = background(rooms, backgroundCompanies);
  const [job = ""] = work.schedule.map(({ name }) => name);
  const only = { ...work, schedule: work.schedule.filter(({ name }) => name === job) };
  const [operator, other] = [openOperator(one.connectOwner), openOperator(two.connectOwner)];
  const look = () => queueDue(only, operator, one.platform);
  const lookBeside = () => queueDue(only, other, two.platform);
  await lookBeside();

  const empty: number[] = [];
  for (let at = 0; at < ticks; at += 1) empty.push(await timed(look));
  const connected: number[] = [];
  for (let at = 0; at < 50; at += 1) connected.push(await timed(() => connectAndEnd(one.connectOwner)));

  const all: number[] = [];
  const bare: number[] = [];
  let isTwice = false;
  for (let round = 0; round < rounds; round += 1) {
    const due = new Date(Date.now() - 60_000 * (round + 1));
    await owner.query("UPDATE job_slots SET next_at = $1 WHERE job = $2", [due, job]);
    await owner.query("TRUNCATE pgboss.job_common");
    let shares: number[] = [];
    all.push(await timed(async () => (shares = await Promise.all([look(), lookBeside()]))));
    const { rows } = await owner.query<{ jobs: number; companies: number }>(
      "SELECT count(*)::int AS jobs, count(DISTINCT data->>'company')::int AS companies FROM pgboss.job WHERE name = $1",
      [job],
    );
    const found = rows[0];
    const sum = shares.reduce((total, share) => total + share, 0);
    isTwice ||= found?.jobs !== companies || found.companies !== companies || sum !== companies;
    await owner.query("UPDATE job_slots SET next_at = $1 WHERE job = $2", [due, job]);
    bare.push(
      await timed(() =>
        owner.query("UPDATE job_slots SET next_at = $1 WHERE job = $2 AND next_at < $1", [new Date(), job]),
      ),
    );
  }
  await Promise.all([operator.close(), other.close()]);
  return {
    title: `21  The clock with ${companies.toLocaleString("en")} companies`,
    lines: [
      `an empty look, median ${median(empty).toFixed(2)} ms, p99 ${percentile(empty, 0.99).toFixed(2)} ms; connecting alone ${median(connected).toFixed(2)} ms`,
      `${companies.toLocaleString("en")} due: ${all.map((ms) => ms.toFixed(0)).join(", ")} ms; one UPDATE of the same rows ${median(bare).toFixed(0)} ms`,
    ],
    goals: [
      atMost("empty look, p99", percentile(empty, 0.99), 2, "ms"),
      atMost("10,000 due", median(all) / 1_000, 0.6, "s"),
      { what: "queued twice or not at all", found: isTwice ? "some" : "none", wanted: "none", met: !isTwice },
    ],
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function connectAndEnd(connect: () => pg.Client): Promise<void> {
  const client = connect();
  await client.connect();
  await client.end();
}

/** Companies with slots far ahead for every scheduled job, written straight into the database. */
async function register(owner: pg.Client): Promise<void> {
  await owner.query(
    `INSERT INTO companies (company_id, name, created_at, time_zone)
     SELECT gen_random_uuid(), 'Idle ' || n, now(), ($2::text[])[n % 4 + 1] FROM generate_series(1, $1::int) n`,
    [companies, zones],
  );
  const names = rooms.schedule.map(({ name }) => name);
  await owner.query(
    `INSERT INTO job_slots (company_id, job, next_at)
     SELECT company_id, job, now() + interval '1 day' FROM companies, unnest($1::text[]) AS job`,
    [names],
  );
  await owner.query("VACUUM ANALYZE");
}
