import { use, useCallback, useSyncExternalStore } from "react";
import type { z } from "zod";
import { DraftAuthor } from "./draft.ts";

const prefix = "boardroom.kept.";
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A choice of how things are shown, which this browser keeps for the signed-in person; null: none, or no longer valid. */
export function useKept<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): [z.output<Schema> | null, (value: z.input<Schema> | null) => void] {
  const key = `${prefix}${use(DraftAuthor)}.${name}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const keep = useCallback(
    (value: z.input<Schema> | null) => {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [text === null ? null : read(text, schema), keep];
}

function read<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
