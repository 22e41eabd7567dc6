import { useMay } from "#features/accounts/web/queries.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { type FinishId, finishRecords, reopenRecords } from "#features/records/finishing/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastWithUndo } from "#ui/toast.ts";

/** The states in which rows of a kind are finished. */
export const finishes: Partial<Record<RecordKind, readonly FinishId[]>> = {
  invoices: ["paid"],
  tickets: ["resolved"],
  deals: ["won", "lost"],
};

/** Whether rows of this kind can be worked on together, by this person. */
export const useCanFinish = (kind: RecordKind): boolean => useMay(finishRecords) && finishes[kind] !== undefined;

const refreshed = () => refresh("records", "today", "dashboard");

type Props = { kind: RecordKind; ids: readonly string[]; onDone: () => void };

/** What can be done with the selected rows: all of them or none, and back again. */
export function BulkFinish({ kind, ids, onDone }: Props) {
  const reopen = useSend(reopenRecords, (body: { as: FinishId; before: never[] }) => ({ body }), {
    done: () => toast("Undone"),
    failed: "Not undone",
    settled: refreshed,
  });
  const finish = useSend(finishRecords, (as: FinishId) => ({ body: { as, ids: [...ids] } }), {
    done: ({ as, before }) => {
      toastWithUndo(`${plural(before.length, kindNames[kind].one, kindNames[kind].many)} marked ${as}`, () =>
        reopen.mutate({ as, before: before as never[] }),
      );
      onDone();
    },
    failed: "Nothing was changed",
    settled: refreshed,
  });
  if (ids.length === 0) return null;
  return (
    <div
      role="region"
      aria-label="Selected rows"
      data-control
      className="mb-2 flex flex-wrap items-center gap-2 rounded-card bg-sunken px-3 py-2 text-sm"
    >
      <span className="mr-auto">{plural(ids.length, kindNames[kind].one, kindNames[kind].many)} selected</span>
      {finishes[kind]?.map((as) => (
        <Button
          key={as}
          small
          pending={finish.isPending && finish.variables === as}
          disabled={finish.isPending}
          onClick={() => finish.mutate(as)}
        >
          Mark {as}
        </Button>
      ))}
      <Button small look="quiet" onClick={onDone}>
        Clear
      </Button>
    </div>
  );
}
