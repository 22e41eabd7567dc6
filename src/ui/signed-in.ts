let theirs = new AbortController();

/** Aborts when somebody signs in or out: for work that goes on behind the pages. */
export const whileSignedIn = (): AbortSignal => theirs.signal;

/** Ends what goes on for whoever was signed in. */
export function endTheirWork(): void {
  theirs.abort();
  theirs = new AbortController();
}
