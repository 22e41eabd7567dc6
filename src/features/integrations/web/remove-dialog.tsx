import type { Connection } from "#features/integrations/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";

export const RemoveDialog = ({
  of: { name },
  verb,
  pending,
  onRemove,
  onClose,
}: {
  of: Connection;
  verb: "Remove" | "Disconnect";
  pending: boolean;
  onRemove: () => void;
  onClose: () => void;
}) => (
  <ActionDialog
    title={`${verb} ${name}?`}
    submit={verb}
    look="destructive"
    pending={pending}
    onSubmit={onRemove}
    onClose={onClose}
  >
    <p>
      Its credentials and its log are deleted here, and the sign-in is ended at {name} where that is possible. To use it
      again, someone must connect it anew.
    </p>
  </ActionDialog>
);
