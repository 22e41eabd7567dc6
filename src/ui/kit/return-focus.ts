import { useState } from "react";
import { focusHeading } from "./keep-focus.ts";

/** Returns the focus to where it was before the dialog opened, or to the page's heading if that is gone. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
      opener.focus({ preventScroll: true });
    else focusHeading();
  };
}
