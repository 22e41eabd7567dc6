// On both databases: the embedded engine runs one statement at a time, and interrupts a long one for a short one.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exploreHref, type QueryInput } from "#contract/query.ts";
import { listAgents } from "#features/agents/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
let viewer: Member;
let other: Member;
beforeAll(async () => {
  world = await openWorld();
  [viewer, other] = [await world.member("viewer"), await world.member("other")];
  await world.asOwner(
    `INSERT INTO invoices (company_id, id, source, external_id, origin, created_at, updated_at, number, customer_name,
       direction, issued_on, due_on, amount, status)
     SELECT $1::uuid, md5($1::uuid::text || n)::uuid, 'csv', 'i' || n, 'external', now(), now(), 'INV-' || n,
       'Customer ' || n % 997, 'receivable', current_date - n % 700, current_date, n % 9001, 'open'
     FROM generate_series(1, 30000) n`,
    [viewer.user.companyId],
  );
  await world.asOwner("ANALYZE invoices");
});
afterAll(() => world?.close());

const queries: readonly QueryInput[] = [
  { subject: "invoices", measure: { of: "median" } },
  { subject: "invoices", measure: { of: "median" }, groupBy: { field: "customerName" } },
  { subject: "invoices", search: "customer 9" },
];
const pathOf = (query: QueryInput): string => `/api${exploreHref(query)}`;
/** What a query gives, without the address of the rows. */
const answerOf = async (query: QueryInput) => {
  const { status, json, text } = await viewer.send("GET", pathOf(query));
  return { status, text, total: (json as { total?: unknown } | null)?.total };
};

test("twelve long queries at once are answered rightly or told that it is too much; another company works on", async () => {
  const alone: Awaited<ReturnType<typeof answerOf>>[] = [];
  for (const query of queries)
    alone.push(
      await vi.waitFor(
        async () => {
          const one = await answerOf(query);
          expect(one.status).toBe(200);
          return one;
        },
        { timeout: 60_000 },
      ),
    );
  const median = { value: 4000.5, rows: 30_000, previous: null };
  expect(alone.slice(0, 2).map(({ total }) => total)).toEqual([median, median]);
  let isOver = false;
  const writing = (async () => {
    const written: number[] = [];
    while (!isOver || written.length < 5)
      written.push((await other.send(createTask.method, createTask.path, { body: { title: "Call the bank" } })).status);
    return written;
  })();
  // On a busy machine all of them may be told to try again, and do.
  const crowd: Awaited<ReturnType<typeof answerOf>>[] = [];
  await vi.waitFor(
    async () => {
      crowd.push(
        ...(await Promise.all(Array.from({ length: 12 }, (_, at) => answerOf(queries[at % 3] as QueryInput)))),
      );
      expect(crowd.some(({ status }) => status === 200)).toBe(true);
    },
    { timeout: 60_000 },
  );
  isOver = true;
  expect((await writing).filter((status) => status !== 200)).toEqual([]);
  const wrong = crowd.filter(({ status, text, total }, at) =>
    status === 200
      ? JSON.stringify(total) !== JSON.stringify(alone[at % 3]?.total)
      : status !== 503 || !text.includes("Too much for now"),
  );
  expect(wrong).toEqual([]);
  // No engine was replaced meanwhile.
  expect(await world.counted("engine_replacements")).toSatisfy((count: number) => !(count > 0));
  expect(await other.call(listAgents)).toEqual([]);
});
