import { compare, heading, line } from "./compare.ts";
import { type Engine, openGround } from "./ground.ts";
import { atLeast, type Report } from "./report.ts";
import { grow } from "./seed.ts";

/** Requests a second of an idle tab. */
const perTab = 0.63;
/** What it asks in 30 seconds; the states of oversight, mail and orchestrator are not there yet. */
const asked: Record<string, number> = {
  "/api/decisions?shape=lines": 6,
  "/api/feed": 6,
  "/api/tasks?shape=lines": 3,
  "/api/agents": 3,
  "/api/dashboard": 1,
};

/** Goal 10: how many idle tabs one core serves, with the rows in every answer and with 304 where nothing changed. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const { member, server, pids, asOwner } = ground;
  await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
  const { url } = server;
  const cookies = [member.cookie ?? ""];
  const paths = Object.entries(asked).flatMap(([path, times]) => Array.from({ length: times }, () => path));
  const whole = paths.map((path) => path.replace("?shape=lines", ""));
  const [full, unchanged, before, ...single] = await compare([
    { name: "the mix", url, paths, cookies, pids },
    { name: "the mix, unchanged", url, paths, cookies, pids, unchanged: true },
    { name: "the mix, whole", url, paths: whole, cookies, pids },
    ...Object.keys(asked).map((path) => ({ name: path, url: url + path, cookies, pids })),
  ]);
  if (!full || !unchanged || !before) throw new Error("Nothing was measured.");
  const names = Object.keys(asked);
  const tabs = [full, unchanged, before].map(({ perCore }) => Math.round(perCore / perTab));
  return {
    title: `10  The reads an idle tab polls, ${paths.length} in 30 s, of a company with 1,000 decisions and tasks`,
    lines: [
      heading,
      line("the mix, rows in every answer", full),
      line("the mix, unchanged: 304", unchanged),
      line("for comparison: lists whole", before),
      ...single.map((figures, at) => line(`alone: ${names[at]}`, figures)),
      `tabs per core = requests per core / ${perTab}: ${tabs[0]} with rows, ${tabs[1]} with 304, ${tabs[2]} with whole ones`,
    ],
    goals: [
      atLeast("with rows", full.perCore / perTab, 3_500, "tabs per core"),
      atLeast("with 304", unchanged.perCore / perTab, 12_000, "tabs per core"),
    ],
  };
}
