/** A step that may run alongside others. */
export interface Scheduled {
  name: string;
  /** Names of steps that must end first, if chosen. */
  after?: readonly string[];
  /** Nothing else runs at the same time. */
  alone?: boolean;
}

/** Runs steps in order, up to `limit` at once; steps that must wait let later ones go first. */
export async function runSideBySide<Step extends Scheduled>(
  steps: readonly Step[],
  limit: number,
  run: (step: Step) => Promise<void>,
): Promise<void> {
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const isUnfinished = (name: string) => [...waiting, ...running.keys()].some((step) => step.name === name);
  const mayStart = (step: Step) =>
    running.size < (step.alone ? 1 : limit) &&
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
    else throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join(", ")}.`);
  }
}
