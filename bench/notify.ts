import pg from "pg";
import { startPostgres } from "../test/postgres.ts";
import { median } from "./compare.ts";
import type { Report } from "./report.ts";

const connections = 16;
const seconds = 2;
const rounds = 5;

/** For docs/scale.md: commits a second of many writers on a durable PostgreSQL, without and with a notice in each. */
export async function measure(): Promise<Report> {
  const postgres = await startPostgres({ durable: true });
  const pool = new pg.Pool({ connectionString: postgres.url, max: connections });
  try {
    await pool.query("CREATE TABLE written (id bigserial PRIMARY KEY, line text NOT NULL)");
    const insert = "INSERT INTO written (line) VALUES ($1)";
    const sides = {
      INSERT: insert,
      "INSERT and pg_notify": `WITH added AS (${insert} RETURNING id) SELECT pg_notify('bench', id::text) FROM added`,
    };
    const found = new Map<string, number[]>(Object.keys(sides).map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const [name, text] of Object.entries(sides)) found.get(name)?.push(await perSecond(pool, text));
    const [bare = 0, noticed = 0] = [...found.values()].map(median);
    return {
      title: `notify  Commits of ${connections} connections at once on one durable PostgreSQL; commits with a notice take turns`,
      lines: [...found].map(([name, rates]) => `${name.padEnd(34)}${median(rates).toFixed(0).padStart(10)} a second`),
      goals: [
        {
          what: "with a notice",
          found: `${(noticed / bare).toPrecision(3)} ×`,
          wanted: "none: a constant of docs/scale.md",
          met: true,
        },
      ],
    };
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

async function perSecond(pool: pg.Pool, text: string): Promise<number> {
  let done = 0;
  const until = performance.now() + seconds * 1_000;
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      await pool.query({ name: text.slice(0, 20), text, values: ["A line of the journal"] });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return done / seconds;
}
