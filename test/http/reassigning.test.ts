import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { setField } from "#features/records/editing/contract.ts";
import { addRecord, type RecordKind } from "#features/records/contract.ts";
import { getRecord } from "#features/records/list/contract.ts";
import { createTask, getTask } from "#features/tasks/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { actOf, lineOf, press, titles, undo } from "../needs.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** Who owns a thing, and its other fields that are set one at a time: on a line of "Needs you" and in lists. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
const ago = (days: number) => addDays(today, -days);
const add = async (member: Member, kind: RecordKind, fields: object) =>
  (await member.call(addRecord, { body: { kind, source: "manual", fields } as never })).id;
const deal = (name: string, ownerName: string | null, more: object = {}) => ({
  name,
  stage: "proposal",
  amount: 800,
  openedOn: ago(90),
  expectedCloseOn: addDays(today, 90),
  lastActivityOn: today,
  ownerName,
  ...more,
});
const fieldsOf = async (member: Member, kind: RecordKind, id: string) =>
  (await member.call(getRecord, { params: { kind, id } })).record.fields;

test("a late deal is given to another owner on its line, the second person is told, and undo gives it back", async () => {
  const member = await world.member();
  const stranger = await world.member();
  const id = await add(member, "deals", deal("Oak fit-out", "Dana", { expectedCloseOn: ago(19) }));
  for (const [name, owner] of [
    ["Elm", "Sam"],
    ["Ash", "Sam"],
    ["Fir", "Kim"],
    ["Yew", null],
  ] as const)
    await add(member, "deals", deal(name, owner));
  await add(member, "deals", deal("Old", "Gone", { stage: "lost", closedOn: ago(40) }));
  const line = await lineOf(member, /^Oak/);
  expect(line.why).toMatch(/, Dana$/);
  expect(line.acts.map(({ label }) => label).filter((label) => /ssign/.test(label))).toEqual([
    "Reassign to Sam",
    "Reassign to Kim",
  ]);
  const give = actOf(line, "Reassign to Sam");
  expect((await press(stranger, give)).status).toBe(404);
  const done = await press(member, give);
  expect(done.status).toBe(200);
  const second = await press(member, actOf(line, "Reassign to Kim"));
  expect([second.status, second.text]).toEqual([409, "Owner of Oak fit-out is Sam by now. Reload to see it."]);
  expect((await lineOf(member, /^Oak/)).why).toMatch(/, Sam$/);
  expect((await undo(member, give, done.json)).status).toBe(200);
  expect(await fieldsOf(member, "deals", id)).toMatchObject({ ownerName: "Dana", stage: "proposal", amount: 800 });
  expect((await journalOf(world, member)).filter((type) => type === "record.changed")).toHaveLength(2);
});

test("an overdue task is a line: it is completed or given to another, and taken back", async () => {
  const member = await world.member();
  const [ceo, cfo] = await hire(member, "CEO", "CFO");
  await member.call(createTask, { body: { title: "Not due", dueOn: addDays(today, 5), assignedAgentId: ceo?.id } });
  const { id } = await member.call(createTask, {
    body: { title: "Call the bank", dueOn: ago(3), assignedAgentId: cfo?.id },
  });
  const line = await lineOf(member, /^Call the bank/);
  expect(line).toMatchObject({ on: ago(3), role: "CFO", past: "overdue" });
  expect(line.acts.map(({ label }) => label)).toEqual([
    "Mark complete",
    `Reassign to ${member.username}`,
    `Reassign to ${ceo?.name}, CEO`,
    "Open task",
  ]);
  const mine = actOf(line, `Reassign to ${member.username}`);
  expect((await press(member, mine)).status).toBe(200);
  const task = () => member.call(getTask, { params: { id } });
  expect(await task()).toMatchObject({ assignedUserId: member.user.id, assignedAgentId: null });
  expect((await undo(member, mine, {})).status).toBe(200);
  expect(await task()).toMatchObject({ assignedUserId: null, assignedAgentId: cfo?.id });
  const complete = actOf(line, "Mark complete");
  expect((await press(member, complete)).status).toBe(200);
  expect(await titles(member)).toEqual([]);
  expect((await undo(member, complete, {})).status).toBe(200);
  expect(await titles(member)).toEqual(["Call the bank"]);
});

test("one field is set where it fits, and its answer takes it back", async () => {
  const member = await world.member();
  const id = await add(member, "deals", deal("Elm", "Dana", { stageName: "Quote sent" }));
  const set = (field: string, was: string | null, is: string | null, more: object = {}) =>
    member.send("PUT", `/api/records/${id}/field`, { body: { kind: "deals", field, was, is, ...more } });
  const { change, kind } = await member.call(setField, {
    params: { id },
    body: { kind: "deals", field: "stage", was: "proposal", is: "negotiation" },
  });
  expect(await fieldsOf(member, "deals", id)).toMatchObject({ stage: "negotiation", stageName: null });
  await member.call(setField, { params: { id }, body: { kind, ...change } });
  expect(await fieldsOf(member, "deals", id)).toMatchObject({ stage: "proposal", stageName: "Quote sent" });
  const day = addDays(today, 9);
  expect((await set("expectedCloseOn", addDays(today, 90), day)).status).toBe(200);
  const before = await fieldsOf(member, "deals", id);
  const refused = async (...given: Parameters<typeof set>) => {
    const { status, text } = await set(...given);
    return `${status} ${text}`;
  };
  expect(await refused("stage", "proposal", "won")).toBe("422 Mark deals won instead, which sets the day too.");
  expect(await refused("amount", "800", "1")).toBe("422 Open the deal to change this.");
  expect(await refused("stage", "proposal", "dreaming")).toMatch(/^422 Stage: /);
  expect(await refused("expectedCloseOn", day, "soon")).toMatch(/^422 Expected close: /);
  expect(await refused("ownerName", "Nobody", "Sam")).toBe("409 Owner of Elm is Dana by now. Reload to see it.");
  expect(await fieldsOf(member, "deals", id)).toEqual(before);
  expect((await set("ownerName", "Dana", null)).status).toBe(200);
  expect(await fieldsOf(member, "deals", id)).toMatchObject({ ownerName: null });
});
