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
      Its credentials, its log and the records that came from it are deleted here, and the sign-in is ended at {name}{" "}
      where that is possible. The records can be restored for 24 hours on the Records page.
    </p>
  </ActionDialog>
);
