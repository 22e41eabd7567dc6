import { useSyncExternalStore } from "react";

/** Below the style sheet's `md`. */
const query = matchMedia("(max-width: 760px)");

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone; for content that differs there, not just its layout. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
