import { useState } from "react";

/** Gives what brings the focus back to where it was before a dialog opened, or to the page where that is gone. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const target = opener?.isConnected ? opener : document.getElementById("main");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}
