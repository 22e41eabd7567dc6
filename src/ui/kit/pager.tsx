import { Button } from "#ui/kit/button.tsx";

/**
 * Back and forth through a list in pages, under it; nothing where all of it is on one. `cursors`: those of the pages up to this
 * one, without the first; `next`: that of the page after this one, null while it is read; `isLast`: nothing comes after it.
 */
export function Pager({
  cursors,
  next,
  isLast,
  onMove,
}: {
  cursors: readonly string[];
  next: string | null;
  isLast: boolean;
  onMove: (cursors: string[]) => void;
}) {
  if (cursors.length === 0 && isLast) return null;
  return (
    <nav aria-label="Pages" className="-mt-px flex items-center gap-2 border-t border-line pt-3">
      <Button small disabled={cursors.length === 0} onClick={() => onMove(cursors.slice(0, -1))}>
        Previous
      </Button>
      <Button small disabled={next === null} onClick={() => next !== null && onMove([...cursors, next])}>
        Next
      </Button>
      <span className="num text-sm text-ink-3">Page {cursors.length + 1}</span>
    </nav>
  );
}
