import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import { ignoreToastClicks } from "./outside.ts";
import { useReturnFocus } from "./return-focus.ts";

type Props = {
  title: string;
  description?: string;
  /** Shown to the right of the title, such as the steps of a wizard. */
  aside?: ReactNode;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
};

/** Open while rendered; fills the screen on a phone. */
export function Dialog({ title, description, aside, onClose, wide, children }: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-fade bg-scrim" />
        <Radix.Content
          onInteractOutside={ignoreToastClicks}
          onCloseAutoFocus={returnFocus}
          data-dialog
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cx(
            "fixed inset-0 z-30 flex animate-dialog flex-col bg-surface outline-none md:inset-auto md:top-1/2 md:left-1/2 md:max-h-[calc(100dvh-64px)] md:w-full md:-translate-1/2 md:rounded-dialog md:shadow-dialog",
            wide ? "md:max-w-[min(1040px,calc(100vw-48px))]" : "md:max-w-[min(640px,calc(100vw-48px))]",
          )}
        >
          <header className="flex flex-none flex-wrap items-start gap-3 border-b border-line p-4 md:flex-nowrap md:gap-6 md:px-6 md:pt-5">
            <div className="min-w-0 pr-10 md:pr-0">
              <Radix.Title className="text-lg font-semibold tracking-tight">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-px text-sm text-pretty text-ink-2">{description}</Radix.Description>
              )}
            </div>
            {aside}
          </header>
          {children}
          <Radix.Close
            aria-label="Close"
            className={cx(buttonClass("quiet", true, true), "absolute top-2.5 right-2.5 md:top-4 md:right-4")}
          >
            <X size={18} strokeWidth={1.75} aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type BodyProps = {
  /** Where nothing inside takes the focus: the name of the region, which then scrolls by keys. */
  label?: string;
  className?: string;
  children: ReactNode;
};

export const DialogBody = ({ label, children, className }: BodyProps) => (
  <div
    {...(label && { role: "region", "aria-label": label, tabIndex: 0 })}
    className={cx("min-h-0 flex-1 overflow-auto p-4 md:px-6 md:pt-5 md:pb-6", className)}
  >
    {children}
  </div>
);

type FootProps = {
  note?: ReactNode;
  /** Show the note on a phone too. */
  always?: boolean;
  children: ReactNode;
};

/** A dialog's footer: a note on the left, buttons on the right. */
export const DialogFoot = ({ note, always, children }: FootProps) => (
  <footer
    data-foot
    className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-4 py-3 md:flex-nowrap md:px-6"
  >
    {note && (
      <span className={cx("text-sm", always ? "w-full text-ink-2 md:w-auto" : "hidden text-ink-3 md:block")}>
        {note}
      </span>
    )}
    <div className="flex w-full gap-2 *:flex-1 md:ml-auto md:w-auto md:*:flex-none">{children}</div>
  </footer>
);
