import { runJob } from "#agency/run/job.ts";
import { cash, dailyOrders, monthlyExpenses, ordersTarget, retailSales } from "#app/demo/figures.ts";
import { stories } from "#app/demo/stories/stories.ts";
import type { Story } from "#app/demo/stories/story.ts";
import { Timeline } from "#app/demo/timeline.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { parseWritten } from "#contract/written.ts";
import { register } from "#features/accounts/service.ts";
import { findActor } from "#features/accounts/store.ts";
import { setAutonomy } from "#features/agents/service.ts";
import { changePolicy } from "#features/authority/versions/service.ts";
import { addComment, ask } from "#features/conversations/service.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { askedOn } from "#features/decisions/outcome/rules.ts";
import { resolveForecast } from "#features/decisions/outcome/service.ts";
import { propose } from "#features/decisions/proposal/service.ts";
import { expire, settle } from "#features/decisions/service.ts";
import { startFigures } from "#features/imports/older/service.ts";
import { run as runImport } from "#features/imports/running/service.ts";
import { recordFigures } from "#features/metrics/service.ts";
import { addSamples } from "#features/records/samples/service.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { setLocale, setupAgents } from "#features/setup/service.ts";
import { changeTask, createByHand } from "#features/tasks/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { startBriefing, startDailyBrief } from "#features/expertise/service.ts";
import { now } from "#platform/clock.ts";
import { type Ctx, mintCompany, type Platform } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const companyName = "Hartley & Finch (demo)";
const timeZone = "Europe/London";
/** Days ago that the company opened. */
const openedAgo = 119;

/** An id per role: its executive, or its pending decision. */
type Team = Map<AgentRoleId, string>;
type Company = { team: Team; waiting: Team };

/** Creates the demo company and replays its past through the product's own services. */
export async function openDemo(platform: Platform, login: { username: string; password: string }): Promise<void> {
  const past = new Timeline(now(), timeZone);
  const registration = {
    ...platform,
    registration: "open" as const,
    origin: null,
    now: past.moment(openedAgo, "08:30"),
  };
  const given = { ...login, email: `${login.username}@hartley-finch.example`, companyName, timeZone };
  const { user } = await register(registration, given, true);
  const company = mintCompany(user.companyId);
  const system = { kind: "system" } as const;
  const systemCtx: Ctx = {
    ...platform,
    company,
    actor: system,
    origin: null,
    now: registration.now,
    timeZone,
    currency: "USD",
  };
  const known = await read(systemCtx, (tx) => findActor(tx, user.id));
  if (!known) throw new Error("The demo's owner is missing.");
  const ownerCtx: Ctx = { ...systemCtx, actor: { kind: "user", id: user.id, ...known } };
  // The currency can be chosen until the first decision.
  await setLocale(ownerCtx, { currency: "GBP", timeZone });
  const ctx: Ctx = { ...ownerCtx, currency: "GBP" };
  const team: Team = new Map();
  const waiting: Team = new Map();
  past.on(past.moment(openedAgo, "08:40"), async (at) => {
    const made = await setupAgents(at, workforce);
    for (const { role, id } of made.agents) team.set(role, id);
  });
  addFigures(past);
  changeSettings(past, team);
  for (const story of stories((ago) => past.day(ago))) replay(past, { team, waiting }, story);
  lastDays(past, { team, waiting });
  await past.run(ctx);
  // The brief is created now, so that the feed shows it first.
  const present = (): Ctx => ({ ...ctx, now: now() });
  await performRun(present(), (await startBriefing(present(), idOf(team, "CEO"))).runId);
  await performRun(present(), (await startDailyBrief(present())).runId);
}

/** The eight executives with their defaults, except for what a small shop would change. */
const workforce = {
  selectedRoles: defaultWorkforce.map(({ role }) => role),
  agents: defaultWorkforce.map((agent) => {
    if (agent.role === "CMO")
      return { ...agent, budgetLimit: 60_000, customInstructions: "No campaign without a number to stop at." };
    if (agent.role === "CTO") return { ...agent, budgetLimit: 80_000, decisionAuthority: "low" as const };
    if (agent.role === "Legal")
      return { ...agent, capabilities: agent.capabilities.filter((one) => one !== "legal_research") };
    return agent;
  }),
};

const balances = [412_300, 398_750, 421_900, 405_400, 436_200];

/** The real daily sales and invented orders, week by week, plus other invented figures. */
function addFigures(past: Timeline): void {
  const sales = retailSales(past.day(1));
  const importSales = (ago: number, time: string, from: string, to: string) =>
    past.on(past.moment(ago, time), async (at) => {
      const lines = sales.filter(({ day }) => day >= from && day <= to).map(({ line }) => line);
      const query = {
        fileName: `sales-${to}.csv`,
        metricName: "daily_revenue",
        dateColumn: "date",
        valueColumn: "revenue",
        dateFormat: "YYYY-MM-DD",
        currency: "GBP",
      } as const;
      const { id } = await startFigures(at, query, ["date,revenue", ...lines, ""].join("\n"));
      await runImport({ ...at, actor: { kind: "system" } }, id);
    });
  importSales(openedAgo, "09:05", "", past.day(openedAgo + 1));
  const enterFigures = (ago: number, time: string, points: Parameters<typeof recordFigures>[1]["points"]) =>
    past.on(past.moment(ago, time), (at) => recordFigures(at, { source: "manual", points }));
  enterFigures(openedAgo, "09:20", dailyOrders(past.day(400), past.day(openedAgo + 1)));
  enterFigures(openedAgo, "09:25", monthlyExpenses(past.day(openedAgo), 6));
  const years = new Map([openedAgo, 0].map((ago) => [past.day(ago).slice(0, 4), ordersTarget(past.day(ago))]));
  enterFigures(openedAgo, "09:30", [...years.values()]);
  for (let ago = openedAgo - 6; ago >= 1; ago -= 7) {
    const [from, to] = [past.day(ago + 6), past.day(ago)];
    importSales(ago, "18:30", ago === openedAgo - 6 ? past.day(openedAgo) : from, to);
    enterFigures(ago, "18:35", dailyOrders(from, to));
  }
  for (const [at, amount] of balances.entries()) {
    const ago = openedAgo - 2 - at * 29;
    enterFigures(ago, "08:20", [cash(past.day(ago), amount)]);
  }
  for (let ago = openedAgo - 1; ago >= 1; ago -= 1)
    if (past.day(ago).endsWith("-03")) enterFigures(ago, "08:25", monthlyExpenses(past.day(ago), 1));
}

function changeSettings(past: Timeline, team: Team): void {
  // Two executives may propose actions; the others only advise.
  past.on(past.moment(63, "10:00"), (at) => setAutonomy(at, idOf(team, "CFO"), "propose"));
  past.on(past.moment(62, "10:05"), (at) => setAutonomy(at, idOf(team, "Sales"), "propose"));
  past.on(past.moment(60, "16:15"), (at) =>
    changePolicy(at, "Sales", {
      perDecision: null,
      discountPercent: 20,
      note: "After the order that never came: above 20% we look at it ourselves",
    }),
  );
  past.on(past.moment(47, "09:10"), async (at) => {
    const dueDate = past.moment(33, "17:00").toISOString();
    const task = { title: "Count the stock of candles", priority: "medium" as const, dueDate };
    const { id } = parseWritten(await createByHand(at, { ...task, assignedAgentId: idOf(team, "Operations") }));
    past.on(past.moment(36, "15:40"), (later) => changeTask(later, id, { status: "completed", actualHours: 6 }));
  });
}

function idOf(team: Team, role: AgentRoleId): string {
  const id = team.get(role);
  if (!id) throw new Error(`The demo has no ${role}.`);
  return id;
}

/** Replays a request, its decision, its tasks and its outcome. */
function replay(past: Timeline, { team, waiting }: Company, story: Story): void {
  const { ago, end } = story;
  past.on(past.moment(ago, "09:40"), async (asking) => {
    const { id, forecasts, expiresAt } = await propose(asking, {
      agentId: idOf(team, story.role),
      decisionType: story.type,
      context: story.context,
    });
    if (end.as === "pending") waiting.set(story.role, id);
    if (end.as === "expired") past.on(new Date(expiresAt), (at) => expire({ ...at, actor: { kind: "system" } }, id));
    if (end.as === "approved")
      past.on(past.moment(ago - end.days, "14:30"), async (at) => {
        await settle(at, id, { approved: true, reason: end.reason, probability: end.probability });
        await completeTasks(past, at, id, story.tasks ?? []);
      });
    if (end.as === "rejected") {
      past.on(past.moment(ago - end.days, "11:10"), (at) =>
        comment(at, id, "What would have to change for us to approve this?"),
      );
      past.on(past.moment(ago - end.days, "14:30"), (at) => settle(at, id, { approved: false, reason: end.reason }));
    }
    resolve(past, id, forecasts, story.held ?? []);
  });
}

const comment = (at: Ctx, subjectId: string, text: string) => addComment(at, { subject: "decision", subjectId, text });

/** Forecasts due today are left open for the demo's user. */
function resolve(past: Timeline, id: string, forecasts: Decision["forecasts"], held: readonly boolean[]): void {
  for (const [at, outcome] of held.entries()) {
    const forecast = forecasts[at];
    const due = forecast && askedOn(forecast);
    if (due && due < past.day(0))
      past.on(new Date(`${due}T16:20:00Z`), (on) =>
        resolveForecast(on, { decisionId: id, position: at }, { held: outcome }),
      );
  }
}

const day = 86_400_000;

async function completeTasks(
  past: Timeline,
  at: Ctx,
  id: string,
  outcomes: NonNullable<Story["tasks"]>,
): Promise<void> {
  const given = await read(at, (tx) => tasks.ofDecision(tx, id));
  for (const [place, task] of given.entries()) {
    const due = task.dueDate?.getTime() ?? at.now.getTime() + day;
    const progress = outcomes[place];
    const begun = new Date(at.now.getTime() + 0.8 * day);
    if (progress) past.on(begun, (on) => changeTask(on, task.id, { status: "in_progress" }));
    const done = progress === "late" ? due + 2.6 * day : Math.max(due - 0.5 * day, begun.getTime() + day / 24);
    // Late tasks also took longer than estimated.
    const actualHours = (task.estimatedHours ?? 2) * (progress === "late" ? 1.5 : 0.75);
    if (progress && progress !== "started")
      past.on(new Date(done), (on) => changeTask(on, task.id, { status: "completed", actualHours }));
  }
}

/** Days ago, time and question. */
const questions: readonly (readonly [number, string, string])[] = [
  [4, "10:05", "How long does our cash last?"],
  [3, "09:20", "Who owes us the most?"],
  [2, "16:40", "Which customers are at risk?"],
  [1, "11:15", "On which contracts must we give notice soon?"],
  [1, "17:25", "Are we on track for our goal?"],
];

/** Days ago and time of each report; the CEO's comes last, on the day itself. */
const reports: readonly (readonly [AgentRoleId, number, string])[] = [
  ["CFO", 5, "08:10"],
  ["CMO", 4, "08:35"],
  ["CTO", 3, "14:20"],
  ["Sales", 3, "15:05"],
  ["Customer Success", 2, "08:45"],
  ["Operations", 2, "13:30"],
  ["Legal", 1, "09:55"],
];

/** What the agents did in the last week, from records whose days are around today. */
function lastDays(past: Timeline, { team, waiting }: Company): void {
  past.on(past.moment(6, "10:00"), (at) => addSamples(at, past.day(0)));
  for (const [role, ago, time] of reports)
    past.on(past.moment(ago, time), async (at) => performRun(at, (await startBriefing(at, idOf(team, role))).runId));
  for (const [ago, time, question] of questions)
    past.on(past.moment(ago, time), async (at) => performRun(at, (await ask(at, { question, urgency: "high" })).runId));
  past.on(past.moment(3, "12:10"), (at) =>
    comment(
      at,
      idOf(waiting, "CFO"),
      "The quote is valid until the end of the month. Can we pay for it without the bank?",
    ),
  );
  past.on(past.moment(3, "12:14"), async (at) => {
    const { runId } = await comment(at, idOf(waiting, "CFO"), "@CFO How much cash do we have?");
    if (runId) await performRun(at, runId);
  });
}

const runs = runJob();

/** Performs a queued run immediately; its job then finds it done. */
const performRun = (ctx: Ctx, runId: string): Promise<void> => runs.run(ctx, ctx.company, { runId });
