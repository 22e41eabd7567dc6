import { useMutation, useQuery } from "@tanstack/react-query";
import { createTask, getTask, listTasks, type Task, type TaskStatus, updateTask } from "#features/tasks/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { patchCached, read, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Read again every ten seconds; for the one list that polls. */
export const usePolledTasks = () => useQuery({ ...read(listTasks, {}), refetchInterval: 10_000 });

export const useTasks = () => useQuery(read(listTasks, {}));

/** One task, open or closed; none is asked for without an id. */
export const useTask = (id: string | null) =>
  useQuery({ ...read(getTask, { params: { id: id ?? "" } }), enabled: id !== null });

/** The newest closed tasks, read only while somebody looks at them. */
export const useClosedTasks = (enabled: boolean) => {
  const completed = useQuery({ ...read(listTasks, { query: { status: "completed" } }), enabled });
  const cancelled = useQuery({ ...read(listTasks, { query: { status: "cancelled" } }), enabled });
  if (!completed.data || !cancelled.data) return { data: undefined, error: completed.error ?? cancelled.error };
  const closedAt = (task: Task) => task.completionDate ?? task.createdAt;
  const both = [...completed.data, ...cancelled.data];
  return { data: both.toSorted((one, other) => closedAt(other).localeCompare(closedAt(one))), error: null };
};

export const useUpdateTask = () =>
  useMutation({
    mutationFn: ({ task, status }: { task: Task; status: TaskStatus }) =>
      call(updateTask, { params: { id: task.id }, body: { status } }),
    onMutate: ({ task, status }) => patchCached<Task>("tasks", task.id, (row) => ({ ...row, status })),
    onSuccess: (task) => toast("Task Updated", `${task.title}: ${task.status.replace("_", " ")}`),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure("Update Failed", error, "Failed to update task");
    },
    onSettled: () => refresh("tasks", "dashboard"),
  });

/** Creates a task; `created` hears the title that was sent. */
export const useCreateTask = (created: (title: string) => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof createTask>["body"]) => call(createTask, { body }),
    onSuccess: (_, { title }) => created(title),
    onSettled: () => refresh("tasks", "dashboard"),
  });
