import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

// public/theme.js reads the same key before the first paint.
const key = "boardroom.theme";
const listeners = new Set<() => void>();

function stored(): Theme {
  const value = localStorage.getItem(key);
  return value === "light" || value === "dark" ? value : "system";
}

export function setTheme(theme: Theme): void {
  if (theme === "system") {
    localStorage.removeItem(key);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(key, theme);
    document.documentElement.dataset["theme"] = theme;
  }
  for (const listener of listeners) listener();
}

/** Restores the theme after a sign-out cleared the browser's storage: it belongs to the device, not the user. */
export function keepTheme(): void {
  const shown = themes.find((theme) => theme === document.documentElement.dataset["theme"]);
  setTheme(shown ?? "system");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored);
