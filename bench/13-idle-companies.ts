import { setTimeout as sleep } from "node:timers/promises";
import { type AsOwner, openGround, signInMany } from "./ground.ts";
import { collecting, cpuSeconds, settledHeapMiB, settledMiB } from "./processes.ts";
import { atMost, type Report } from "./report.ts";

const companies = 10_000;
const idleSeconds = 60;
const atOnce = 8;

/** Goal 13: what companies weigh in the server's memory once somebody was there, and what they cost while nobody is. */
export async function measure(): Promise<Report> {
  await using ground = await openGround("PostgreSQL", collecting);
  const { asOwner, member } = ground;
  const small = await ground.restart();
  const [startAlone, weightAlone] = [small.readyAfterMs, await settledMiB(small.pid)];
  const cookies = await register(asOwner);
  const server = await ground.restart();
  const [startMany, weightMany] = [server.readyAfterMs, await settledMiB(server.pid)];

  // First what grows with use and not with companies: the same number of reads by one of them.
  await visit(
    server.url,
    Array.from({ length: companies }, () => member.cookie ?? ""),
  );
  const before = await settledHeapMiB(server);
  await visit(server.url, cookies);
  const touched = await settledHeapMiB(server);
  await settled(asOwner);

  const used = { server: cpuSeconds([server.pid]), all: cpuSeconds(ground.pids) };
  await sleep(idleSeconds * 1_000);
  const percent = (from: number, to: number) => ((to - from) / idleSeconds) * 100;
  const ours = percent(used.server, cpuSeconds([server.pid]));
  const theirs = percent(used.all, cpuSeconds(ground.pids)) - ours;
  const kiB = ((touched - before) * 1024) / companies;
  return {
    title: `13  ${companies.toLocaleString("en")} companies of which each has read its dashboard and its user once`,
    lines: [
      `heap used, garbage collected: ${before.toFixed(1)} MiB before, ${touched.toFixed(1)} MiB after the companies' reads: ${kiB.toFixed(2)} KiB a company`,
      `a start with them ${startMany.toFixed(0)} ms and ${weightMany.toFixed(1)} MiB, with one company ${startAlone.toFixed(0)} ms and ${weightAlone.toFixed(1)} MiB`,
      `idle for ${idleSeconds} s: the server ${ours.toFixed(2)} % of a core, PostgreSQL ${theirs.toFixed(2)} %`,
    ],
    goals: [
      atMost("memory", kiB, 4, "KiB a company"),
      atMost("idle, with PostgreSQL", ours + theirs, 1, "% of a core"),
    ],
  };
}

/** Companies with one person and a session each, written straight into the database; gives the cookies. */
async function register(asOwner: AsOwner): Promise<string[]> {
  await asOwner(
    `INSERT INTO companies (company_id, name, created_at)
     SELECT gen_random_uuid(), 'Idle ' || n, now() FROM generate_series(1, $1::int) n`,
    [companies],
  );
  await asOwner(
    `INSERT INTO journal_heads SELECT company_id, 0, sha256(convert_to(company_id::text, 'UTF8'))
     FROM companies WHERE name LIKE 'Idle %'`,
  );
  const people = await asOwner<{ company: string; user: string }>(
    `INSERT INTO users (company_id, id, username, username_key, email, email_key, password_hash, role, created_at, updated_at)
     SELECT company_id, gen_random_uuid(), name, lower(name), name, lower(name), '-', 'admin', now(), now()
     FROM companies WHERE name LIKE 'Idle %' RETURNING company_id AS company, id AS "user"`,
  );
  const cookies = await signInMany(asOwner, people);
  await asOwner("VACUUM ANALYZE");
  await asOwner("CHECKPOINT");
  return cookies;
}

/** Companies written past the product get their first slots after a start; real ones have them from the first day. */
async function settled(asOwner: AsOwner): Promise<void> {
  const unsettled = `SELECT EXISTS (SELECT FROM companies c WHERE NOT EXISTS (SELECT FROM job_slots s WHERE s.company_id = c.company_id))
    OR EXISTS (SELECT FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now()) AS "isBusy"`;
  while ((await asOwner<{ isBusy: boolean }>(unsettled))[0]?.isBusy) await sleep(2_000);
  await sleep(10_000);
}

/** Reads the user and the dashboard once with each cookie. */
async function visit(url: string, cookies: readonly string[]): Promise<void> {
  const rest = cookies.values();
  const worker = async () => {
    for (const cookie of rest)
      for (const path of ["/api/user", "/api/dashboard"]) {
        const response = await fetch(url + path, { headers: { cookie } });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`Void: ${path} was answered ${response.status}.`);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
