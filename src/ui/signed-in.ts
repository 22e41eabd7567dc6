let session = new AbortController();

/** Aborts on sign-in and sign-out; for work that continues behind the pages. */
export const whileSignedIn = (): AbortSignal => session.signal;

/** Ends the previous user's background work. */
export function endSessionWork(): void {
  session.abort();
  session = new AbortController();
}
