import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NeedAct, NeedCall } from "#contract/needs.ts";
import { getNeeds, getSince, type NeedShown, snoozeNeed, wakeNeed } from "#features/today/contract.ts";
import { sendData, sentenceOf } from "#ui/api.ts";
import { read, refreshAll } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

const polled = 30_000;
const madeOf = ["decisions", "tasks", "records", "mail", "integrations"];

export const useNeeds = () => useQuery({ ...read(getNeeds, {}), refetchInterval: polled, meta: { madeOf } });
export const useSince = (from: string | null) =>
  useQuery({ ...read(getSince, { query: { from: from ?? "" } }), enabled: from !== null });

export type Doing = Pick<NeedAct, "done" | "undo"> & { call: NeedCall };
export type Settled = { line: NeedShown; act: Doing; answer: Record<string, unknown> };

type Answered = Record<string, unknown> & { success?: boolean; message?: string };
const make = ({ method, path, body, taken }: NeedCall, answer: Record<string, unknown>): Promise<Answered> =>
  sendData(
    method,
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(answer[name] as string)),
    taken ? Object.fromEntries(taken.map((name) => [name, answer[name]])) : body,
  ) as Promise<Answered>;

/** Hides a line until a day, for everyone. */
export const snoozing = ({ key, on, title }: NeedShown, until: string): Doing => ({
  call: { method: "POST", path: snoozeNeed.path, body: { key, on, until } },
  done: `Snoozed: ${title}`,
  undo: { method: "POST", path: wakeNeed.path, body: { key, on } },
});

export const waking = ({ key, on, title }: NeedShown): Doing => ({
  call: { method: "POST", path: wakeNeed.path, body: { key, on } },
  done: `Shown again: ${title}`,
  undo: null,
});

/** Does what lines offer; what was done stays on the page with its undo until the page is left. */
export function useActs() {
  const [settled, setSettled] = useState<readonly Settled[]>([]);
  const act = useMutation({
    mutationFn: ({ act: { call } }: { line: NeedShown; act: Doing }) => make(call, {}),
    onSuccess: async (answer, { line, act: doing }) => {
      // A service that could not be reached answers without a refusal.
      if (answer.success === false) toast("Not done", answer.message, "danger");
      else setSettled((all) => [...all.filter((one) => one.line.key !== line.key), { line, act: doing, answer }]);
      await refreshAll();
    },
    onError: async (error) => {
      toast("Not done", sentenceOf(error), "danger");
      await refreshAll();
    },
  });
  const undo = useMutation({
    mutationFn: async ({ act: { undo: call }, answer }: Settled) => call && make(call, answer),
    onSuccess: async (_, { line }) => {
      setSettled((all) => all.filter((one) => one.line.key !== line.key));
      await refreshAll();
    },
    onError: async (error, { line }) => {
      setSettled((all) =>
        all.map((one) => (one.line.key === line.key ? { ...one, act: { ...one.act, undo: null } } : one)),
      );
      toastFailure("Not undone", error);
      await refreshAll();
    },
  });
  return { settled, act, undo };
}
