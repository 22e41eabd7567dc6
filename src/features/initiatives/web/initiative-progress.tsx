import type { Initiative } from "#features/initiatives/contract.ts";
import { plural } from "#ui/format.ts";

/** How many of its tasks are done, as a bar and a percentage. */
export const InitiativeProgress = ({ title, progress, tasks }: Pick<Initiative, "title" | "progress" | "tasks">) => (
  <span className="inline-flex items-center gap-2" title={`${tasks.done} of ${plural(tasks.all, "task")} done`}>
    <span
      role="progressbar"
      aria-label={`Progress of ${title}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Number(progress)}
      className="block h-[3px] w-24 overflow-hidden rounded-[2px] bg-pressed"
    >
      <span className="block h-full bg-ink-2" style={{ width: `${Number(progress)}%` }} />
    </span>
    <span className="num text-ink-2">{progress}%</span>
  </span>
);
