import { useSyncExternalStore } from "react";

export type Toast = {
  id: number;
  tone: "success" | "danger";
  title: string;
  text?: string | undefined;
  /** Takes back what was done. */
  undo?: () => void;
};

let shown: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, replacing the current one. */
export function toast(title: string, text?: string, tone: Toast["tone"] = "success"): void {
  count += 1;
  show({ id: count, tone, title, text });
}

/** Says what was done, with a button that takes it back. */
export function toastWithUndo(title: string, undo: () => void): void {
  count += 1;
  show({ id: count, tone: "success", title, undo });
}

/** Shows an error's own sentence, or the fallback if it has none. */
export function toastFailure(title: string, error: unknown, fallback = ""): void {
  toast(title, (error instanceof Error && error.message) || fallback, "danger");
}

/** Removes the toast if it is still shown. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToast = (): Toast | null => useSyncExternalStore(subscribe, () => shown);
