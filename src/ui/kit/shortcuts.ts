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

/** How long the second key of a sequence may take. */
const pauseMs = 1_500;
let begun = { key: "", at: 0 };

const isOpen = (): boolean => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

/**
 * Keys that work anywhere on a page, but not in text inputs or while a dialog is open. "g t" is one key after another:
 * the second acts nowhere else.
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const firsts = Object.keys(actions).flatMap((name) => (name.includes(" ") ? [name.split(" ")[0]] : []));
    const onSecond = (event: KeyboardEvent) => {
      if (firsts.length === 0 || isTyping(event.target) || event.repeat || isOpen()) return;
      const action = event.timeStamp - begun.at < pauseMs ? actions[`${begun.key} ${keyOf(event)}`] : undefined;
      begun = { key: !action && firsts.includes(keyOf(event)) ? keyOf(event) : "", at: event.timeStamp };
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    const onKey = (event: KeyboardEvent) => {
      const key = keyOf(event);
      const action = actions[key];
      if (!action || event.repeat || event.defaultPrevented) return;
      if (isOpen()) return;
      if (isTyping(event.target) && !key.startsWith("mod+")) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onSecond, true);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onSecond, true);
      document.removeEventListener("keydown", onKey);
    };
  });
}
