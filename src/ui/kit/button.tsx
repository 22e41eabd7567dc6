import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

export type ButtonLook = "plain" | "primary" | "quiet" | "destructive";

const looks: Record<ButtonLook, string> = {
  plain: "border-line-strong bg-surface text-ink hover:bg-sunken active:bg-pressed",
  primary: "border-accent-fill bg-accent-fill text-on-accent hover:border-accent-fill-hover hover:bg-accent-fill-hover",
  quiet: "border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink active:bg-pressed",
  destructive: "border-transparent bg-transparent text-danger hover:bg-sunken active:bg-pressed",
};

/** Button classes, also for links that look like buttons. */
export function buttonClass(look: ButtonLook = "plain", small = false, icon = false): string {
  return cx(
    "inline-flex flex-none items-center justify-center gap-[7px] rounded-control border text-sm leading-none font-medium whitespace-nowrap no-underline! transition-colors select-none",
    small ? "h-9 md:h-control-sm" : "h-10 md:h-control",
    icon ? (small ? "w-9 md:w-control-sm" : "w-10 md:w-control") : small ? "px-2.5" : "px-3",
    looks[look],
    "disabled:border-line disabled:bg-sunken disabled:text-ink-3",
  );
}

type Props = ComponentProps<"button"> & {
  look?: ButtonLook;
  small?: boolean;
  /** Square, for an icon only; needs an aria-label. */
  icon?: boolean;
  /** A request of this button is pending. */
  pending?: boolean;
  children: ReactNode;
};

export function Button({ look, small, icon, pending, className, children, disabled, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      data-control
      {...rest}
      // The second click of a double click arrives before `pending` is set.
      onClick={(event) => (pending !== undefined && event.detail > 1 ? event.preventDefault() : onClick?.(event))}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={cx(buttonClass(look, small, icon), className)}
    >
      {pending && !icon && <Spinner />}
      {children}
    </button>
  );
}

export const Spinner = ({ size = 14 }: { size?: number }) => (
  <LoaderCircle size={size} className="spinner flex-none animate-spin" aria-hidden />
);

/** A keyboard shortcut; hidden on devices without a keyboard. */
export const Key = ({ children, onFill }: { children: string; onFill?: boolean }) => (
  <kbd
    aria-hidden
    className={cx(
      "hidden h-[17px] min-w-[17px] place-items-center rounded-badge border px-1 font-sans text-[11px] leading-none font-medium md:inline-grid",
      onFill ? "border-white/35 text-white/90" : "border-line-strong bg-canvas text-ink-3",
    )}
  >
    {children}
  </kbd>
);
