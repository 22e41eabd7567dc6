import { useEffect, useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { DialogFoot } from "#ui/kit/dialog.tsx";

export type Leaving = ReturnType<typeof useLeave>;

/** Asks before what was typed is lost: on closing the dialog here, on closing the page in the browser's own words. */
export function useLeave(onClose: () => void) {
  const [isDirty, setDirty] = useState(false);
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return {
    asks: asks && isDirty,
    setDirty,
    leave: () => (isDirty ? setAsks(true) : onClose()),
    stay: () => setAsks(false),
    discard: onClose,
  };
}

/** Tells whoever closes the dialog whether something would be lost. */
export function useDirty({ setDirty }: Leaving, isDirty: boolean): void {
  useEffect(() => setDirty(isDirty), [setDirty, isDirty]);
}

export const LeaveFoot = ({ leaving }: { leaving: Leaving }) => (
  <DialogFoot note="Your changes are not saved.">
    <Button look="destructive" onClick={leaving.discard}>
      Discard Changes
    </Button>
    <Button autoFocus onClick={leaving.stay}>
      Keep Editing
    </Button>
  </DialogFoot>
);
