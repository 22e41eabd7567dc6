/** The only place that writes to the browser's console. */
export function report(what: string, cause: unknown): void {
  console.error(what, cause);
}
