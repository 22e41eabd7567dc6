import { useCompany } from "#features/accounts/web/queries.ts";
import type { RecordImport } from "#features/records/imports/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { useImports, useRemoveImported } from "./queries.ts";

/** Past imports with their results, and a way to remove their records. */
export function PastImports({ canWrite, onOpen }: { canWrite: boolean; onOpen: (found: RecordImport) => void }) {
  const { timeZone } = useCompany();
  const imports = useImports().data ?? [];
  const remove = useRemoveImported();
  if (imports.length === 0) return null;
  return (
    <details className="mt-3 border-t border-line pt-3 text-sm">
      <summary className="font-medium">Imports ({imports.length})</summary>
      <ul className="pt-2">
        {imports.map((found) => (
          <li key={found.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5">
            <span className="min-w-0 flex-1 basis-60">
              <button
                type="button"
                disabled={!canWrite}
                onClick={() => onOpen(found)}
                className="rounded-badge text-left font-medium wrap-anywhere text-accent hover:underline"
              >
                {found.fileName}
              </button>
              <span className="text-ink-2">
                , {found.kind}: {found.sentence ?? "under way"}
              </span>
            </span>
            <span className="text-ink-3">
              <Moment at={found.createdAt} timeZone={timeZone} />
            </span>
            {canWrite && (
              <Button
                small
                look="destructive"
                disabled={found.added === 0 || !/done|failed/.test(found.status) || remove.isPending}
                onClick={() => remove.mutate(found.id)}
              >
                Remove what it added
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
