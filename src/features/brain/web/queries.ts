import { keepPreviousData, useIsMutating, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as calls from "#features/brain/contract.ts";
import * as documentCalls from "#features/brain/documents/contract.ts";
import { addGoal, changeGoal, deleteGoal, listGoals } from "#features/brain/goals/contract.ts";
import { getEntity, getGraph, listEntities } from "#features/brain/graph/contract.ts";
import * as patternCalls from "#features/brain/patterns/contract.ts";
import { call, type Sent, upload } from "#ui/api.ts";
import { wholePercent } from "#ui/format.ts";
import { read, refresh, usePages } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

const refreshBrain = () => refresh("brain");

export const useBrain = () => useQuery(read(calls.getBrain, {}));
export const useGoals = () => usePages(listGoals, {});
export const usePatterns = () => usePages(patternCalls.listPatterns, {});
export const useInsights = () => usePages(patternCalls.listInsights, {});
export const useBrainDecisions = () => usePages(patternCalls.listBrainDecisions, {});
export const useEntities = () => usePages(listEntities, {});
export const useFacts = (view: "current" | "conflicts" | "all") => usePages(calls.listFacts, { query: { view } });
export const usePassages = (marked: calls.Mark | undefined) =>
  usePages(calls.listPassages, { query: marked ? { marked } : {} });
export const useGraph = (entityId: string | null) =>
  useQuery({ ...read(getGraph, { query: entityId ? { entityId } : {} }), placeholderData: keepPreviousData });
export const useEntity = (id: string) => useQuery(read(getEntity, { params: { id } }));
export const usePassage = (id: string) => useQuery(read(calls.getPassage, { params: { id } }));
export const useDocuments = () => usePages(documentCalls.listDocuments, {});
export const useDocument = (id: string, place: { passage?: string | undefined; from?: string | undefined }) =>
  useQuery({
    ...read(documentCalls.getDocument, { params: { id }, query: place }),
    placeholderData: keepPreviousData,
  });

/** Updates come over the socket; polling is a fallback for when it is down. */
export const useUploads = () =>
  useQuery({
    ...read(documentCalls.listUploads, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ finishedAt }) => finishedAt === null) ? 3_000 : false),
  });

export const useAsk = () =>
  useSend(calls.queryBrain, (question: string) => ({ body: { question } }), {
    done: ({ confidence }: calls.BrainAnswer) =>
      toast("Query processed successfully", `Confidence: ${wholePercent(confidence)}`),
    failed: () => toast("Query failed", "Failed to process brain query", "danger"),
  });

export const useDetect = () =>
  useSend(patternCalls.detectPatterns, null, {
    done: ({ message }) => {
      toast("Pattern detection completed", message);
      return refreshBrain();
    },
    failed: () => toast("Pattern detection failed", "Failed to detect patterns. Please try again.", "danger"),
  });
export const useReflect = () =>
  useSend(patternCalls.reflect, null, {
    done: ({ title }) => {
      toast("Daily reflection generated", title);
      return refreshBrain();
    },
    failed: "Reflection generation failed",
  });
export const useSync = () =>
  useSend(calls.syncBrain, null, {
    done: ({ message }) => {
      toast("Brain sync completed", message);
      return refreshBrain();
    },
    failed: "Brain sync failed",
  });

/** Marks an item or a fact; null removes the mark. */
export const useMark = (onMarked?: () => void) =>
  useMutation({
    mutationFn: async ({ kind, id, mark }: { kind: "passage" | "fact"; id: string; mark: calls.Mark | null }) =>
      void (await call(kind === "passage" ? calls.markPassage : calls.markFact, { params: { id }, body: { mark } })),
    onSuccess: () => {
      onMarked?.();
      return refreshBrain();
    },
    onError: (error) => toastFailure("Not marked", error),
  });
export const useDeletePassage = (onDeleted: () => void) =>
  useSend(calls.deletePassage, (id: string) => ({ params: { id } }), {
    done: () => {
      onDeleted();
      return refreshBrain();
    },
    failed: "Not deleted",
  });
export const useAddNote = () =>
  useSend(calls.addNote, (content: string) => ({ body: { content } }), { done: refreshBrain });

export const useSaveGoal = (id: string | null) =>
  useMutation({
    mutationFn: (body: Sent<typeof addGoal>["body"]) =>
      id ? call(changeGoal, { params: { id }, body }) : call(addGoal, { body }),
    onSuccess: refreshBrain,
  });
export const useDeleteGoal = () => useSend(deleteGoal, (id: string) => ({ params: { id } }), { done: refreshBrain });

export const useStopUpload = () =>
  useSend(documentCalls.stopUpload, (id: string) => ({ params: { id } }), {
    done: () => refresh("uploads", "brain"),
    failed: "Not stopped",
  });
export const useDeleteDocument = () =>
  useSend(documentCalls.deleteDocument, (id: string) => ({ params: { id } }), {
    done: refreshBrain,
    failed: "Not deleted",
  });

export type Sending = { name: string; share: number; fault?: string };
const mutationKey = ["send documents"];
const mostBytes = 25 * 1024 * 1024;

/** Sends files one after the other, with the share of each that has arrived. */
export function useSendFiles() {
  const [files, setFiles] = useState<Sending[]>([]);
  const change = (at: number, to: Partial<Sending>) =>
    setFiles((before) => before.map((file, place) => (place === at ? { ...file, ...to } : file)));
  const isBusy = useIsMutating({ mutationKey }) > 0;
  const sending = useMutation({
    mutationKey,
    mutationFn: async (chosen: readonly File[]): Promise<void> => {
      setFiles(chosen.map(({ name }) => ({ name, share: 0 })));
      for (const [at, file] of chosen.entries()) {
        const fault = await send(file, (share) => change(at, { share })).catch((error: unknown) =>
          error instanceof Error ? error.message.replace(/^\d{3}: /, "") : "It could not be sent.",
        );
        change(at, fault ? { fault } : { share: 1 });
        await refresh("uploads");
      }
      // Files that arrived are now in the list of uploads.
      setFiles((before) => before.filter((file) => file.fault));
    },
  });
  return { files, isBusy, send: (chosen: readonly File[]) => sending.mutate(chosen), clear: () => setFiles([]) };
}

async function send(file: File, progress: (share: number) => void): Promise<string | null> {
  if (file.size === 0) return "The file is empty.";
  if (file.size > mostBytes) return "The file is larger than 25 MB. Split it and upload the parts.";
  await upload(documentCalls.addDocument, { query: { fileName: file.name.slice(-255) } }, file, progress);
  return null;
}
