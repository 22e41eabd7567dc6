import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import { ignoreToastClicks } from "./outside.ts";
import { useReturnFocus } from "./return-focus.ts";

type Props = {
  title: string;
  closeLabel: string;
  head: ReactNode;
  foot: ReactNode;
  /** Wider, for a form. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Slides in from the right; Escape, the backdrop and any click outside close it. */
export function SidePanel({ title, closeLabel, head, foot, wide, onClose, children }: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay data-testid="backdrop" className="fixed inset-0 z-30 animate-fade bg-scrim" />
        <Radix.Content
          onInteractOutside={ignoreToastClicks}
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className={cx(
            "fixed inset-y-0 right-0 z-30 flex animate-panel flex-col bg-surface shadow-dialog outline-none",
            wide ? "w-[min(480px,100vw)]" : "w-[min(320px,calc(100vw-40px))]",
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <div className="flex h-bar flex-none items-center gap-2.5 border-b border-line pr-3 pl-5">
            {head}
            <Radix.Close aria-label={closeLabel} className={buttonClass("quiet", true, true)}>
              <X size={18} strokeWidth={1.75} aria-hidden />
            </Radix.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-auto p-2">{children}</div>
          <div
            data-foot
            className="flex flex-none items-center justify-between gap-2 border-t border-line py-2.5 pr-3 pl-5"
          >
            {foot}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
