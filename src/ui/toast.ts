import { useSyncExternalStore } from "react";

export type Toast = {
  id: number;
  tone: "success" | "danger";
  title: string;
  text?: string | undefined;
  /** Undoes the action. */
  undo?: () => void;
  /** Until when it can be undone; the toast stays that long. */
  until?: string | undefined;
};

let shown: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Replaces the current toast; returns the id. */
export function toast(title: string, text?: string, tone: Toast["tone"] = "success"): number {
  count += 1;
  show({ id: count, tone, title, text });
  return count;
}

/** Confirms an action and offers to undo it. */
export function toastWithUndo(title: string, undo: () => void, more: Pick<Toast, "text" | "until"> = {}): void {
  count += 1;
  show({ id: count, tone: "success", title, undo, ...more });
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
