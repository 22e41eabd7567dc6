// Nightly: it prepares the demo company.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDemo } from "#app/demo/prepare.ts";
import { formatLine, type Report } from "#contract/report.ts";
import { login } from "#features/accounts/contract.ts";
import { listAgents } from "#features/agents/contract.ts";
import { listTurns, sendMessage } from "#features/chat/contract.ts";
import { addComment, askAgents } from "#features/conversations/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { queryOrchestrator, setTaskStatus } from "#features/orchestrator/contract.ts";
import { executeCommand } from "#features/plans/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { readConfig } from "#platform/config.ts";
import { type Asked, askedIn, type Reply } from "../outside/model/protocol.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { runsEnded } from "../modelled.ts";
import { type Client, openOn, type World } from "../world.ts";

/**
 * What a reader answered who saw nothing but the requests (`npm run model:by-hand`) on the demo company of 2026-11-22,
 * played again: the same citations give the same sentences.
 */
type Case = {
  id: string;
  ask?: string;
  chat?: string;
  brief?: string;
  comment?: string;
  command?: string;
  query?: string;
  /** A task of the executive in `role`. */
  task?: string;
  role?: string;
  text?: string;
  /** What only its requests contain. */
  match: string;
  replies: readonly { calls?: NonNullable<Reply["calls"]> }[];
  /** What a person then reads; checked by the last test where nobody asks. */
  says?: string;
};
const kept = JSON.parse(readFileSync(new URL("../data/by-hand.json", import.meta.url), "utf8")) as Case[];

const folder = mkdtempSync(join(tmpdir(), "boardroom-by-hand-"));
let goBack: () => void;
let standIn: StandIn;
let world: World;
let member: Client;

const replyTo = (request: Asked): Reply => {
  const { messages } = request;
  const asked = askedIn(request);
  const found = kept.find(({ match }) => asked.includes(match));
  const reply = found?.replies[messages.filter(({ role }) => role === "assistant").length];
  if (!reply) return { status: 400, body: { error: { message: "No reply is kept for this." } } };
  return reply.calls ? { calls: reply.calls } : { text: JSON.stringify(reply) };
};

beforeAll(async () => {
  standIn = await openStandIn({ script: replyTo });
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "fatal",
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    UNDO_SECONDS: "0",
    SNAPSHOT_EVERY: "0",
    AI_PROVIDER: "vllm",
    AI_MODEL: "by-hand",
    VLLM_BASE_URL: standIn.url.replace("/v1", ""),
  });
  goBack = travelTo(new Date("2026-11-22T11:00:00Z"));
  const demo = await prepareDemo(config);
  if (!demo) throw new Error("The demo has no sign-in.");
  if (standIn.journal.length > 0) throw new Error("Preparing the demo asked a model.");
  world = await openOn(config);
  member = world.client();
  await member.call(login, { body: { username: demo.username, password: demo.password } });
});
afterAll(async () => {
  await world?.close();
  await standIn?.close();
  goBack?.();
  rmSync(folder, { recursive: true, force: true });
});

/** A task is taken up in the background. */
async function runOfTask(taskId: string): Promise<string> {
  const found = () =>
    world.asOwner<{ id: string }>("SELECT id FROM agent_runs WHERE input ->> 'taskId' = $1", [taskId]);
  await expect.poll(found).toHaveLength(1);
  return (await found())[0]?.id ?? "";
}

async function start({ ask, chat, brief, comment, task: title, role, text = "" }: Case): Promise<string> {
  if (ask) return (await member.call(askAgents, { body: { question: ask, urgency: "high" } })).runId;
  if (chat) {
    await member.call(sendMessage, { body: { message: chat } });
    return (await member.call(listTurns))[0]?.runId ?? "";
  }
  if (brief) return (await member.call(startBriefing, { params: { id: await agentOf(brief) } })).runId;
  if (title) {
    const { id: taskId } = await member.call(createTask, { body: { title, assignedAgentId: await agentOf(role) } });
    await member.call(setTaskStatus, { params: { taskId }, body: { status: "in_progress" } });
    return runOfTask(taskId);
  }
  const decision = (await member.call(listDecisions)).find(({ title }) => title === comment);
  const body = { subject: "decision", subjectId: decision?.id ?? "", text } as const;
  return (await member.call(addComment, { body })).runId ?? "";
}

const agentOf = async (role = "") => (await member.call(listAgents)).find((one) => one.role === role)?.id ?? "";

/** The sentences of a report, without the tables of rules; a draft is the section before them. */
const sentencesOf = ({ headline, sections, figures }: Report, isDraft: boolean): string =>
  [headline, ...sections.filter(({ title }, at) => written.includes(title) || (isDraft && at === 0)).flatMap(linesOf)]
    .map((line) => formatLine(line, figures))
    .join("\n");
const written = ["Details", "Summary"];
const linesOf = ({ title, lines }: Report["sections"][number]) =>
  written.includes(title) ? lines : [[title], ...lines];

test.each(kept.filter(({ ask, chat, brief, comment, task }) => ask ?? chat ?? brief ?? comment ?? task))(
  "$id is answered as it was",
  { timeout: 60_000 },
  async (one) => {
    const id = await start(one);
    const runOf = async () => (await member.call(getRun, { params: { id } })).run;
    await expect.poll(async () => (await runOf()).status, { timeout: 50_000 }).toBe("done");
    const { engine, degraded, report } = await runOf();
    const said = report && sentencesOf(report, one.task !== undefined);
    expect([engine, degraded, said]).toEqual(["vllm/by-hand", false, one.says]);
  },
);

test.each(kept.filter(({ command }) => command))("$id is planned as it was", { timeout: 60_000 }, async (one) => {
  const { engine, summary, tasks, proposals } = await member.call(executeCommand, {
    body: { prompt: one.command ?? "" },
  });
  const titles = [...tasks, ...proposals].map(({ title }) => title);
  expect([engine, [summary, ...titles].join("\n")]).toEqual(["vllm/by-hand", one.says]);
});

test.each(kept.filter(({ query }) => query))("$id is answered as it was", { timeout: 60_000 }, async (one) => {
  const { engine, line, points, figures } = await member.call(queryOrchestrator, {
    body: { query: one.query ?? "", priority: "medium" },
  });
  const said = [line, ...points].map((sentence) => formatLine(sentence, figures)).join("\n");
  expect([engine, said]).toEqual(["vllm/by-hand", one.says]);
});

test("what was asked for was proposed, and no request was without a reply", async () => {
  await runsEnded(world);
  const made = (await member.call(listDecisions)).find(({ title }) => title === "Accounting system from Ledgerly");
  expect(made).toMatchObject({ decisionType: "expense_approval", status: "pending" });
  expect(standIn.journal.filter((asked) => replyTo(asked).status)).toEqual([]);
  // The CEO's request held 31 actions that only the executives may use, 44,000 characters in all.
  const ceo = standIn.journal.find(({ instructions }) => instructions.includes("Chief Executive"));
  expect(ceo?.tools.map(({ id }) => id).filter((id) => id === "topics_in_place")).toEqual([]);
  expect(JSON.stringify(ceo?.body).length).toBeLessThan(20_000);
});
