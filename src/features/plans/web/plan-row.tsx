import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";

type Props = {
  title: ReactNode;
  name: string;
  text: ReactNode;
  isDropped: boolean;
  /** Omitted where the plan can no longer be changed. */
  onDrop?: ((isDropped: boolean) => void) | undefined;
  onEdit?: (() => void) | undefined;
  children?: ReactNode;
};

/** One part of a plan, with a checkbox that drops it and a button that edits it. */
export const PlanRow = ({ title, name, text, isDropped, onDrop, onEdit, children }: Props) => (
  <li className="flex gap-3 border-t border-line py-3">
    {onDrop && (
      <label className="-m-2 grid h-fit flex-none cursor-pointer p-2 pt-2.5">
        <span className="sr-only">Keep: {name}</span>
        <input
          type="checkbox"
          checked={!isDropped}
          onChange={({ target }) => onDrop(!target.checked)}
          className="size-4 accent-accent-fill"
        />
      </label>
    )}
    <div className="min-w-0 flex-1 wrap-anywhere">
      <div className={cx("font-medium", isDropped && "text-ink-3 line-through")}>{title}</div>
      <p className="mt-0.5 max-w-[75ch] text-sm text-ink-2">
        {isDropped && onDrop ? "Dropped by you. Kept here until you accept." : text}
      </p>
      {children && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-ink-3">{children}</div>
      )}
    </div>
    {onEdit && !isDropped && (
      <Button look="quiet" small icon aria-label={`Edit: ${name}`} title="Edit" className="-mr-1.5" onClick={onEdit}>
        <Pencil size={16} strokeWidth={1.75} aria-hidden />
      </Button>
    )}
  </li>
);
