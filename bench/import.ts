import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Answer, Endpoint, Input } from "#contract/endpoint.ts";
import { openEmbedded } from "#platform/db/embedded/engine.ts";
import { partSize } from "#features/imports/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { viewsOf } from "#features/records/fields/views.ts";
import { getImport, openImport, type RecordImport, startImport } from "#features/records/imports/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { listRemovals, removeImported } from "#features/records/removals/contract.ts";
import { type Server, startServer } from "../test/faults/server.ts";
import { openStage } from "../test/faults/stage.ts";
import { clientOf, type Member, signUp } from "../test/world.ts";
import { percentiles } from "./compare.ts";
import { cpuSeconds, forgetPeak, peakMiB, residentMiB } from "./processes.ts";
import { atMost, type Report } from "./report.ts";

/** Lines of the file; `IMPORT_LINES=1000000` is the most that one may have. */
const lines = Number(process.env["IMPORT_LINES"] ?? 100_000);
const customers = 2_000;
const probeMs = 50;
const quietMs = 5_000;
/** Rows of one commit of the floor, as the product writes them. */
const portion = 1_000;

const day = (at: number): string => new Date(Date.UTC(2024, 6, 1 + at)).toISOString().slice(0, 10);
const invoice = (at: number) => ({
  number: `INV-${at}`,
  customer: `Northwind ${at % customers} Ltd`,
  issued: day((at * 7) % 700),
  due: day(((at * 7) % 700) + 30),
  amount: ((at * 7_919) % 1_000_000) / 100,
  // Most are paid in the end.
  status: at % 10 === 0 ? "open" : at % 501 === 0 ? "disputed" : "paid",
});

/** Goal 27: a large file into a server of its own on both databases: seconds beside bare inserts, peak memory, and whether it went on answering. */
export async function measure(): Promise<Report> {
  const sides = [await onPostgres(), await onEmbedded()];
  const count = (value: number) => value.toLocaleString("en");
  return {
    title: `import  ${count(lines)} invoices of ${count(customers)} known customers, a CSV file of ${(wholeFile().length / 1e6).toFixed(0)} MB, into a server of its own`,
    lines: [
      ...sides.flatMap(({ name, floor, ours, cpu, idle, peak, atRest, livez, views, removal }) => [
        `${name}: floor, the same rows by the driver, ${count(portion)} a commit, with all indexes`.padEnd(86) +
          `${floor.seconds.toFixed(0).padStart(6)} s, ${floor.cpu.toFixed(0)} s of processor time`,
        `${name}: the import, from its start to its end`.padEnd(86) +
          `${ours.toFixed(0).padStart(6)} s${(ours / floor.seconds).toFixed(2).padStart(8)} × floor, ${cpu.toFixed(0)} s of processor time, ${(cpu / floor.cpu).toFixed(2)} × floor`,
        `${name}: resident memory of the server, started anew, before it and at its peak`.padEnd(86) +
          `${idle.toFixed(0).padStart(6)} MiB${peak.toFixed(0).padStart(7)} MiB`,
        `${name}: /livez meanwhile, every ${probeMs} ms`.padEnd(86) +
          `${livez.p50.toFixed(0).padStart(6)} ms p50${livez.p99.toFixed(0).padStart(7)} ms p99; before it ${atRest.p50.toFixed(0)} ms and ${atRest.p99.toFixed(0)} ms`,
        ...views.map(
          ({ view, p50, worst }) =>
            `${name}: view "${view}", first page`.padEnd(86) +
            `${p50.toFixed(0).padStart(6)} ms p50${worst.toFixed(0).padStart(7)} ms worst of ${times}`,
        ),
        `${name}: all of it removed, to come back for a day`.padEnd(86) + `${removal.toFixed(0).padStart(6)} s`,
      ]),
      ...[...busy].map(([name, times]) => `${name} was answered 503 and asked again ${times} times`),
    ],
    goals: sides.flatMap(({ name, ours, idle, peak, livez, views }) => [
      atMost(`${name}, seconds for 100,000 lines`, (ours * 100_000) / lines, 60, "s"),
      atMost(`${name}, memory above what it was before`, peak - idle, 150, "MiB"),
      atMost(`${name}, /livez p99`, livez.p99, 250, "ms"),
      atMost(`${name}, slowest view p50`, Math.max(...views.map(({ p50 }) => p50)), 300, "ms"),
    ]),
  };
}

type Side = Awaited<ReturnType<typeof onServer>> & { name: string; floor: Awaited<ReturnType<typeof bare>> };

async function onPostgres(): Promise<Side> {
  await using stage = openStage("import");
  const settings = { shared_buffers: "256MB", max_wal_size: "4GB" };
  const postgres = await stage.postgres({ durable: true, settings });
  const found = await onServer({ DATA_DIR: stage.folder, DATABASE_URL: postgres.url }, [postgres.pid]);
  const { client: owner } = await stage.owner(postgres.superuserUrl);
  return { name: "PostgreSQL", floor: await bare(owner, [process.pid, postgres.pid]), ...found };
}

async function onEmbedded(): Promise<Side> {
  await using stage = openStage("import");
  const found = await onServer({ DATA_DIR: stage.folder, SNAPSHOT_EVERY: "0" }, []);
  const engine = stage.keep(await openEmbedded({ dataDir: join(stage.folder, "database") }));
  const owner = new pg.Client({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
  await owner.connect();
  const floor = await bare(owner, [process.pid]);
  await owner.end();
  return { name: "embedded", floor, ...found };
}

async function onServer(env: Record<string, string>, others: number[]) {
  const first = await startServer(env);
  const someone = await signUp(first.url, "import");
  await importFile(
    first,
    someone,
    "customers",
    Buffer.from(`name\n${Array.from({ length: customers }, (_, at) => `Northwind ${at} Ltd\n`).join("")}`),
  );
  // The first start of all leaves more memory behind than any later one: what is measured could grow into it unseen.
  await ended(first);
  const server = await startServer(env);
  const { cookie, user, username, password } = someone;
  const member: Member = Object.assign(clientOf(server.url), { cookie, user, username, password });
  try {
    const pids = [server.pid, ...others];
    const quiet = probing(server.url);
    await sleep(quietMs);
    const atRest = percentiles(await quiet.end());
    const idle = residentMiB(server.pid);
    forgetPeak(server.pid);
    const before = cpuSeconds(pids);
    const probe = probing(server.url);
    const { found, seconds } = await importFile(server, member, "invoices", wholeFile());
    const answers = await probe.end();
    const cpu = cpuSeconds(pids) - before;
    const peak = peakMiB(server.pid);
    if (found.added !== lines || found.badCount !== 0) throw new Error(`Void: the import came to ${found.sentence}`);
    const views = [];
    for (const { id } of viewsOf.invoices) views.push({ view: id, ...(await timed(member, id)) });
    const removal = await removeAll(member, found.id);
    return { ours: seconds, cpu, idle, peak, atRest, livez: percentiles(answers), views, removal };
  } finally {
    await ended(server);
  }
}

async function ended(server: Server): Promise<void> {
  server.signal("SIGTERM");
  await server.ended;
}

const heading = "number,customer,direction,issued,due,amount,currency,status,notes\n";
let file: Buffer | null = null;
function wholeFile(): Buffer {
  const line = (at: number) => {
    const { number, customer, issued, due, amount, status } = invoice(at);
    return `${number},${customer},receivable,${issued},${due},${amount},EUR,${status},"Gate\n2"\n`;
  };
  file ??= Buffer.from(heading + Array.from({ length: lines }, (_, at) => line(at)).join(""));
  return file;
}

async function importFile(
  server: Server,
  member: Member,
  kind: RecordKind,
  bytes: Buffer,
): Promise<{ found: RecordImport; seconds: number }> {
  const { id } = await asked(member, openImport, { body: { kind, fileName: `${kind}.csv`, size: bytes.length } });
  for (let at = 0; at * partSize < bytes.length; at += 1) {
    const { status } = await fetch(`${server.url}/api/records/imports/${id}/parts/${at}`, {
      method: "PUT",
      headers: {
        "content-type": "application/octet-stream",
        "sec-fetch-site": "same-origin",
        cookie: member.cookie ?? "",
      },
      body: new Uint8Array(bytes.subarray(at * partSize, (at + 1) * partSize)),
    });
    if (status !== 200) throw new Error(`Void: a piece of the file was answered ${status}.`);
  }
  const started = performance.now();
  await asked(member, startImport, { params: { id }, body: {} });
  for (;;) {
    await sleep(200);
    const found = await asked(member, getImport, { params: { id } });
    if (found.status === "failed") throw new Error(`Void: ${found.sentence}`);
    if (found.status === "done") return { found, seconds: (performance.now() - started) / 1_000 };
  }
}

/** Asks for a sign of life again and again; each is due by the clock, so that a pause of the server counts in full. */
function probing(url: string): { end(): Promise<number[]> } {
  const answers: number[] = [];
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => {
    const started = performance.now();
    const answer = fetch(`${url}/livez`).then(async (response) => {
      await response.text();
      if (response.status !== 200) throw new Error(`Void: /livez was answered ${response.status}.`);
      answers.push(performance.now() - started);
    });
    answer.catch(() => undefined);
    asked.push(answer);
  }, probeMs);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(asked);
      return answers;
    },
  };
}

/** Calls that were refused because the machine was too busy, and made again. */
const busy = new Map<string, number>();

async function asked<E extends Endpoint>(
  member: Member,
  endpoint: E,
  input: Partial<Input<E>> = {},
): Promise<Answer<E>> {
  for (let left = 30; ; left -= 1) {
    try {
      return await member.call(endpoint, input);
    } catch (error) {
      if (left === 0 || !(error as Error).message.startsWith("503")) throw error;
      const name = `${endpoint.method} ${endpoint.path}`;
      busy.set(name, (busy.get(name) ?? 0) + 1);
      await sleep(1_000);
    }
  }
}

const times = 20;
/** Views of what vendors bill, and of credit notes: every imported line is a bill to a customer. */
const others = /payable|bills|credits/i;
async function timed(member: Member, view: string): Promise<{ p50: number; worst: number }> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    const { rows } = await asked(member, listRecords, { params: { kind: "invoices" }, query: { view } });
    took.push(performance.now() - started);
    if (rows.length === 0 && !others.test(view)) throw new Error(`Void: the view ${view} is empty.`);
  }
  return { p50: percentiles(took).p50, worst: Math.max(...took) };
}

async function removeAll(member: Member, importId: string): Promise<number> {
  const started = performance.now();
  const { id } = await asked(member, removeImported, { params: { id: importId } });
  for (;;) {
    const found = (await asked(member, listRemovals)).find((removal) => removal.id === id);
    if (found?.sentence) throw new Error(`Void: ${found.sentence}`);
    if (found?.status === "removed") {
      if (found.removed !== lines) throw new Error(`Void: ${found.removed} were removed.`);
      return (performance.now() - started) / 1_000;
    }
    await sleep(200);
  }
}

/** The same rows into a twin of the table with its indexes, by the driver alone; gives seconds, and those of processor time. */
async function bare(owner: pg.Client, pids: number[]): Promise<{ seconds: number; cpu: number }> {
  await owner.query("CREATE TABLE bare_invoices (LIKE invoices INCLUDING DEFAULTS INCLUDING INDEXES)");
  const company = crypto.randomUUID();
  const [started, before] = [performance.now(), cpuSeconds(pids)];
  for (let from = 0; from < lines; from += portion) {
    const rows = Array.from({ length: Math.min(portion, lines - from) }, (_, at) => invoice(from + at));
    const column = (name: keyof ReturnType<typeof invoice>) => rows.map((row) => row[name]);
    await owner.query({
      name: "bare",
      text: `INSERT INTO bare_invoices (company_id, id, source, external_id, origin, created_at, updated_at, number, customer_name, customer_key,
               direction, issued_on, due_on, amount, currency, status)
             SELECT $1, gen_random_uuid(), 'csv', lower(number), 'external', now(), now() - place * interval '1 microsecond', number, customer,
               lower(customer), 'receivable', issued, due, amount, 'EUR', status
             FROM unnest($2::text[], $3::text[], $4::date[], $5::date[], $6::numeric[], $7::text[]) WITH ORDINALITY
               AS r(number, customer, issued, due, amount, status, place)`,
      values: [company, ...(["number", "customer", "issued", "due", "amount", "status"] as const).map(column)],
    });
  }
  const [seconds, cpu] = [(performance.now() - started) / 1_000, cpuSeconds(pids) - before];
  const { rows } = await owner.query<{ count: number }>("SELECT count(*)::int AS count FROM bare_invoices");
  if (rows[0]?.count !== lines) throw new Error("Void: the floor wrote other rows.");
  return { seconds, cpu };
}
