const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';

const controlsIn = (root: Node): HTMLElement[] =>
  root instanceof HTMLElement
    ? [...(root.matches(focusable) ? [root] : []), ...root.querySelectorAll<HTMLElement>(focusable)]
    : [];

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses a heading or region, which normally takes no focus. */
function focusText(target: Element | null | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
}

/** Focuses the page's heading; false while there is no page. */
export function focusHeading(): boolean {
  const main = document.getElementById("main");
  return focusText(main?.querySelector("h1")) || focusText(main);
}

/** Where a removed element was. */
type Gap = { next: Node | null; previous: Node | null; parent: Node; index: number };

const gapAround = (element: HTMLElement): Gap => ({
  next: element.nextElementSibling,
  previous: element.previousElementSibling,
  parent: element.parentElement ?? document.body,
  index: 0,
});

function gapOf(records: readonly MutationRecord[], lost: HTMLElement): Gap | null {
  for (const { removedNodes, nextSibling: next, previousSibling: previous, target: parent } of records)
    for (const removed of removedNodes)
      if (removed.contains(lost)) return { next, previous, parent, index: controlsIn(removed).indexOf(lost) };
  return null;
}

/** The same control of the next row, else of the previous one, else the heading of the section around it. */
function focusNear({ next, previous, parent, index }: Gap): boolean {
  for (const row of [next, previous]) {
    if (!row?.isConnected) continue;
    const controls = controlsIn(row);
    const control = controls[index] ?? controls[0];
    control?.focus({ preventScroll: true });
    if (!isLost()) return true;
  }
  const around = parent.isConnected && parent instanceof Element ? parent.closest("section, [role=dialog]") : null;
  return focusText(around?.querySelector("h1, h2, h3"));
}

/**
 * Keeps the keyboard focus on the page. If the focused element is removed or disabled, the nearest one gets the focus;
 * a button disabled by its own request gets it back afterwards. `onRoute` focuses the heading of a page just opened. A
 * click on the page itself removes the focus as usual.
 */
export function keepFocus(): { onRoute: () => void; stop: () => void } {
  let last: HTMLElement | null = null;
  let gap: Gap | null = null;
  let isNewPage = false;
  let frame = 0;

  const settle = (): void => {
    if (isNewPage) {
      const { activeElement } = document;
      const isInPage = !isLost() && activeElement?.closest("#main, [role=dialog]");
      if (isInPage || focusHeading()) isNewPage = false;
      return;
    }
    if (!isLost() || !last) return;
    if (last.isConnected) {
      // A pending button gets the focus back; a disabled one passes it on.
      if (!last.matches(":disabled")) last.focus({ preventScroll: true });
      else if (last.getAttribute("aria-busy") !== "true") focusNear(gapAround(last));
      return;
    }
    if (!(gap && focusNear(gap))) focusHeading();
    gap = null;
  };
  // Waits two frames, so that a component can set the focus itself first.
  const plan = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(settle);
    });
  };

  const onFocus = ({ target }: FocusEvent): void => {
    last = target instanceof HTMLElement ? target : null;
    gap = null;
  };
  const onPointer = (): void => {
    // Waits until the click has moved the focus.
    setTimeout(() => {
      if (isLost() && last?.isConnected && !last.matches(":disabled")) last = null;
    });
  };
  const observer = new MutationObserver((records) => {
    if (last && !last.isConnected) gap = gapOf(records, last) ?? gap;
    if (isNewPage || (last && isLost())) plan();
  });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("mousedown", onPointer);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return {
    onRoute: () => {
      isNewPage = true;
      plan();
    },
    stop: () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("mousedown", onPointer);
    },
  };
}
