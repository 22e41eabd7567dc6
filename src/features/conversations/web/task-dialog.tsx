import { Link } from "wouter";
import { origins } from "#contract/origins.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type Task, type TaskLine, updateTask } from "#features/tasks/contract.ts";
import { enteredHours, isUnanswered, stuckReason } from "#features/tasks/rules.ts";
import { AssignForm } from "#features/tasks/web/assign-form.tsx";
import { HoursForm } from "#features/tasks/web/hours-form.tsx";
import { TaskActions } from "#features/tasks/web/task-actions.tsx";
import { useTask } from "#features/tasks/web/queries.ts";
import { OriginTag } from "#features/runs/web/run-parts.tsx";
import { exactTime, sentenceCase } from "#ui/format.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Comments } from "./comments.tsx";

/** A task in full: its description, result and comments, loaded when it opens. */
export default function TaskDialog({ task, onClose }: { task: TaskLine; onClose: () => void }) {
  const { data, error } = useTask(task.id);
  return (
    <Dialog title={task.title} onClose={onClose} aside={data && <OriginTag origin={data.origin} />}>
      <DialogBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        {data ? <Whole task={data} /> : <LoadingRows error={error} what="The task could not be read" rows={3} />}
        <Comments subject="task" subjectId={task.id} />
      </DialogBody>
      {data && <TaskActions task={data} onDone={onClose} />}
    </Dialog>
  );
}

/** Hours worked; if none were entered, how long it was in progress, labeled as such. */
function hoursOf(task: Task): [string, string][] {
  if (task.actualHours === null) return [];
  return [[enteredHours(task) === null ? "From start to completion" : "Worked", `${task.actualHours} h`]];
}

function Whole({ task }: { task: Task }) {
  const { timeZone } = useCompany();
  const isQuestion = task.metadata["type"] === "user_question";
  const mayEnter = useMay(updateTask);
  const result = task.metadata["result"];
  const resultOrigin = origins.find((one) => one === task.metadata["resultOrigin"]);
  const stuck = stuckReason(task);
  const { resultRunId, source } = task.metadata;
  const { assignedAgent: agent } = task;
  const assignee = agent ? `${agent.name}, ${agent.role}` : task.assignedPerson?.name;
  const isOpen = task.status === "pending" || task.status === "in_progress";
  const facts: [string, string][] = [
    ["Status", isUnanswered(task) ? "Not answered" : sentenceCase(task.status)],
    ["Assigned to", assignee ?? "Unassigned"],
    ...(task.dueDate ? [["Due", exactTime(task.dueDate, timeZone)] as [string, string]] : []),
    ...(task.estimatedHours === null ? [] : [["Estimated", `${task.estimatedHours} h`] as [string, string]]),
    ...(typeof task.metadata["taskType"] === "string" ? [["Type", task.metadata["taskType"]] as [string, string]] : []),
    ...hoursOf(task),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {facts.map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-2">
              <dt className="text-ink-3">{name}</dt>
              <dd className={name === "Assigned to" ? "min-w-0 wrap-anywhere" : "num"}>{value}</dd>
            </div>
          ))}
        </dl>
        {task.decisionId && (
          <Link href={`/decisions/${task.decisionId}`} className="py-1">
            The decision it comes from
          </Link>
        )}
        {task.runId && (
          <Link href={`/runs/${task.runId}`} className="py-1">
            How it was worked out
          </Link>
        )}
      </div>
      {mayEnter && !isQuestion && isOpen && <AssignForm key={`${assignee} ${task.dueDate}`} task={task} />}
      {mayEnter && !isQuestion && <HoursForm key={task.actualHours} task={task} />}
      {task.description && task.description !== task.title && (
        <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{task.description}</p>
      )}
      {stuck && task.status === "pending" && (
        <section className="border-t border-line-strong pt-2">
          <h3 className="font-semibold">Came back</h3>
          <p className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere">{stuck}</p>
        </section>
      )}
      {typeof result === "string" && (
        <section className="border-t border-line-strong pt-2">
          <h3 className="flex items-center gap-2 font-semibold">
            Result {resultOrigin && <OriginTag origin={resultOrigin} />}
          </h3>
          <p className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere">{result}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
            {typeof resultRunId === "string" && (
              <Link href={`/runs/${resultRunId}`} className="py-1">
                Show the run
              </Link>
            )}
            {typeof source === "string" && source.startsWith("/explore") && (
              <Link href={source} className="py-1">
                Open in Explore
              </Link>
            )}
          </p>
        </section>
      )}
    </>
  );
}
