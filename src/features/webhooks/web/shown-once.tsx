import { type ReactNode, useState } from "react";
import { copyText } from "#ui/copy.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";

/** A text to copy, as it is. */
function Copied({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <section aria-label={label}>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{label}</h3>
        <Button small look="quiet" onClick={() => void copyText(text).then(setCopied)} aria-label={`Copy: ${label}`}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
      <pre className="rounded-control bg-sunken p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
      {children}
    </section>
  );
}

/** What is shown once: an address, a secret, and how they are used. */
export const ShownOnce = ({
  title,
  texts,
  onClose,
}: {
  title: string;
  texts: readonly (readonly [label: string, text: string])[];
  onClose: () => void;
}) => (
  <Dialog title={title} description="Copy this now. It is not shown again." onClose={onClose} wide={texts.length > 1}>
    <DialogBody className="grid gap-4">
      {texts.map(([label, text]) => (
        <Copied key={label} label={label} text={text} />
      ))}
    </DialogBody>
    <DialogFoot>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
);
