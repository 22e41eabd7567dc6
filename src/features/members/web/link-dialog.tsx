import { useState } from "react";
import { copyText } from "#ui/copy.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";

type Props = { link: string; email: string; isMailed: boolean; onClose: () => void };

/** Shows an invitation's link, which the server never gives again. */
export default function LinkDialog({ link, email, isMailed, onClose }: Props) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <Dialog title={`Invitation for ${email}`} onClose={onClose}>
      <DialogBody className="grid content-start gap-3">
        <p className="text-pretty text-ink-2">
          {isMailed
            ? `This link is on its way to ${email} by mail. You can send it yourself too.`
            : `Send this link to ${email}.`}{" "}
          It works once, for 14 days, and isn't shown again; a lost link can be renewed.
        </p>
        <TextField
          label="Link"
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
          className="font-mono text-sm!"
        />
        <p role="status" className="text-sm text-ink-2">
          {copied === true && "Copied."}
          {copied === false && "Copying failed. Select the link and copy it."}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" onClick={() => void copyText(link).then(setCopied)}>
          Copy link
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
