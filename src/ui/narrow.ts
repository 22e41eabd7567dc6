import { useSyncExternalStore } from "react";

/** Whether the window matches the condition; for content that differs, not just its layout. */
function media(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** As narrow as a phone, below the style sheet's `md`. */
export const useNarrow = media("(max-width: 760px)");

/** Without a rail, below the style sheet's `lg`. */
export const useOneColumn = media("(max-width: 1080px)");
