import { useSyncExternalStore } from "react";

/** Under the style sheet's `md`. */
const query = matchMedia("(max-width: 760px)");

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone: for what is drawn anew there, not only arranged anew. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
