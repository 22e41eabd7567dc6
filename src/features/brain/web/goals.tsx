import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { addGoal, type Goal } from "#features/brain/goals/contract.ts";
import { shareOf } from "#features/brain/goals/rules.ts";
import { count, percent, sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Dot, PriorityBars, Tag } from "#ui/kit/marks.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { onDemand } from "#ui/on-demand.ts";
import { useGoals } from "./queries.ts";

const GoalForm = onDemand(() => import("./goal-form.tsx"));

export function Goals() {
  const list = useGoals();
  const may = useMay(addGoal);
  const [edited, setEdited] = useState<Goal | "new" | null>(null);
  const add = (
    <Button disabled={!may} title={may ? undefined : onlyWho(addGoal, "add goals")} onClick={() => setEdited("new")}>
      <Plus size={15} strokeWidth={1.75} aria-hidden /> Add goal
    </Button>
  );
  return (
    <>
      <PagedRows
        list={list}
        fault="The goals could not be loaded"
        empty={
          <Empty title="No goals" actions={add}>
            A goal has key results that are measured, and the blockers that hold it up.
          </Empty>
        }
      >
        {(goal) => <GoalRow key={goal.id} goal={goal} {...(may && { onEdit: () => setEdited(goal) })} />}
      </PagedRows>
      {(list.data?.pages[0]?.rows.length ?? 0) > 0 && <div className="border-t border-line pt-3">{add}</div>}
      {edited && <GoalForm goal={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const Bar = ({ share }: { share: number }) => (
  <span aria-hidden className="h-1 w-[72px] flex-none overflow-hidden rounded-[2px] bg-pressed md:w-[120px]">
    <span className="block h-full bg-ink-2" style={{ width: `${share * 100}%` }} />
  </span>
);

function GoalRow({ goal, onEdit }: { goal: Goal; onEdit?: () => void }) {
  const { description, status, priority, progress, timeframe, keyResults, blockers } = goal;
  return (
    <li className="border-t border-line py-3 wrap-anywhere first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-full font-medium md:basis-0">{description}</span>
        <Tag>{sentenceCase(status)}</Tag>
        {priority === "urgent" ? <Tag>Urgent</Tag> : <PriorityBars priority={priority} />}
        {timeframe && <span className="text-sm text-ink-2">{timeframe}</span>}
        <span className="num font-medium">{percent(progress)}</span>
        {onEdit && (
          <Button look="quiet" small icon aria-label={`Edit ${description}`} onClick={onEdit}>
            <Pencil size={15} strokeWidth={1.75} aria-hidden />
          </Button>
        )}
      </div>
      {keyResults.length > 0 && (
        <ul aria-label="Key results" className="mt-1 text-sm">
          {keyResults.map((result, at) => (
            <li key={at} className="flex items-center gap-3 py-1">
              <span className="min-w-0 flex-1 text-ink-2">{result.text}</span>
              <Bar share={shareOf(result)} />
              <span className="num min-w-20 text-right">{`${count(result.current)} of ${count(result.target)}`}</span>
            </li>
          ))}
        </ul>
      )}
      {blockers.length > 0 && (
        <ul aria-label="Blockers" className="mt-1 text-sm">
          {blockers.map((blocker) => (
            <li key={blocker} className="flex items-center gap-2 text-ink-2">
              <Dot tone="danger" /> Blocked: {blocker}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
