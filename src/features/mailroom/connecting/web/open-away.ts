let opened: Window | null = null;

/** A window for a page of others: opened while the click lasts, led there when its address is known. */
export const openAway = () => ({
  open(): void {
    opened = window.open("", "_blank");
    if (opened) opened.opener = null;
  },
  go(address: string): void {
    if (opened) opened.location.href = address;
    else window.location.assign(address);
  },
  close: (): void => opened?.close(),
});
