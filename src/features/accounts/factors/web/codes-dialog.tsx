import { useState } from "react";
import { copyText } from "#ui/copy.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";

/** Shows new recovery codes, which the server never gives again. */
export default function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <ActionDialog
      title="Your recovery codes"
      onClose={onClose}
      className="grid content-start gap-4"
      submit="I saved them"
      cancel="Copy codes"
      onCancel={() => void copyText(codes.join("\n")).then(setCopied)}
      onSubmit={onClose}
    >
      <p className="text-pretty text-ink-2">
        Save them now: they are not shown again. Each signs you in once if you lose your phone or passkey.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1.5 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-2">
        {copied === true && "Copied."}
        {copied === false && "Copying failed. Select the codes and copy them."}
      </p>
    </ActionDialog>
  );
}
