import { useMutation, useQuery } from "@tanstack/react-query";
import { addRecord, changeRecord, type RecordKind } from "#features/records/contract.ts";
import * as custom from "#features/records/custom/contract.ts";
import { countRecords, getRecord, listOwnWords, listRecords } from "#features/records/list/contract.ts";
import { createParties, type PartyKind, proposeParties, undoParties } from "#features/records/naming/contract.ts";
import { listRemovals, removeRecord, restoreRecords } from "#features/records/removals/contract.ts";
import { addSamples, getTemplate, removeSamples } from "#features/records/samples/contract.ts";
import { call, sentenceOf, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { save } from "#ui/save.ts";
import { useSend } from "#ui/send.ts";
import { toastFailure } from "#ui/toast.ts";

export type ListQuery = NonNullable<Sent<typeof listRecords>["query"]>;

const refreshRecords = () => refresh("records");

export const useList = (kind: RecordKind, query: ListQuery) =>
  useQuery({ ...read(listRecords, { params: { kind }, query }), placeholderData: (before) => before });
export const useRecord = (kind: RecordKind, id: string) => useQuery(read(getRecord, { params: { kind, id } }));
export const useOwnWords = (enabled: boolean) => useQuery({ ...read(listOwnWords, {}), enabled });
export const useCounts = () => useQuery(read(countRecords, {}));

/** Removals that can be undone; polled while one is running. */
export const useRemovals = () =>
  useQuery({
    ...read(listRemovals, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status.endsWith("ing")) ? 1_000 : false),
  });

export const useProposedParties = (kind: PartyKind, enabled: boolean) =>
  useQuery({ ...read(proposeParties, { params: { kind } }), enabled });
export const useCreateParties = () => useSend(createParties, "body", { done: refreshRecords });
export const useUndoParties = () =>
  useSend(undoParties, (id: string) => ({ params: { id } }), { done: refreshRecords, failed: "Not undone" });

export const useAdd = () => useSend(addRecord, "body", { done: refreshRecords });
export const useChange = (id: string) =>
  useSend(changeRecord, (body: Sent<typeof changeRecord>["body"]) => ({ params: { id }, body }), {
    done: refreshRecords,
  });
export const useRemove = () =>
  useSend(removeRecord, (params: { kind: RecordKind; id: string }) => ({ params }), {
    done: refreshRecords,
    failed: "Not removed",
  });
export const useRestore = () =>
  useSend(restoreRecords, (id: string) => ({ params: { id } }), {
    failed: "Not brought back",
    settled: refreshRecords,
  });
export const useSamples = () =>
  useMutation({
    mutationFn: async (wanted: "add" | "remove"): Promise<void> =>
      void (wanted === "add" ? await call(addSamples, {}) : await call(removeSamples, {})),
    onSettled: refreshRecords,
    onError: (error) => toastFailure("Sample data", error),
  });

/** The company's own fields of a kind, removed ones last. */
export const useCustomFields = (kind: RecordKind) =>
  useQuery(read(custom.listCustomFields, { params: { kind } })).data ?? none;
const none: readonly custom.CustomField[] = [];

/** The fields that forms, pages and lists show. */
export const useShownFields = (kind: RecordKind) =>
  useCustomFields(kind).filter(({ hidden, removedUntil }) => !hidden && removedUntil === null);

/** What the dialog of fields can do; each answers with the fields there are then. */
export function useFieldChange(kind: RecordKind) {
  const options = { onSuccess: refreshRecords };
  const order = useMutation({
    mutationFn: (keys: string[]) => call(custom.orderCustomFields, { params: { kind }, body: { keys } }),
    ...options,
  });
  const restore = useMutation({
    mutationFn: (key: string) => call(custom.restoreCustomField, { params: { kind, key } }),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (key: string) => call(custom.removeCustomField, { params: { kind, key } }),
    ...options,
  });
  const error = order.error ?? remove.error ?? restore.error;
  return {
    order,
    remove,
    restore,
    add: useMutation({
      mutationFn: (body: Sent<typeof custom.addCustomField>["body"]) =>
        call(custom.addCustomField, { params: { kind }, body }),
      ...options,
    }),
    change: useMutation({
      mutationFn: ({ key, ...body }: Sent<typeof custom.changeCustomField>["body"] & { key: string }) =>
        call(custom.changeCustomField, { params: { kind, key }, body }),
      ...options,
    }),
    fault: error ? sentenceOf(error) : null,
  };
}

export const useTemplate = () =>
  useSend(
    getTemplate,
    ({ kind, rows }: { kind: RecordKind; rows: "none" | "sample" }) => ({ params: { kind }, query: { rows } }),
    { done: ({ fileName, csv }) => save(fileName, [csv]), failed: "Template" },
  );
