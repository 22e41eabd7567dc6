import type { UseMutationResult } from "@tanstack/react-query";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { useRemoveAuthenticator, useRemovePasskey } from "./queries.ts";

type Removal = Pick<UseMutationResult<unknown, Error, void>, "error" | "isPending"> & { run: () => void };

function Confirm({ what, removal, onClose }: { what: string; removal: Removal; onClose: () => void }) {
  return (
    <ActionDialog
      title={`Remove ${what}?`}
      onClose={onClose}
      className="grid content-start gap-3"
      submit={removal.isPending ? "Removing..." : `Remove ${what}`}
      look="destructive"
      pending={removal.isPending}
      onSubmit={removal.run}
    >
      <p className="text-pretty">
        Sign-in no longer accepts it, and you are signed out everywhere else. Without any second factor your password
        alone signs you in.
      </p>
      <Problem of={removal.error} />
    </ActionDialog>
  );
}

export function RemoveAuthenticator({ onClose }: { onClose: () => void }) {
  const remove = useRemoveAuthenticator(onClose);
  return <Confirm what="authenticator app" removal={{ ...remove, run: () => remove.mutate() }} onClose={onClose} />;
}

export function RemovePasskey({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const remove = useRemovePasskey(onClose);
  return <Confirm what={name} removal={{ ...remove, run: () => remove.mutate(id) }} onClose={onClose} />;
}
