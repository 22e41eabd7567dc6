import { useState } from "react";

/** Returns the focus to where it was before the dialog opened, or to the page if that is gone. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const target = opener?.isConnected ? opener : document.getElementById("main");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}
