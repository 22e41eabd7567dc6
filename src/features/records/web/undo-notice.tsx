import { Undo2 } from "lucide-react";
import { count, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { useCompany } from "#features/accounts/web/queries.ts";
import { useRemovals, useRestore } from "./queries.ts";

/** Removals of earlier versions have no total. */
const progressText = (done: number, whole: number | null): string =>
  whole === null ? count(done) : `${count(done)} of ${count(whole)}`;

/** Removals of the last 24 hours, each with an undo button. */
export function UndoNotice({ canWrite }: { canWrite: boolean }) {
  const { timeZone } = useCompany();
  const removals = useRemovals().data ?? [];
  const restore = useRestore();
  if (removals.length === 0) return null;
  return (
    <Fold title={`Removed in the last 24 hours (${removals.length})`} className="mt-8 border-t border-line pt-3">
      <ul className="pt-2">
        {removals.map(({ id, label, amount, removed, restored, removedAt, status, sentence }) => (
          <li key={id} className="flex min-h-9 items-center gap-3 border-t border-line py-1">
            <span className="min-w-0 flex-1">
              <span className="block truncate">
                {label} <span className="text-ink-3">({plural(removed, "record")})</span>
              </span>
              {sentence && <span className="block text-danger">{sentence}</span>}
            </span>
            <span className="text-ink-3">
              {status === "removing" ? (
                `is being removed: ${progressText(removed, amount)}`
              ) : status === "restoring" ? (
                `comes back: ${progressText(restored, removed)}`
              ) : (
                <Moment at={removedAt} timeZone={timeZone} />
              )}
            </span>
            {canWrite && (
              <Button small disabled={status !== "removed" || restore.isPending} onClick={() => restore.mutate(id)}>
                <Undo2 size={14} strokeWidth={1.75} aria-hidden /> Bring back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
