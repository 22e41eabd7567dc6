import { addNote, queryBrain } from "#features/brain/contract.ts";
import { exploreHref } from "#contract/query.ts";
import { offer, type Offered } from "../test/faults/offered.ts";
import { hire, signUp } from "../test/world.ts";
import { type Engine, openGround } from "./ground.ts";
import { collecting, residentMiB, settledMiB } from "./processes.ts";
import { atMost, type Report } from "./report.ts";

/** An hour; MIX_SECONDS makes it shorter, to try it. */
const seconds = Number(process.env["MIX_SECONDS"] ?? 3_600);
const windows = 6;
const companies = 5;
const notes = 200;
/** About 30% of what two cores answer. */
const perSecond = 15;

/** Goal 24: memory and answers of the server over an hour of the mix; the rows it writes stay in the database. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine, collecting);
  const { server } = ground;
  const requests = await mixOf(server.url);
  const load = (time: number): Promise<Offered> =>
    offer({ url: server.url, requests, seconds: time, rate: perSecond, concurrency: perSecond * 4 });
  // Code is compiled, pools are filled and indexes are loaded before anything is measured.
  await load(seconds / 10);
  const before = await settledMiB(server.pid);
  const offered: Offered[] = [];
  const resident: number[] = [];
  for (let window = 0; window < windows; window += 1) {
    offered.push(await load(seconds / windows));
    resident.push(residentMiB(server.pid));
  }
  const after = await settledMiB(server.pid);
  const p99 = (one: Offered | undefined): number =>
    Math.max(0, ...(one?.answers ?? []).filter(({ status }) => status < 400).map((answer) => answer.p99));
  const [first, last] = [p99(offered[0]), p99(offered.at(-1))];
  const faults = offered.flatMap(({ texts }) => Object.entries(texts).map(([text, count]) => `${count} × ${text}`));
  return {
    title: `24  ${Math.round(seconds / 60)} minutes of the mix: ${perSecond} requests a second of ${companies} companies, a third of them questions to the Brain`,
    lines: [
      `memory, settled: ${Math.round(before)} MiB at the start, ${Math.round(after)} MiB at the end; under load ${resident.map(Math.round).join(", ")} MiB`,
      `p99 of the first sixth ${first} ms, of the last ${last} ms; ${offered.reduce((sum, { sent }) => sum + sent, 0)} requests`,
      ...faults.slice(0, 5),
    ],
    goals: [
      atMost("memory at the end against the start", after / before, 1.05, "×"),
      atMost("p99 of the last sixth against the first", last / Math.max(1, first), 1.2, "×"),
      atMost("kinds of failed answers", faults.length, 0, ""),
    ],
  };
}

/** Pages, a write, a query of Explore, and questions to the Brain, of companies that each have some passages. */
async function mixOf(url: string): Promise<Parameters<typeof offer>[0]["requests"]> {
  const query = exploreHref({ subject: "tasks", groupBy: { field: "status" } });
  const mixes = await Promise.all(
    Array.from({ length: companies }, async (_, company) => {
      const member = await signUp(url, `mix-${company}`);
      await hire(member, "CEO", "CFO");
      for (let at = 0; at < notes; at += 1) {
        const content = `Supplier ${at} of company ${company} delivers on day ${at % 28} and takes ${at % 9} weeks.`;
        await member.call(addNote, { body: { content, importance: 5 } });
      }
      const { cookie } = member;
      const ask = (at: number) => ({
        method: queryBrain.method,
        path: queryBrain.path,
        cookie,
        body: { question: `When does supplier ${at * 31} deliver?` },
      });
      return [
        { method: "GET", path: "/api/dashboard", cookie },
        ask(1),
        { method: "GET", path: "/api/tasks", cookie },
        ask(2),
        { method: "GET", path: `/api${query}`, cookie },
        { method: "POST", path: "/api/tasks", cookie, body: { title: "Call the supplier" } },
        { method: "GET", path: "/api/feed", cookie },
        ask(3),
        { method: "GET", path: "/api/agents", cookie },
      ];
    }),
  );
  return mixes.flat();
}
