import { useMutation, useQuery } from "@tanstack/react-query";
import { getCycle, setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { getOrchestrator, queryOrchestrator, runMonitor, setTaskStatus } from "#features/orchestrator/contract.ts";
import { createTask, type TaskStatus } from "#features/tasks/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Polls every 30 s; `q` narrows the memory. */
export const useOrchestrator = (q: string) =>
  useQuery({
    ...read(getOrchestrator, { query: q ? { q } : {} }),
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  });

export const useOrchestratorQuery = () =>
  useMutation({
    mutationFn: (body: Sent<typeof queryOrchestrator>["body"]) => call(queryOrchestrator, { body }),
    onSuccess: ({ summary }) => {
      toast("Query Processed", summary);
      return refresh("orchestrator");
    },
    onError: () => toast("Error", "Failed to process query", "danger"),
  });

/** A failure is shown beside the button, not as a toast. */
export const useMonitor = () =>
  useMutation({
    mutationFn: () => call(runMonitor, {}),
    onSuccess: ({ summary }) => {
      toast("Monitoring Complete", summary);
      return refresh("orchestrator");
    },
  });

/** A failure is shown beside the task, not as a toast. */
export const useTaskStatus = () =>
  useMutation({
    mutationFn: ({ taskId, status }: { taskId: string; status: TaskStatus }) =>
      call(setTaskStatus, { params: { taskId }, body: { status } }),
    onSuccess: ({ title, status }) => toast("Task Updated", `${title}: ${status.replace("_", " ")}`),
    onSettled: () => refresh("orchestrator", "tasks", "initiatives", "plans", "dashboard"),
  });

export const useSuggestedTask = () =>
  useMutation({
    mutationFn: (body: Sent<typeof createTask>["body"]) => call(createTask, { body }),
    onSuccess: ({ title }) => toast("Task Created", title),
    onError: (error) => toastFailure("Task not created", error),
    onSettled: () => refresh("orchestrator", "tasks", "dashboard"),
  });

export const useAutoPilot = () =>
  useMutation({
    mutationFn: (body: Sent<typeof setAutoPilot>["body"]) => call(setAutoPilot, { body }),
    onSuccess: ({ message }) => {
      toast("Auto-Pilot Updated", message);
      return refresh("orchestrator");
    },
    onError: () => toast("Error", "Failed to update auto-pilot settings", "danger"),
  });

/** Polls while the cycle runs. */
export const useCycle = (id: string) =>
  useQuery({
    ...read(getCycle, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? 2_000 : false),
  });
