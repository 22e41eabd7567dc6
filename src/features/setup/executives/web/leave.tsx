import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "#ui/kit/button.tsx";
import { DialogFoot } from "#ui/kit/dialog.tsx";

export type Leaving = ReturnType<typeof useLeave>;

/** Asks before what was typed is lost: on closing the dialog here, on closing the page in the browser's own words. */
export function useLeave(onClose: () => void) {
  const [isDirty, setDirty] = useState(false);
  const [asks, setAsks] = useState(false);
  /** Asked when somebody leaves: what was typed a moment ago may not have reached the page yet. */
  const changed = useRef((): boolean => false);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return {
    asks: asks && isDirty,
    setDirty,
    changed,
    leave: () => {
      if (!isDirty && !changed.current()) return onClose();
      setDirty(true);
      setAsks(true);
    },
    stay: () => setAsks(false),
    discard: onClose,
  };
}

/** Tells whoever closes the dialog whether something would be lost. */
export function useDirty<Values extends FieldValues>(
  { setDirty, changed }: Leaving,
  { formState: { isDirty, defaultValues }, getValues }: UseFormReturn<Values>,
): void {
  useEffect(() => setDirty(isDirty), [setDirty, isDirty]);
  useEffect(() => {
    changed.current = () =>
      Object.entries(getValues()).some(
        ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(defaultValues?.[name] ?? null),
      );
    return () => {
      changed.current = () => false;
    };
  }, [changed, getValues, defaultValues]);
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
