import { useState } from "react";
import { CallError, sentenceOf } from "#ui/api.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { QrCode } from "./qr-code.tsx";
import { useConfirmAuthenticator } from "./queries.ts";

type Props = {
  secret: string;
  uri: string;
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
};

/** Shows the secret of a new authenticator app once, and takes its first code. */
export default function AuthenticatorDialog({ secret, uri, onClose, onDone }: Props) {
  const [code, setCode] = useState("");
  const confirm = useConfirmAuthenticator();
  const { error } = confirm;
  return (
    <ActionDialog
      title="Set up an authenticator app"
      onClose={onClose}
      className="grid content-start gap-5 sm:grid-cols-[auto_minmax(0,1fr)]"
      submit={confirm.isPending ? "Turning on..." : "Turn on"}
      pending={confirm.isPending}
      onSubmit={() => confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })}
    >
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="grid content-start gap-4">
        <p className="text-pretty text-ink-2">
          Scan the code with an app such as Aegis, Google Authenticator or 1Password, or type this key:
        </p>
        <p className="font-mono text-sm wrap-anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</p>
        <TextField
          label="Code"
          hint="The 6 digits the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={error ? (error instanceof CallError ? error.sentence : sentenceOf(error)) : undefined}
          onText={setCode}
        />
        <p className="text-xs text-ink-3">Turning it on signs you out everywhere else.</p>
      </div>
    </ActionDialog>
  );
}
