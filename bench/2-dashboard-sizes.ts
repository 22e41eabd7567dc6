import { compare, heading, line } from "./compare.ts";
import { atMost, type Report } from "./report.ts";
import type { Engine } from "./ground.ts";
import { openLarge, type Size } from "./seed.ts";

/** Goal 2: the dashboard of a company with 1,000,000 decisions and 10,000 tasks against one with 1,000 of each. */
export async function measure(engine: Engine): Promise<Report> {
  const { ground, small, large, sizes } = await openLarge(engine);
  const url = `${ground.server.url}/api/dashboard`;
  const [few, many] = await compare([
    { name: "small", url, cookies: [small.cookie ?? ""], pids: ground.pids },
    { name: "large", url, cookies: [large.cookie ?? ""], pids: ground.pids },
  ]);
  if (!few || !many) throw new Error("Nothing was measured.");
  return {
    title: "2  The dashboard of a small and of a large company, side by side on one database; no 304",
    lines: [heading, line(sizeInWords(sizes.small), few), line(sizeInWords(sizes.large), many)],
    goals: [
      atMost("p50", many.p50 / few.p50, 1.15, "× of the small one"),
      atMost("p99", many.p99 / few.p99, 1.3, "× of the small one"),
    ],
  };
}

const sizeInWords = ({ decisions, tasks }: Size): string =>
  `${decisions.toLocaleString("en")} decisions, ${tasks.toLocaleString("en")} tasks`;
