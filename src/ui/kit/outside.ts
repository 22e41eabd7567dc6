/**
 * A click on a toast is outside of a dialog and yet no reason to close it. The click may have taken the toast off the
 * page by the time this is asked: then the card itself is all that is left to know it by.
 */
export function staysForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest("[data-toasts], [data-toast]")) event.preventDefault();
}
