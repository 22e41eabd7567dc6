import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/executives/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { toast } from "#ui/toast.ts";

/** Always loads the current state, because saving compares with it. */
const fresh = { gcTime: 0, staleTime: 0 };

export const useExecutive = (id: string | null) =>
  useQuery({ ...read(calls.getExecutive, { params: { id: id ?? "" } }), ...fresh, enabled: id !== null });

/** Never changes within a version. */
export const useCapabilities = () =>
  useQuery({ ...read(calls.listCapabilities, {}), staleTime: Number.POSITIVE_INFINITY });

export const useRetired = () => useQuery({ ...read(calls.listRetired, {}), ...fresh });

const refreshAll = () => void refresh("agents", "dashboard", "authority", "tasks", "decisions");

/** Shows a toast with the warning, if any. */
const announce = (title: string, onDone: () => void) => ({
  onSuccess: ({ agent, remarks: [remark] }: calls.Executive) => {
    toast(title, remark ?? `${agent.name} (${agent.role})`);
    refreshAll();
    onDone();
  },
});

export const useEditExecutive = (id: string, onDone: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.editExecutive>["body"]) => call(calls.editExecutive, { params: { id }, body }),
    ...announce("Agent Updated", onDone),
  });

export const useAddExecutive = (onDone: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.addExecutive>["body"]) => call(calls.addExecutive, { body }),
    ...announce("Agent Added", onDone),
  });

export const useRetireExecutive = (id: string, onDone: () => void) =>
  useMutation({
    mutationFn: (reason: string) => call(calls.retireExecutive, { params: { id }, body: reason ? { reason } : {} }),
    ...announce("Agent Retired", onDone),
    onError: refreshAll,
  });

export const useReinstateExecutive = (onDone: () => void) =>
  useMutation({
    mutationFn: (id: string) => call(calls.reinstateExecutive, { params: { id } }),
    ...announce("Agent Reinstated", onDone),
    onError: refreshAll,
  });
