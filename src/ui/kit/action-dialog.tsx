import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogBody, DialogFoot } from "./dialog.tsx";

type Props = Omit<ComponentProps<typeof Dialog>, "aside"> & {
  /** The label of the button that does it. */
  submit: string;
  look?: "primary" | "destructive";
  cancel?: string;
  onCancel?: () => void;
  disabled?: boolean;
  pending?: boolean;
  /** While true, it cannot be cancelled. */
  busy?: boolean;
  /** Of the body. */
  className?: string;
  onSubmit: () => void;
  children: ReactNode;
};

/** A dialog that does one thing: a form with a button to cancel and one to do it. */
export const ActionDialog = ({
  submit,
  look = "primary",
  cancel = "Cancel",
  onCancel,
  disabled = false,
  pending = false,
  busy = false,
  className,
  onSubmit,
  children,
  ...dialog
}: Props) => (
  <Dialog {...dialog}>
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <DialogBody {...(className ? { className } : {})}>{children}</DialogBody>
      <DialogFoot>
        <Button disabled={busy} onClick={onCancel ?? dialog.onClose}>
          {cancel}
        </Button>
        <Button type="submit" look={look} disabled={disabled} pending={pending}>
          {submit}
        </Button>
      </DialogFoot>
    </form>
  </Dialog>
);
