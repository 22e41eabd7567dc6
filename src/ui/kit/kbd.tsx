import type { ReactNode } from "react";

/** A key of the keyboard; hidden where there is none. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd
    aria-hidden
    className="grid h-[18px] min-w-[18px] place-items-center rounded-badge border border-current/30 px-1 font-sans text-xs max-md:hidden"
  >
    {children}
  </kbd>
);
