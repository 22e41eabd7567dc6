import { createToken } from "#features/accounts/tokens/contract.ts";
import { compare, type Figures, heading, line } from "./compare.ts";
import { type Engine, openGround } from "./ground.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const path = "/api/tasks?shape=lines";

/** Goal 33: the processor time of a call with an API token, beside the same call with a session. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const { member, server, pids, asOwner } = ground;
  await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
  const { token } = await member.call(createToken, {
    body: { name: "Bench", scopes: ["read", "write"], expiresInDays: 1 },
  });
  const side = { url: server.url, paths: [path], pids };
  const session = { ...side, cookies: [member.cookie ?? ""] };
  const body = { title: "From a script" };
  const found = await compare([
    { name: "rows, session", ...session },
    { name: "rows, token", ...side, token },
    { name: "304, session", ...session, unchanged: true },
    { name: "304, token", ...side, token, unchanged: true },
    { name: "a new task, session", ...session, paths: ["/api/tasks"], body },
    { name: "a new task, token", ...side, token, paths: ["/api/tasks"], body },
  ]);
  const names = ["rows", "304", "a new task"];
  const [rows, unchanged, write] = [0, 2, 4].map((at) => dearness(found[at], found[at + 1]));
  return {
    title: "33  A call with an API token beside one with a session: 50 of 1,000 tasks, unchanged, and a new one",
    lines: [heading, ...found.map((each, at) => line(`${names[at >> 1]}, ${at % 2 ? "token" : "session"}`, each))],
    goals: [
      atMost("rows: processor time of a token call", rows ?? 0, 1.1, "× of a session call"),
      atMost("304: processor time of a token call", unchanged ?? 0, 1.1, "× of a session call"),
      atMost("a new task: processor time of a token call", write ?? 0, 1.1, "× of a session call"),
    ],
  };
}

const dearness = (session: Figures | undefined, token: Figures | undefined): number =>
  (session?.perCore ?? 0) / (token?.perCore ?? 1);
