// Plans that are about the same or nearly the same work.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { getDecision } from "#features/decisions/contract.ts";
import { listInitiatives } from "#features/initiatives/contract.ts";
import {
  acceptPlan,
  discardPlan,
  dropItem,
  executeCommand,
  getPlan,
  type Plan,
  undoPlan,
} from "#features/plans/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { getTask, updateTask } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date());
const on = (days: number) => addDays(today, days);

beforeAll(async () => {
  world = await openWorld({ EMBEDDER: "sentences" });
});
afterAll(() => world?.close());

const add = (member: Member, kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });
const execute = (member: Member, prompt: string) => member.call(executeCommand, { body: { prompt } });
const of = (plan: Plan) => ({ params: { id: plan.id } });
const titles = (plan: Plan) => plan.tasks.map(({ title }) => title);
const waitsFor = async (member: Member, id: string | undefined) =>
  (await member.call(getTask, { params: { id: id ?? "" } })).metadata["awaitsPlan"] ?? null;

/** Four debtors, four contracts of one title each. */
async function company(): Promise<Member> {
  const member = await world.member();
  await hire(member, "CEO", "CMO", "Customer Success");
  for (const [at, party] of ["Alder Foods", "Harbour Foods", "Brightwater Foods", "Northwind Foods"].entries()) {
    await add(member, "invoices", {
      number: `A-${at}`,
      customerName: party,
      amount: 900 - at * 100,
      currency: "USD",
      status: "open",
      direction: "receivable",
      issuedOn: on(-60),
      dueOn: on(-30),
    });
    await add(member, "contracts", {
      title: "Master agreement",
      kind: "customer",
      customerName: party,
      status: "active",
      startsOn: on(-300),
      endsOn: on(60),
      noticeDays: 30,
      autoRenews: true,
      currency: "USD",
      yearlyValue: 1_000,
    });
    await add(member, "deals", {
      name: `Rollout ${party}`,
      customerName: party,
      stage: "won",
      amount: 500,
      currency: "USD",
      openedOn: on(-40),
      closedOn: on(0),
    });
  }
  return member;
}

test("contracts of one title stay apart; no task stands twice in a plan", async () => {
  const member = await company();
  const one = await execute(member, "Prepare the renewals of our contracts");
  const two = await execute(member, "Handle our agreements please");
  expect(one.tasks).toHaveLength(4);
  const byRecord = ({ tasks }: Plan) => Object.fromEntries(tasks.map(({ id, href }) => [href ?? "", id]));
  expect(byRecord(two)).toEqual(byRecord(one));
  expect(new Set(two.tasks.map(({ id }) => id)).size).toBe(4);
});

test("each customer keeps its own kick-off, each launch its own tasks", async () => {
  const member = await company();
  const one = await execute(member, "Welcome our new clients");
  const two = await execute(member, "Organize onboarding for our customers");
  expect(titles(two)).toEqual(titles(one));
  expect(new Set(titles(two)).size).toBe(4);
  await execute(member, "Launch the spring catalogue service");
  const winter = await execute(member, "Launch the winter catalogue service");
  expect(winter.tasks.map(({ isLinked }) => isLinked)).toEqual([false, false, false, false, false]);
  for (const title of titles(winter)) expect(title).toContain("winter");
});

test("a proposal that another plan made is not this plan's; undoing leaves it pending", async () => {
  const member = await company();
  const x = await execute(member, "Launch an autumn range by 1 March");
  const y = await execute(member, "Announce the autumn range by 1 March");
  const [first] = (await member.call(acceptPlan, of(x))).proposals;
  const [second] = (await member.call(acceptPlan, of(y))).proposals;
  expect(first?.decisionId).not.toBeNull();
  expect(second).toMatchObject({ decisionId: null, refused: "The same proposal is already pending." });
  await member.call(undoPlan, of(y));
  const { decision } = await member.call(getDecision, { params: { id: first?.decisionId ?? "" } });
  expect(decision.status).toBe("pending");
});

test("accepting a plan takes over the tasks it keeps of a plan that waits, and no others", async () => {
  const member = await company();
  const a = await execute(member, "Collect everything that is overdue please");
  const b = await execute(member, "Chase the unpaid invoices now please");
  expect(b.tasks.map(({ id, isLinked }) => [id, isLinked])).toEqual(a.tasks.map(({ id }) => [id, true]));
  const [dropped, kept] = b.tasks;
  await member.call(dropItem, { params: { id: b.id, item: dropped?.item ?? "" }, body: { isDropped: true } });
  const accepted = await member.call(acceptPlan, of(b));
  expect(await waitsFor(member, dropped?.id)).toBe(a.id);
  expect(await waitsFor(member, kept?.id)).toBeNull();
  expect(accepted.tasks.map(({ isLinked }) => isLinked)).toEqual([true, false, false]);
  expect(accepted.initiatives[0]).toMatchObject({ status: "active", isLinked: false });
  // Plan A still waits and no longer owns them: discarding it cancels its own task alone.
  expect((await member.call(getPlan, of(a))).tasks.map(({ isLinked }) => isLinked)).toEqual([false, true, true]);
  const discarded = await member.call(discardPlan, of(a));
  expect(discarded.tasks.map(({ status }) => status)).toEqual(["cancelled", "pending", "pending"]);
  expect((await member.call(getPlan, of(b))).initiatives[0]?.status).toBe("active");
});

test("a discarded or reopened plan leaves its tasks to the plan that links them", async () => {
  const member = await company();
  const a = await execute(member, "Collect everything that is overdue please");
  const b = await execute(member, "Chase the unpaid invoices now please");
  await member.call(discardPlan, of(a));
  const left = await member.call(getPlan, of(b));
  expect(left.tasks.map(({ status, isLinked }) => [status, isLinked])).toEqual(
    left.tasks.map(() => ["pending", false]),
  );
  expect(await waitsFor(member, b.tasks[0]?.id)).toBe(b.id);

  const c = await execute(member, "Recover the outstanding invoices");
  await member.call(acceptPlan, of(b));
  await member.call(acceptPlan, of(c));
  const undone = await member.call(undoPlan, of(b));
  expect(undone.tasks.every(({ isLinked }) => isLinked)).toBe(true);
  expect(await waitsFor(member, b.tasks[0]?.id)).toBeNull();
});

test("a plan that is not accepted adds nothing to an initiative that runs", async () => {
  const member = await company();
  const a = await execute(member, "Collect everything that is overdue please");
  await member.call(acceptPlan, of(a));
  await add(member, "invoices", {
    number: "B-1",
    customerName: "Elm",
    amount: 5_000,
    currency: "USD",
    status: "open",
    direction: "receivable",
    issuedOn: on(-60),
    dueOn: on(-30),
  });
  const all = async () => (await member.call(listInitiatives))[0]?.tasks.all;
  const b = await execute(member, "Chase the unpaid invoices now please");
  expect(b.initiatives[0]).toMatchObject({ id: a.initiatives[0]?.id, isLinked: true });
  expect(await all()).toBe(3);
  await member.call(acceptPlan, of(b));
  expect(await all()).toBe(4);
  await member.call(undoPlan, of(b));
  expect(await all()).toBe(3);
});

test("accepting a plan brings the amounts of what it links up to date, and undoing takes that back", async () => {
  const member = await company();
  const before = await member.call(acceptPlan, of(await execute(member, "Collect everything that is overdue please")));
  expect(before.tasks[0]?.title).toBe("Ask Alder Foods to pay $900");
  await add(member, "invoices", {
    number: "A-9",
    customerName: "Alder Foods",
    amount: 300,
    currency: "USD",
    status: "open",
    direction: "receivable",
    issuedOn: on(-60),
    dueOn: on(-30),
  });
  const plan = await execute(member, "Chase the unpaid invoices now please");
  expect(plan.tasks.map(({ isLinked, title, newTitle }) => [isLinked, title, newTitle])).toEqual([
    [true, "Ask Alder Foods to pay $900", "Ask Alder Foods to pay $1,200"],
    ...before.tasks.slice(1).map(({ title }) => [true, title, null]),
  ]);
  const accepted = await member.call(acceptPlan, of(plan));
  expect(accepted.tasks[0]).toMatchObject({ title: "Ask Alder Foods to pay $1,200", newTitle: null });
  expect(await member.call(getTask, { params: { id: plan.tasks[0]?.id ?? "" } })).toMatchObject({
    title: "Ask Alder Foods to pay $1,200",
    description: expect.stringContaining("2 overdue invoices"),
  });
  expect(accepted.initiatives[0]?.title).toBe(plan.initiatives[0]?.newTitle);
  expect(accepted.initiatives[0]?.title).not.toBe(before.initiatives[0]?.title);
  const undone = await member.call(undoPlan, of(plan));
  expect(titles(undone)).toEqual(titles(before));
  expect(undone.tasks[0]?.newTitle).toBe("Ask Alder Foods to pay $1,200");
  expect(undone.initiatives[0]?.title).toBe(before.initiatives[0]?.title);
});

test("what a person renamed keeps their words when a plan with other amounts is accepted", async () => {
  const member = await company();
  const before = await member.call(acceptPlan, of(await execute(member, "Collect everything that is overdue please")));
  await add(member, "invoices", {
    number: "A-9",
    customerName: "Alder Foods",
    amount: 300,
    currency: "USD",
    status: "open",
    direction: "receivable",
    issuedOn: on(-60),
    dueOn: on(-30),
  });
  const plan = await execute(member, "Chase the unpaid invoices now please");
  const id = before.tasks[0]?.id ?? "";
  await member.call(updateTask, { params: { id }, body: { title: "Alder: speak to Jo" } });
  const accepted = await member.call(acceptPlan, of(plan));
  expect(accepted.tasks[0]?.title).toBe("Alder: speak to Jo");
});
