import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { updateInitiative } from "#features/initiatives/contract.ts";
import * as calls from "#features/plans/contract.ts";
import { updateTask } from "#features/tasks/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { plural } from "#ui/format.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure, toastWithUndo } from "#ui/toast.ts";

/** The newest plans, with those of the older pages that were asked for. */
export const usePlans = () =>
  useInfiniteQuery({
    queryKey: keyOf(calls.listPlans, {}),
    queryFn: ({ signal, pageParam: cursor }) => call(calls.listPlans, { query: cursor ? { cursor } : {} }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const usePlan = (id: string | null) =>
  useQuery({ ...read(calls.getPlan, { params: { id: id ?? "" } }), enabled: id !== null });

/** Shows a plan at once, and everything it changed soon after. */
function show(plan: calls.Plan): Promise<void> {
  queryClient.setQueryData(read(calls.getPlan, { params: { id: plan.id } }).queryKey, plan);
  return refresh("plans", "tasks", "initiatives", "decisions", "dashboard", "orchestrator");
}

/** Calls `onPlanned` with the plan that a command became. */
export const useExecute = (onPlanned: (plan: calls.Plan) => void) =>
  useMutation({
    mutationFn: (prompt: string) => call(calls.executeCommand, { body: { prompt } }),
    onSuccess: (plan) => {
      // The page shows the summary.
      const planned =
        plan.status === "empty" ? "No tasks were created." : `${plural(plan.tasks.length, "task")} planned.`;
      toast("Command Executed", plan.isAnswer ? "Your question is answered." : planned);
      onPlanned(plan);
      return show(plan);
    },
    onError: (error) => toastFailure("Error", error, "Failed to execute command"),
  });

async function undo(id: string): Promise<void> {
  try {
    await show(await call(calls.undoPlan, { params: { id } }));
  } catch (error) {
    toastFailure("Plan not undone", error);
  }
}

export const useUndoPlan = () => useMutation({ mutationFn: undo });

export const useAcceptPlan = () =>
  useSend(calls.acceptPlan, ({ id }: calls.Plan) => ({ params: { id } }), {
    done: (plan) => {
      if (plan.undoFault === null) toastWithUndo("Plan accepted", () => void undo(plan.id));
      else toast("Plan accepted");
      return show(plan);
    },
    failed: "Plan not accepted",
  });

export const useDiscardPlan = () =>
  useSend(calls.discardPlan, ({ id }: calls.Plan) => ({ params: { id } }), {
    done: (plan) => {
      toast("Plan discarded", "Its tasks that had not started were cancelled.");
      return show(plan);
    },
    failed: "Plan not discarded",
  });

export const useDropItem = (plan: calls.Plan) =>
  useSend(
    calls.dropItem,
    ({ item, isDropped }: { item: string; isDropped: boolean }) => ({
      params: { id: plan.id, item },
      body: { isDropped },
    }),
    { done: show, failed: "Not changed" },
  );

type TaskChange = Sent<typeof updateTask>["body"];
type InitiativeChange = Sent<typeof updateInitiative>["body"];

/** Saves a changed task or initiative of a plan, then calls `onSaved`. */
export const useEditItem = (onSaved: () => void) =>
  useMutation({
    mutationFn: async (
      edit: { task: string; change: TaskChange } | { initiative: string; change: InitiativeChange },
    ) => {
      if ("task" in edit) await call(updateTask, { params: { id: edit.task }, body: edit.change });
      else await call(updateInitiative, { params: { id: edit.initiative }, body: edit.change });
    },
    onSuccess: onSaved,
    onSettled: () => refresh("plans", "tasks", "initiatives", "orchestrator"),
  });
