import { compare, type Figures, heading, line, type Side } from "./compare.ts";
import { company, type Engine, openGround } from "./ground.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";
import { seedJournal } from "./seed-journal.ts";
import type { Agent } from "#features/agents/contract.ts";
import type { Member } from "../test/world.ts";

const about = { decisions: 1_000, tasks: 1_000 };

/** What is asked of the feed, with the executives' ids filled in. */
const questions = {
  everything: "",
  "one executive": "?agent=CFO",
  "one type": "?actionType=task",
  "a search": "?q=text",
  "a rare type": "?actionType=kpi_change",
  "a rare executive, one type": "?agent=Legal&actionType=task",
};

/** Goal 5: the first page of the feed with 1,000,000 journal rows against 1,000, side by side on one database. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const sizes = { few: 1_000, many: engine === "embedded" ? 100_000 : 1_000_000 };
  const many = sizes.many.toLocaleString("en");
  const { server, asOwner, pids } = ground;
  const companies = [
    { member: await company(server.url, "few"), rows: sizes.few },
    { member: ground.member, rows: sizes.many },
  ];
  for (const { member, rows } of companies) {
    await grow(asOwner, member, about);
    await seedJournal(asOwner, member, rows);
  }
  await asOwner("VACUUM ANALYZE");
  await asOwner("CHECKPOINT");
  const lines = [heading];
  const goals = [];
  for (const [name, query] of Object.entries(questions)) {
    const sides = await Promise.all(
      companies.map(async ({ member }) => {
        const url = `${server.url}/api/feed${await filled(member, query)}`;
        await requireFifty(url, member);
        return { name, url, cookies: [member.cookie ?? ""], pids };
      }),
    );
    const [ofFew, ofMany] = await compareUnlessBusy(sides);
    if (!ofFew || !ofMany) throw new Error("Nothing was measured.");
    lines.push(line(`${name}, of 1,000`, ofFew), line(`${name}, of ${many}`, ofMany));
    goals.push(
      atMost(`${name}, p50`, ofMany.p50 / ofFew.p50, 1.2, "× of 1,000"),
      atMost(`${name}, processor time`, ofFew.perCore / ofMany.perCore, 1.2, "× of 1,000"),
    );
  }
  return { title: `5  The feed of 50, of 1,000 and of ${many} journal rows on one database; no 304`, lines, goals };
}

/** Puts the id of an executive where its role stands. */
async function filled(member: Member, query: string): Promise<string> {
  const team = (await member.send("GET", "/api/agents")).json as Agent[];
  return query.replace(/agent=(\w+)/, (_, role) => `agent=${team.find((agent) => agent.role === role)?.id}`);
}

/** Voids the run unless a full page of lines is told, of which there are more. */
async function requireFifty(url: string, member: Member): Promise<void> {
  const { json } = await member.send("GET", url.slice(url.indexOf("/api")));
  const page = json as { items: { repeats: { count: number } }[]; nextCursor: string | null };
  const told = page.items.reduce((sum, item) => sum + item.repeats.count, 0);
  if (told !== 50 || page.nextCursor === null) throw new Error(`Void: ${url} tells ${told} lines instead of 50.`);
}

/** Asks a question again where a busy machine turned a request away; what was measured until then does not count. */
async function compareUnlessBusy(sides: readonly Side[], tries = 5): Promise<Figures[]> {
  return compare(sides).catch((error: Error) => {
    if (tries === 1 || !error.message.includes("first 503")) throw error;
    console.log(`asked again: ${error.message}`);
    return compareUnlessBusy(sides, tries - 1);
  });
}
