import { setTimeout as sleep } from "node:timers/promises";
import { exploreHref, type QueryInput } from "#contract/query.ts";
import { createTask } from "#features/tasks/contract.ts";
import { type Member, signUp } from "../test/world.ts";
import { percentile } from "./compare.ts";
import { type Engine, openGround } from "./ground.ts";
import { atLeast, atMost, type Report } from "./report.ts";
import { seedRecords } from "./seed-records.ts";

const seconds = 20;
const queriesAtOnce = 12;
const pauseMs = 50;

/** Over all invoices, with everything a statement can cost: sorting, grouping, two periods, a search, a list. */
const dear: readonly QueryInput[] = [
  { subject: "invoices", measure: { of: "median" } },
  { subject: "invoices", measure: { of: "median" }, groupBy: { field: "customerName" } },
  { subject: "invoices", measure: { of: "median" }, groupBy: { field: "issuedOn", unit: "quarter" } },
  { subject: "invoices", measure: { of: "sum" }, groupBy: { field: "customerName" }, order: "smallest" },
  { subject: "invoices", search: "northwind 47" },
  { subject: "customers", measure: { of: "count" }, groupBy: { field: "ownerName" } },
];

type Written = { times: number[]; refused: number };
type Asked = { times: number[]; refused: number; other: string[] };

/** Goal 28: another company's writes beside twelve dear queries of one viewer over 100,000 records. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  await seedRecords(ground.asOwner, ground.member.user.companyId);
  await ground.asOwner("ANALYZE");
  const other = await signUp(ground.server.url, "other");
  const alone = await write(other, () => performance.now() + (seconds / 2) * 1_000);
  const until = performance.now() + seconds * 1_000;
  const viewers = Array.from({ length: queriesAtOnce }, (_, at) => ask(ground.member, until, at));
  const beside = await write(other, () => until);
  const asked = (await Promise.all(viewers)).reduce((sum, one) => ({
    times: [...sum.times, ...one.times],
    refused: sum.refused + one.refused,
    other: [...sum.other, ...one.other],
  }));
  const restarts = ground.server.output().split("the embedded database was restarted").length - 1;
  const figures = ({ times, refused }: Written): string =>
    `${times.length} writes, p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms, ${refused} refused`;
  return {
    title: `28  Another company's writes beside ${queriesAtOnce} dear queries of one viewer over 100,000 records, ${seconds} s`,
    lines: [
      `alone: ${figures(alone)}`,
      `beside them: ${figures(beside)}`,
      `queries: ${asked.times.length} answered, p50 ${Math.round(percentile(asked.times, 0.5))} ms, p95 ${Math.round(percentile(asked.times, 0.95))} ms; ${asked.refused} told that it is too much for now`,
    ],
    goals: [
      atMost("p99 of the writes", Math.round(percentile(beside.times, 0.99)), 250, "ms"),
      atMost("writes refused", beside.refused, 0, ""),
      atMost("restarts of the engine", restarts, 0, ""),
      atMost("queries answered with anything else", asked.other.length, 0, asked.other[0] ?? ""),
      atLeast("queries answered", asked.times.length, queriesAtOnce, ""),
    ],
  };
}

async function write(member: Member, until: () => number): Promise<Written> {
  const written: Written = { times: [], refused: 0 };
  for (const end = until(); performance.now() < end; await sleep(pauseMs)) {
    const started = performance.now();
    const { status } = await member.send(createTask.method, createTask.path, { body: { title: "Call the bank" } });
    written.times.push(performance.now() - started);
    if (status !== 200) written.refused += 1;
  }
  return written;
}

/** Asks one query after the other, and after a refusal as soon as it is told to. */
async function ask(member: Member, until: number, at: number): Promise<Asked> {
  const asked: Asked = { times: [], refused: 0, other: [] };
  for (let round = at; performance.now() < until; round += 1) {
    const started = performance.now();
    const { status, text, headers } = await member.send(
      "GET",
      `/api${exploreHref(dear[round % dear.length] as QueryInput)}`,
    );
    if (status === 200) asked.times.push(performance.now() - started);
    else if (status === 503 && text.includes("Too much for now")) {
      asked.refused += 1;
      await sleep(Number(headers.get("retry-after")) * 1_000);
    } else asked.other.push(`${status} ${text}`);
  }
  return asked;
}
