import { isServerReachable } from "#ui/on-demand.ts";
import { report } from "#ui/report.ts";

const key = "boardroom.reloaded";
let leaving = false;

/** True once the page is about to reload: errors until then are not worth showing. */
export const isReloading = (): boolean => leaving;

/**
 * After an upgrade the server no longer has the code an open page may request. The page reloads once per build; if that
 * does not help, the error is shown. While the server is unreachable the page does not reload.
 */
export function reloadAfterUpgrade(build: string): void {
  addEventListener("vite:preloadError", ({ payload }) => void reloadOnce(build, payload));
}

async function reloadOnce(build: string, error: Error): Promise<void> {
  if (sessionStorage.getItem(key) === build || !(await isServerReachable()) || leaving) return;
  leaving = true;
  sessionStorage.setItem(key, build);
  report("This version's code is gone; reloading", error);
  location.reload();
}
