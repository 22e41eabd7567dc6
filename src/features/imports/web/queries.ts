import { useMutation, useQuery } from "@tanstack/react-query";
import {
  chooseImport,
  discardImport,
  type FileImport,
  getImport,
  getRefused,
  listImports,
  startImport,
  undoImport,
} from "#features/imports/contract.ts";
import { CallError, call, type Sent } from "#ui/api.ts";
import { keyOf, queryClient, read, refresh, refreshAll } from "#ui/query.ts";
import { save } from "#ui/save.ts";
import { toastFailure } from "#ui/toast.ts";

const isUnderWay = ({ status }: Pick<FileImport, "status">): boolean =>
  status === "looking" || status === "waiting" || status === "running" || status === "undoing";

const pollMs = 700;

/** Imports without their previews, newest first; polled while the server works on one. */
export const useImports = (enabled = true) =>
  useQuery({
    ...read(listImports, {}),
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
  });

/** An import with its preview and progress; polled until the server has done its part. */
export const useImport = (id: string) =>
  useQuery({
    ...read(getImport, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && !isUnderWay(state.data) ? false : state.error instanceof CallError ? 5 * pollMs : pollMs,
  });

const keep = (changed: FileImport): void => {
  queryClient.setQueryData(keyOf(getImport, { params: { id: changed.id } }), changed);
  void refresh("imports");
};

export type Choices = NonNullable<Sent<typeof chooseImport>["body"]>;

/** Changes how a file is read or answers questions about it. */
export const useChoose = (id: string) =>
  useMutation({
    // One after the other, so that the last choice is the one that stands.
    scope: { id: `choices of ${id}` },
    mutationFn: (body: Choices) => call(chooseImport, { params: { id }, body }),
    onSuccess: keep,
    onError: (error) => toastFailure("Not changed", error),
  });
export const useStart = () =>
  useMutation({
    mutationFn: (id: string) => call(startImport, { params: { id } }),
    onSuccess: keep,
    onError: (error) => toastFailure("Not imported", error),
    onSettled: () => refresh("imports"),
  });
export const useUndo = () =>
  useMutation({
    mutationFn: (id: string) => call(undoImport, { params: { id } }),
    onSuccess: keep,
    onError: (error) => toastFailure("Not undone", error),
    onSettled: () => refreshAll(),
  });
export const useRefused = () =>
  useMutation({
    mutationFn: (id: string) => call(getRefused, { params: { id } }),
    onSuccess: ({ fileName, csv }) => save(fileName, [csv]),
    onError: (error) => toastFailure("Not downloaded", error),
  });
export const useDiscard = () =>
  useMutation({
    mutationFn: (id: string) => call(discardImport, { params: { id } }),
    onError: (error) => toastFailure("Not discarded", error),
    onSettled: () => refresh("imports"),
  });
