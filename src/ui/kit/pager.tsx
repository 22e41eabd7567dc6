import { Button } from "#ui/kit/button.tsx";

/**
 * Previous and next buttons below a paged list; hidden if there is only one page. `cursors` are those of the pages up
 * to the current one, without the first; `next` is null while unknown.
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
