/** A click on a toast is outside of a dialog and yet no reason to close it. */
export function staysForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest("[data-toasts]")) event.preventDefault();
}
