import { report } from "#ui/report.ts";

const key = "boardroom.reloaded";
let leaving = false;

/** True once the page is about to reload: errors until then are not worth showing. */
export const isReloading = (): boolean => leaving;

/**
 * After an upgrade the server no longer has the code an open page may request. The page reloads once per build; if that
 * does not help, the error is shown.
 */
export function reloadAfterUpgrade(build: string): void {
  addEventListener("vite:preloadError", (event) => {
    if (leaving || !navigator.onLine || sessionStorage.getItem(key) === build) return;
    leaving = true;
    sessionStorage.setItem(key, build);
    report("This version's code is gone; reloading", event.payload);
    location.reload();
  });
}
