import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";

/**
 * The keys a and r for a deciding element. They work only while it has the focus, and not if a click moved the focus
 * there, so that no stray key decides. `shown`: whether to show hints.
 */
export function useDecideKeys(choose: (approved: boolean) => void) {
  const [shown, setShown] = useState(false);
  const clicked = useRef(false);
  const isItself = (event: FocusEvent | KeyboardEvent) => event.target === event.currentTarget;
  return {
    shown,
    on: {
      onPointerDown: () => {
        clicked.current = true;
        setShown(false);
      },
      onPointerUp: () => (clicked.current = false),
      onFocus: (event: FocusEvent) => setShown(isItself(event) && !clicked.current),
      onBlur: () => setShown(false),
      onKeyDown: (event: KeyboardEvent) => {
        if (!shown || !isItself(event) || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
        if (event.key !== "a" && event.key !== "r") return;
        event.preventDefault();
        choose(event.key === "a");
      },
    },
  };
}
