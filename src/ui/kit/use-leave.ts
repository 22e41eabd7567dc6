import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

export type Leaving = ReturnType<typeof useLeave>;

/** Asks before what was typed is lost: on closing the dialog here, on closing the page in the browser's own words. */
export function useLeave(onClose: () => void) {
  const [isDirty, setDirty] = useState(false);
  const [asks, setAsks] = useState(false);
  /** Asked when somebody leaves: what was typed a moment ago may not have reached the page yet. */
  const changed = useRef((): boolean => false);
  const askFirst = useCallback((check: () => boolean) => {
    changed.current = check;
  }, []);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return {
    asks: asks && isDirty,
    setDirty,
    askFirst,
    leave: () => {
      if (!isDirty && !changed.current()) return onClose();
      setDirty(true);
      setAsks(true);
    },
    stay: () => setAsks(false),
    discard: onClose,
  };
}

/** Tells whoever closes the form whether something would be lost: before the next key, which may be Escape. */
export function useDirty({ setDirty }: Leaving, isDirty: boolean): void {
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty]);
}
