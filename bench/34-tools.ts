import { createTask } from "#features/tasks/contract.ts";
import { withToken } from "../test/tokens.ts";
import { median, timeInTurns } from "./compare.ts";
import { type Engine, openGround } from "./ground.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";

const rounds = 10;
const perRound = 50;

/** Goal 34: what a tool of an assistant takes beyond the call it makes, both with the same token. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const { member, server, asOwner } = ground;
  await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
  const { id } = await member.call(createTask, { body: { title: "Call the bank" } });
  const { token } = await withToken(server.url, member, ["read"]);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const ask = async (path: string, body?: object) => {
    const init = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
    const response = await fetch(server.url + path, init);
    const text = await response.text();
    if (response.status !== 200 || !text.includes("Call the bank")) throw new Error(`${response.status} ${text}`);
  };
  const params = { name: "get_task", arguments: { id } };
  const call = () => ask(`/api/tasks/${id}`);
  const tool = () => ask("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const [bare = [], ours = []] = await timeInTurns([call, tool], { rounds, perRound, warm: 1 });
  const [called, used] = [median(bare), median(ours)];
  return {
    title: `34  A tool beside the call it makes: one task, ${rounds * perRound} each, one after the other`,
    lines: [`floor: the call ${called.toFixed(2)} ms p50, the tool ${used.toFixed(2)} ms p50`],
    goals: [atMost("a tool beyond its call, p50", used - called, 3, "ms")],
  };
}
