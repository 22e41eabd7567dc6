import { createContext, use, useState } from "react";

const prefix = "boardroom.draft.";

/** Whose drafts are kept: the id of the signed-in user. */
export const DraftAuthor = createContext("");

/**
 * Text that is being typed at a place of the page: it stays in this window, also while another page is shown, until it
 * was sent, its author signs out or somebody else signs in. Gives the text, what sets it, and what takes it away once it
 * was sent, which says whether nothing else was typed meanwhile.
 */
export function useDraft(place: string) {
  const key = `${prefix}${use(DraftAuthor)}.${place}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const change = (next: string): void => {
    setText(next);
    keep(key, next);
  };
  /** What was typed meanwhile stays. */
  const done = (sent: string): boolean => {
    const isSent = (now: string | null): boolean => now?.trim() === sent.trim();
    setText((now) => (isSent(now) ? "" : now));
    if (isSent(sessionStorage.getItem(key))) keep(key, "");
    return sessionStorage.getItem(key) === null;
  };
  return [text, change, done] as const;
}

/** Forgets what was typed in this window, except by the user of this id. */
export function forgetDrafts(except?: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !(except && key.startsWith(`${prefix}${except}.`))) sessionStorage.removeItem(key);
}

function keep(key: string, text: string): void {
  if (text) sessionStorage.setItem(key, text);
  else sessionStorage.removeItem(key);
}
