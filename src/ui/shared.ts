import { useSyncExternalStore } from "react";

/** A value that all pages show alike, such as what is under way; null if there is none. */
export function sharedValue<Value>() {
  let current: Value | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get: (): Value | null => current,
    set: (next: Value | null): void => {
      current = next;
      for (const listener of listeners) listener();
    },
    use: (): Value | null => useSyncExternalStore(subscribe, () => current),
  };
}
