import { useSyncExternalStore } from "react";
import { truncate } from "#contract/words.ts";
import { openImport, partSize, sendPart } from "#features/imports/contract.ts";
import { mostBytes } from "#features/records/imports/contract.ts";
import { call, sentenceOf, upload } from "#ui/api.ts";
import { refresh } from "#ui/query.ts";
import { whileSignedIn } from "#ui/signed-in.ts";
import { toastFailure } from "#ui/toast.ts";

/** A file on its way; `fault` says why it did not arrive. */
export type Sending = { name: string; share: number; fault: string | null };

let files: readonly Sending[] = [];
let underWay = Promise.resolve();
const listeners = new Set<() => void>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function set(next: readonly Sending[]): void {
  files = next;
  // Closing the window would lose what is on its way.
  if (files.some(({ fault }) => fault === null)) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
  for (const listener of listeners) listener();
}

/** Uploads files one after the other, in pieces; goes on while dialogs and pages close. */
export function sendFiles(given: readonly File[]): void {
  const signal = whileSignedIn();
  const queued = given.map((file) => ({ file, sending: { name: file.name, share: 0, fault: null } as Sending }));
  set([...files, ...queued.map(({ sending }) => sending)]);
  for (const { file, sending } of queued) {
    let shown = sending;
    const show = (change: Partial<Sending> | null) => {
      const next = change && { ...shown, ...change };
      set(files.flatMap((each) => (each !== shown ? [each] : next ? [next] : [])));
      if (next) shown = next;
    };
    underWay = underWay.then(async () => {
      if (signal.aborted) return show(null);
      try {
        await sendOne(file, (share) => show({ share }));
        show(null);
        await refresh("imports");
      } catch (error) {
        toastFailure(`${file.name} did not arrive`, error);
        show({ fault: error instanceof Error ? sentenceOf(error) : "The file could not be sent" });
      }
    });
  }
}

async function sendOne(file: File, progress: (share: number) => void): Promise<void> {
  if (file.size > mostBytes) throw new Error("The file is larger than 100 MB: split it and import the parts");
  const { id } = await call(openImport, { body: { fileName: truncate(file.name, 255), size: file.size } });
  for (let at = 0; at * partSize < file.size; at += 1) {
    const piece = file.slice(at * partSize, (at + 1) * partSize);
    const sent = (share: number) => progress((at * partSize + share * piece.size) / file.size);
    await upload(sendPart, { params: { id, position: String(at) } }, piece, sent);
  }
}

/** Takes the files that did not arrive off the list. */
export const clearFaults = (): void => set(files.filter(({ fault }) => fault === null));

export const useSendingFiles = (): readonly Sending[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => files,
  );
