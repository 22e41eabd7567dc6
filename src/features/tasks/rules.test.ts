import { expect, test } from "vitest";
import { taskStatuses } from "#features/tasks/contract.ts";
import { enteredHours, hoursBetween, moveTask, markEnteredHours } from "./rules.ts";

const nine = "2026-11-20T09:00:00.000Z";
const half = "2026-11-20T11:30:00.000Z";

test("every status change is either allowed or refused with a sentence", () => {
  const table = taskStatuses.map((from) =>
    taskStatuses.map((to) => {
      const result = moveTask({ status: from, startedAt: null, entered: null }, to, half, "Ana");
      return "conflict" in result ? result.conflict : "ok";
    }),
  );
  expect(table).toEqual([
    ["Already open", "ok", "ok", "ok"],
    ["ok", "Already in progress", "ok", "ok"],
    ["ok", "Already completed; restart it first", "Already completed", "Already completed; restart it first"],
    ["ok", "Already cancelled; restart it first", "Already cancelled; restart it first", "Already cancelled"],
  ]);
});

test("completing a started task records its hours and who did it", () => {
  expect(moveTask({ status: "in_progress", startedAt: nine, entered: null }, "completed", half, "Ana")).toEqual({
    move: { status: "completed", startedAt: nine, completionDate: half, completedBy: "Ana", actualHours: 2.5 },
  });
});

test("completing a task that was never started has no hours", () => {
  expect(moveTask({ status: "pending", startedAt: null, entered: null }, "completed", half, null)).toEqual({
    move: { status: "completed", startedAt: null, completionDate: half, completedBy: null, actualHours: null },
  });
});

test("starting records the time, cancelling does not complete, restarting clears both", () => {
  expect(moveTask({ status: "pending", startedAt: null, entered: null }, "in_progress", nine, "Ana")).toMatchObject({
    move: { status: "in_progress", startedAt: nine, completionDate: null, completedBy: null },
  });
  expect(moveTask({ status: "in_progress", startedAt: nine, entered: null }, "cancelled", half, "Ana")).toMatchObject({
    move: { status: "cancelled", startedAt: nine, completionDate: null, actualHours: null },
  });
  expect(moveTask({ status: "completed", startedAt: nine, entered: null }, "pending", half, "Ana")).toMatchObject({
    move: { status: "pending", startedAt: null, completionDate: null, completedBy: null, actualHours: null },
  });
});

test("entered hours survive every status change and are marked in the metadata", () => {
  const task = { status: "in_progress" as const, startedAt: nine, entered: 1.25 };
  for (const to of ["completed", "cancelled", "pending"] as const)
    expect(moveTask(task, to, half, "Ana")).toMatchObject({ move: { actualHours: 1.25 } });
  const { add } = markEnteredHours(1.25);
  expect(enteredHours({ metadata: { ...add }, actualHours: 1.25 })).toBe(1.25);
  expect(markEnteredHours(null)).toEqual({ drop: Object.keys(add ?? {}) });
  expect(enteredHours({ metadata: { result: "Done" }, actualHours: 62 })).toBeNull();
});

test("a clock that ran backwards gives no negative hours", () => {
  expect(hoursBetween(half, nine)).toBe(0);
  expect(hoursBetween(nine, "2026-11-20T09:20:00.000Z")).toBe(0.33);
});
