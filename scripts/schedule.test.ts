import { expect, test } from "vitest";
import { runSideBySide, type Scheduled } from "./schedule.ts";

/** Runs steps that end on demand, and records what was running at each start. */
function rehearse(steps: Scheduled[], limit: number) {
  const running = new Map<string, () => void>();
  const starts: string[] = [];
  const done = runSideBySide(steps, limit, ({ name }) => {
    starts.push([...running.keys(), name].join(" + "));
    return new Promise((resolve) => {
      running.set(name, () => {
        running.delete(name);
        resolve();
      });
    });
  });
  const end = async (name: string) => {
    running.get(name)?.();
    await new Promise(setImmediate);
  };
  return { starts, end, done };
}

test("runs up to the limit in order, and steps that must wait let later ones go first", async () => {
  const { starts, end, done } = rehearse(
    [{ name: "first" }, { name: "late", after: ["first"] }, { name: "second" }, { name: "third" }],
    2,
  );
  for (const name of ["second", "first", "late", "third"]) await end(name);
  await done;
  expect(starts).toEqual(["first", "first + second", "first + third", "third + late"]);
});

test("a step that runs alone waits for all earlier ones, and nothing starts alongside it", async () => {
  const { starts, end, done } = rehearse(
    [{ name: "first", alone: true }, { name: "second" }, { name: "third", alone: true }, { name: "fourth" }],
    3,
  );
  for (const name of ["first", "second", "fourth", "third"]) await end(name);
  await done;
  expect(starts).toEqual(["first", "second", "second + fourth", "third"]);
});

test("a step does not wait for one that was not chosen", async () => {
  const { starts, end, done } = rehearse([{ name: "only", after: ["absent"] }], 1);
  await end("only");
  await done;
  expect(starts).toEqual(["only"]);
});

test("reports steps that wait for each other", async () => {
  const { done } = rehearse(
    [
      { name: "one", after: ["other"] },
      { name: "other", after: ["one"] },
    ],
    1,
  );
  await expect(done).rejects.toThrow("These steps wait for each other: one, other.");
});
