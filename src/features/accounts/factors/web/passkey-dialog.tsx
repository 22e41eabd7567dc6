import { useState } from "react";
import { sentenceOf } from "#ui/api.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useAddPasskey } from "./queries.ts";

type Props = { onClose: () => void; onDone: (recoveryCodes: readonly string[]) => void };

/** Names a new passkey and lets the browser make it. */
export default function PasskeyDialog({ onClose, onDone }: Props) {
  const [name, setName] = useState("");
  const [isNameless, setNameless] = useState(false);
  const add = useAddPasskey();
  return (
    <ActionDialog
      title="Add a passkey"
      onClose={onClose}
      className="grid content-start gap-4"
      submit={add.isPending ? "Waiting for your device..." : "Add passkey"}
      pending={add.isPending}
      onSubmit={() => {
        setNameless(name.trim() === "");
        if (name.trim() !== "") add.mutate(name.trim(), { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
      }}
    >
      <p className="text-pretty text-ink-2">
        A passkey signs in with this device's fingerprint, face or PIN, or with a security key.
      </p>
      <TextField
        label="Name"
        hint="Such as the device it is on."
        maxLength={60}
        value={name}
        error={isNameless ? "Give the passkey a name" : add.error ? sentenceOf(add.error) : undefined}
        onText={setName}
      />
      <p className="text-xs text-ink-3">Adding it signs you out everywhere else.</p>
    </ActionDialog>
  );
}
