import { createPortal } from "react-dom";
import { Button } from "#ui/kit/button.tsx";
import type { BulkAction } from "./bulk-result.ts";

type Props = { count: number; onClear: () => void; onAct: (action: BulkAction) => void };

/** What can be done with the selected tasks; at the bottom of the screen, so that no row moves. */
export const BulkBar = ({ count, onClear, onAct }: Props) =>
  createPortal(
    <section
      aria-label="Selected tasks"
      data-foot
      className="fixed inset-x-0 bottom-14 z-20 flex flex-wrap items-center gap-2 border-t border-line-strong bg-raised px-4 py-3 shadow-lift md:inset-x-auto md:bottom-4 md:left-1/2 md:w-[min(720px,calc(100vw-48px))] md:-translate-x-1/2 md:flex-nowrap md:rounded-card md:border"
    >
      <span role="status" className="num font-medium">
        {count} selected
      </span>
      <Button look="quiet" small onClick={onClear}>
        Clear
      </Button>
      <div className="flex w-full gap-2 *:flex-1 md:ml-auto md:w-auto md:*:flex-none">
        <Button onClick={() => onAct("cancel")}>Cancel tasks…</Button>
        <Button onClick={() => onAct("reassign")}>Reassign…</Button>
        <Button look="primary" onClick={() => onAct("complete")}>
          Complete…
        </Button>
      </div>
    </section>,
    document.body,
  );
