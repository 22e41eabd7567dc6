let session = new AbortController();

/** Aborts on sign-in and sign-out; for background work that outlives a page. */
export const whileSignedIn = (): AbortSignal => session.signal;

/** Ends the previous user's background work. */
export function endSessionWork(): void {
  session.abort();
  session = new AbortController();
}
