import { createContext, use, useState } from "react";

const prefix = "boardroom.draft.";

/** The id of the signed-in user, whose drafts are kept. */
export const DraftAuthor = createContext("");

/**
 * Text being typed in one place of a page. It is kept in this window across pages until it is sent or its author signs
 * out. Returns the text, a setter, and a function that clears it once sent and returns whether nothing else was typed
 * since.
 */
export function useDraft(place: string) {
  const key = `${prefix}${use(DraftAuthor)}.${place}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const change = (next: string): void => {
    setText(next);
    keep(key, next);
  };
  /** Keeps what was typed since. */
  const done = (sent: string): boolean => {
    const isSent = (now: string | null): boolean => now?.trim() === sent.trim();
    setText((now) => (isSent(now) ? "" : now));
    if (isSent(sessionStorage.getItem(key))) keep(key, "");
    return sessionStorage.getItem(key) === null;
  };
  return [text, change, done] as const;
}

/** Deletes the drafts in this window, except those of one user. */
export function forgetDrafts(except?: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !(except && key.startsWith(`${prefix}${except}.`))) sessionStorage.removeItem(key);
}

function keep(key: string, text: string): void {
  if (text) sessionStorage.setItem(key, text);
  else sessionStorage.removeItem(key);
}
