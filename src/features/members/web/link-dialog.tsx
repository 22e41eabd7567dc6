import { useState } from "react";
import { copyText } from "#ui/copy.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { CopyField } from "#ui/kit/copy-field.tsx";

type Props = { link: string; email: string; isMailed: boolean; onClose: () => void };

/** Shows an invitation's link, which the server never gives again. */
export default function LinkDialog({ link, email, isMailed, onClose }: Props) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <ActionDialog
      title={`Invitation for ${email}`}
      onClose={onClose}
      className="grid content-start gap-3"
      submit="Copy link"
      cancel="Close"
      onSubmit={() => void copyText(link).then(setCopied)}
    >
      <p className="text-pretty text-ink-2">
        {isMailed
          ? `This link is on its way to ${email} by mail. You can send it yourself too.`
          : `Send this link to ${email}.`}{" "}
        It works once, for 14 days, and isn't shown again; a lost link can be renewed.
      </p>
      <CopyField label="Link" value={link} isCopied={copied} />
    </ActionDialog>
  );
}
