/** Something to do, among others that may run at the same time. */
export interface Scheduled {
  name: string;
  /** Names of others that have to end first, where they are chosen at all. */
  after?: readonly string[];
  /** Nothing else runs meanwhile. */
  alone?: boolean;
}

/** Runs steps in their order, so many at once. A step that must not run yet lets later ones go first. */
export async function runSideBySide<Step extends Scheduled>(
  steps: readonly Step[],
  atOnce: number,
  run: (step: Step) => Promise<void>,
): Promise<void> {
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const isUnfinished = (name: string) => [...waiting, ...running.keys()].some((step) => step.name === name);
  const mayStart = (step: Step) =>
    running.size < (step.alone ? 1 : atOnce) &&
    ![...running.keys()].some(({ alone }) => alone) &&
    !step.after?.some(isUnfinished);
  while (waiting.length + running.size > 0) {
    const at = waiting.findIndex(mayStart);
    const [step] = at === -1 ? [] : waiting.splice(at, 1);
    if (step)
      running.set(
        step,
        run(step).finally(() => running.delete(step)),
      );
    else if (running.size > 0) await Promise.race(running.values());
    else throw new Error(`These wait for each other: ${waiting.map(({ name }) => name).join(", ")}.`);
  }
}
