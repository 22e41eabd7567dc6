import { useMutation, useQuery } from "@tanstack/react-query";
import {
  createTask,
  getTask,
  listTasks,
  type Task,
  type TaskLine,
  type TaskStatus,
  updateTask,
} from "#features/tasks/contract.ts";
import { listWork } from "#features/tasks/load/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { patchCached, read, readLines, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Polls every 10 s. */
export const usePolledTasks = () => useQuery({ ...readLines(listTasks, {}), refetchInterval: 10_000 });

export const useTasks = () => useQuery(readLines(listTasks, {}));

export const useTask = (id: string | null) =>
  useQuery({ ...read(getTask, { params: { id: id ?? "" } }), enabled: id !== null });

export const useWork = (query: NonNullable<Sent<typeof listWork>["query"]>) =>
  useQuery({ ...read(listWork, { query }), placeholderData: (before) => before });

/** The newest closed tasks; loads only if `enabled`. */
export const useClosedTasks = (enabled: boolean) => {
  const completed = useQuery({ ...readLines(listTasks, { query: { status: "completed" } }), enabled });
  const cancelled = useQuery({ ...readLines(listTasks, { query: { status: "cancelled" } }), enabled });
  if (!completed.data || !cancelled.data) return { data: undefined, error: completed.error ?? cancelled.error };
  const closedAt = (task: TaskLine) => task.completionDate ?? task.createdAt;
  const both = [...completed.data, ...cancelled.data];
  return { data: both.toSorted((a, b) => closedAt(b).localeCompare(closedAt(a))), error: null };
};

export const useUpdateTask = () =>
  useMutation({
    mutationFn: ({ task, status }: { task: TaskLine; status: TaskStatus }) =>
      call(updateTask, { params: { id: task.id }, body: { status } }),
    onMutate: ({ task, status }) => patchCached<TaskLine>("tasks", task.id, (row) => ({ ...row, status })),
    onSuccess: (task) => toast("Task Updated", `${task.title}: ${task.status.replace("_", " ")}`),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure("Update Failed", error, "Failed to update task");
    },
    onSettled: () => refresh("tasks", "dashboard"),
  });

/** Calls `onCreated` with the title that was sent. */
export const useCreateTask = (onCreated: (title: string) => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof createTask>["body"]) => call(createTask, { body }),
    onSuccess: (_, { title }) => onCreated(title),
    onSettled: () => refresh("tasks", "dashboard"),
  });

/** Null clears the hours. Calls `onSaved` with the typed text. */
export const useEnterHours = (onSaved: (text: string) => void) =>
  useMutation({
    mutationFn: ({ task, hours }: { task: Task; hours: number | null; text: string }) =>
      call(updateTask, { params: { id: task.id }, body: { actualHours: hours } }),
    onSuccess: (task, { text }) => {
      onSaved(text);
      toast("Task Updated", `${task.title}: hours worked saved`);
    },
    onSettled: () => refresh("tasks"),
  });
