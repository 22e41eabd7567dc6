/**
 * A click on a toast must not close a dialog. The click may have removed the toast from the page already, so the card
 * itself is checked too.
 */
export function ignoreToastClicks(event: Event): void {
  if (event.target instanceof Element && event.target.closest("[data-toasts], [data-toast]")) event.preventDefault();
}
