import { useMutation, useQuery } from "@tanstack/react-query";
import {
  addExecutive,
  editExecutive,
  type Executive,
  getExecutive,
  listCapabilities,
  listRetired,
  reinstateExecutive,
  retireExecutive,
} from "#features/executives/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { toast } from "#ui/toast.ts";

/** Never an older state than the one at opening: what is saved is held against it. */
const fresh = { gcTime: 0, staleTime: 0 };

export const useExecutive = (id: string | null) =>
  useQuery({ ...read(getExecutive, { params: { id: id ?? "" } }), ...fresh, enabled: id !== null });

/** What every switch stands for: the same until the product is another version. */
export const useCapabilities = () => useQuery({ ...read(listCapabilities, {}), staleTime: Number.POSITIVE_INFINITY });

export const useRetired = () => useQuery({ ...read(listRetired, {}), ...fresh });

const readAgain = () => void refresh("agents", "dashboard", "authority", "tasks", "decisions");

/** Says what was done, or the remark on it, and goes on. */
const told = (title: string, done: () => void) => ({
  onSuccess: ({ agent, remarks: [remark] }: Executive) => {
    toast(title, remark ?? `${agent.name} (${agent.role})`);
    readAgain();
    done();
  },
});

export const useEditExecutive = (id: string, done: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof editExecutive>["body"]) => call(editExecutive, { params: { id }, body }),
    ...told("Executive Updated", done),
  });

export const useAddExecutive = (done: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof addExecutive>["body"]) => call(addExecutive, { body }),
    ...told("Executive Added", done),
  });

export const useRetireExecutive = (id: string, done: () => void) =>
  useMutation({
    mutationFn: (reason: string) => call(retireExecutive, { params: { id }, body: reason ? { reason } : {} }),
    ...told("Executive Retired", done),
    onError: readAgain,
  });

export const useReinstateExecutive = (done: () => void) =>
  useMutation({
    mutationFn: (id: string) => call(reinstateExecutive, { params: { id } }),
    ...told("Executive Reinstated", done),
    onError: readAgain,
  });
