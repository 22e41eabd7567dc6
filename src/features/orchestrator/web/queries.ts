import { useQuery } from "@tanstack/react-query";
import { getCycle, setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { getOrchestrator, queryOrchestrator, runMonitor, setTaskStatus } from "#features/orchestrator/contract.ts";
import { createTask, type TaskStatus } from "#features/tasks/contract.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";

/** Polls every 30 s; `q` narrows the memory. */
export const useOrchestrator = (q: string) =>
  useQuery({
    ...read(getOrchestrator, { query: q ? { q } : {} }),
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  });

export const useOrchestratorQuery = () =>
  useSend(queryOrchestrator, "body", {
    done: ({ summary }) => {
      toast("Query Processed", summary);
      return refresh("orchestrator");
    },
    failed: () => toast("Error", "Failed to process query", "danger"),
  });

/** A failure is shown beside the button, not as a toast. */
export const useMonitor = () =>
  useSend(runMonitor, null, {
    done: ({ summary }) => {
      toast("Monitoring Complete", summary);
      return refresh("orchestrator");
    },
  });

/** A failure is shown beside the task, not as a toast. */
export const useTaskStatus = () =>
  useSend(
    setTaskStatus,
    ({ taskId, status }: { taskId: string; status: TaskStatus }) => ({ params: { taskId }, body: { status } }),
    {
      done: ({ title, status }) => toast("Task Updated", `${title}: ${status.replace("_", " ")}`),
      settled: () => refresh("orchestrator", "tasks", "initiatives", "plans", "dashboard"),
    },
  );

export const useSuggestedTask = () =>
  useSend(createTask, "body", {
    done: ({ title }) => toast("Task Created", title),
    failed: "Task not created",
    settled: () => refresh("orchestrator", "tasks", "dashboard"),
  });

export const useAutoPilot = () =>
  useSend(setAutoPilot, "body", {
    done: ({ message }) => {
      toast("Auto-Pilot Updated", message);
      return refresh("orchestrator");
    },
    failed: () => toast("Error", "Failed to update auto-pilot settings", "danger"),
  });

/** Polls while the cycle runs. */
export const useCycle = (id: string) =>
  useQuery({
    ...read(getCycle, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? 2_000 : false),
  });
