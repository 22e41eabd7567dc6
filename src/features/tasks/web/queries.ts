import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/tasks/contract.ts";
import { listWork } from "#features/tasks/load/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { patchCached, read, readLines, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure, toastWithUndo } from "#ui/toast.ts";
import { type BulkAction, describeResult } from "./bulk-result.ts";

/** Polls every 10 s. */
export const usePolledTasks = () => useQuery({ ...readLines(calls.listTasks, {}), refetchInterval: 10_000 });

export const useTasks = () => useQuery(readLines(calls.listTasks, {}));

/** Reopening a task fetches it again, even right after a failure. */
export const useTask = (id: string | null) =>
  useQuery({ ...read(calls.getTask, { params: { id: id ?? "" } }), enabled: id !== null, retryOnMount: true });

export const useWork = (query: NonNullable<Sent<typeof listWork>["query"]>, enabled = true) =>
  useQuery({ ...read(listWork, { query }), placeholderData: (before) => before, enabled });

/** The newest closed tasks; loads only if `enabled`. */
export const useClosedTasks = (enabled: boolean) => {
  const completed = useQuery({ ...readLines(calls.listTasks, { query: { status: "completed" } }), enabled });
  const cancelled = useQuery({ ...readLines(calls.listTasks, { query: { status: "cancelled" } }), enabled });
  if (!completed.data || !cancelled.data) return { data: undefined, error: completed.error ?? cancelled.error };
  const closedAt = (task: calls.TaskLine) => task.completionDate ?? task.createdAt;
  const both = [...completed.data, ...cancelled.data];
  return { data: both.toSorted((a, b) => closedAt(b).localeCompare(closedAt(a))), error: null };
};

export const useUpdateTask = () =>
  useMutation({
    mutationFn: ({ task, status }: { task: calls.TaskLine; status: calls.TaskStatus }) =>
      call(calls.updateTask, { params: { id: task.id }, body: { status } }),
    onMutate: ({ task, status }) => patchCached<calls.TaskLine>("tasks", task.id, (row) => ({ ...row, status })),
    onSuccess: (task) => toast("Task Updated", `${task.title}: ${task.status.replace("_", " ")}`),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure("Update Failed", error, "Failed to update task");
    },
    onSettled: () => refresh("tasks", "dashboard"),
  });

type Given = { assignedAgentId?: string | null; assignedUserId?: string | null; dueOn?: string | null };
/** Sets the assignee or the due day of a task; `back` takes it back. */
export const useSetTask = () => {
  const set = ({ id, change }: { id: string; change: Given }) =>
    call(calls.updateTask, { params: { id }, body: change });
  const onError = (error: Error) => toastFailure("Update Failed", error, "Failed to update task");
  const onSettled = () => refresh("tasks", "today", "dashboard");
  const undo = useMutation({ mutationFn: set, onSuccess: () => toast("Undone"), onError, onSettled });
  return useMutation({
    mutationFn: ({ back: _, ...given }: { id: string; change: Given; back: Given }) => set(given),
    onSuccess: ({ title }, { id, back }) =>
      toastWithUndo("Task Updated", () => undo.mutate({ id, change: back }), { text: title }),
    onError,
    onSettled,
  });
};

/** Undoes a bulk change; tasks that changed since stay as they are. */
async function undoChange(ids: string[]): Promise<void> {
  try {
    const result = await call(calls.undoTasks, { body: { ids } });
    if (result.changed.length > 0) toast("Undone", describeResult("undo", result));
    else toast("Update Failed", describeResult("undo", result), "danger");
  } catch (error) {
    toastFailure("Update Failed", error, "Failed to undo the change");
  } finally {
    await refresh("tasks", "dashboard");
  }
}

/** Reports what changed and what was skipped, with its undo, then calls `onChanged`. */
export const useChangeTasks = (onChanged: () => void) =>
  useSend(
    calls.changeTasks,
    ({ action, ids, assignee }: { action: BulkAction; ids: string[]; assignee: AssigneeIds }) => ({
      body: { ids, ...(action === "reassign" ? assignee : { status: statusAfter[action] }) },
    }),
    {
      done: (result, { action }) => {
        const { changed, undoUntil: until } = result;
        const text = describeResult(action, result);
        if (until) toastWithUndo("Tasks Updated", () => void undoChange(changed), { text, until });
        else toast("Tasks Updated", text);
        onChanged();
      },
      settled: () => refresh("tasks", "dashboard"),
    },
  );
type AssigneeIds = { assignedAgentId: string | null; assignedUserId: string | null };
const statusAfter = { complete: "completed", cancel: "cancelled" } as const;

/** Saves an assignee, a due day or both. */
export const useAssignTask = () =>
  useSend(
    calls.updateTask,
    ({ id, change }: { id: string; change: Partial<AssigneeIds> & { dueOn?: string | null } }) => ({
      params: { id },
      body: change,
    }),
    {
      done: ({ title, assignedAgent, assignedPerson }, { change }) =>
        toast(
          "Task Updated",
          "assignedAgentId" in change || "assignedUserId" in change
            ? `${title}: ${assignedAgent?.name ?? assignedPerson?.name ?? "unassigned"}`
            : title,
        ),
      settled: () => refresh("tasks", "dashboard"),
    },
  );

/** Calls `onCreated` with the title that was sent. */
export const useCreateTask = (onCreated: (title: string) => void) =>
  useSend(calls.createTask, "body", {
    done: (_, { title }) => onCreated(title),
    settled: () => refresh("tasks", "dashboard"),
  });

/** Null clears the hours. Calls `onSaved` with the typed text. */
export const useEnterHours = (onSaved: (text: string) => void) =>
  useSend(
    calls.updateTask,
    ({ task, hours }: { task: calls.Task; hours: number | null; text: string }) => ({
      params: { id: task.id },
      body: { actualHours: hours },
    }),
    {
      done: (task, { text }) => {
        onSaved(text);
        toast("Task Updated", `${task.title}: hours worked saved`);
      },
      settled: () => refresh("tasks"),
    },
  );
