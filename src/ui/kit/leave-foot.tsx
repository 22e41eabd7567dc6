import { Button } from "./button.tsx";
import { DialogFoot } from "./dialog.tsx";
import type { Leaving } from "./use-leave.ts";

/** Replaces a dialog's footer while it asks whether to discard changes. */
export const LeaveFoot = ({ leaving, note }: { leaving: Leaving; note?: string }) => (
  <DialogFoot always note={<span role="alert">{note ?? "Your changes are not saved."}</span>}>
    <Button look="destructive" onClick={leaving.discard}>
      Discard Changes
    </Button>
    <Button autoFocus onClick={leaving.stay}>
      Keep Editing
    </Button>
  </DialogFoot>
);
