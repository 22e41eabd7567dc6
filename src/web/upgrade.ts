import { report } from "#ui/report.ts";

const key = "boardroom.reloaded";
let leaving = false;

/** True once the page is about to be loaded anew: what breaks until then is not worth showing. */
export const isReloading = (): boolean => leaving;

/**
 * After an upgrade the server has no longer the code an open page asks for. The page is loaded anew, once for each
 * build: where that does not help, what is broken is shown.
 */
export function reloadAfterUpgrade(build: string): void {
  addEventListener("vite:preloadError", (event) => {
    if (leaving || !navigator.onLine || sessionStorage.getItem(key) === build) return;
    leaving = true;
    sessionStorage.setItem(key, build);
    report("A part of this version is gone, the page is loaded anew", event.payload);
    location.reload();
  });
}
