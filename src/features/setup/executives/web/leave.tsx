import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "#ui/kit/button.tsx";
import { DialogFoot } from "#ui/kit/dialog.tsx";
import { type Leaving, useDirty } from "#ui/kit/use-leave.ts";

/** The same for a form of the form's library, which tells of a change a moment after it happened. */
export function useFormDirty<Values extends FieldValues>(
  leaving: Leaving,
  { formState: { isDirty, defaultValues }, getValues }: UseFormReturn<Values>,
): void {
  const { askFirst } = leaving;
  useDirty(leaving, isDirty);
  useEffect(() => {
    askFirst(() =>
      Object.entries(getValues()).some(
        ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(defaultValues?.[name] ?? null),
      ),
    );
    return () => askFirst(() => false);
  }, [askFirst, getValues, defaultValues]);
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
