import { useEffect } from "react";

/** Inputs that take no text. */
const noText = ["checkbox", "radio", "button", "submit", "file"];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !noText.includes(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

/** Ctrl-K and ⌘K are "mod+k". */
const keyOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string => {
  if (altKey) return "";
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key;
};

/** Keys that work anywhere on a page, but not in text inputs or while a dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = keyOf(event);
      const action = actions[key];
      if (!action || event.repeat || event.defaultPrevented) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      if (isTyping(event.target) && !key.startsWith("mod+")) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
