import { Fragment, type ReactNode, useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { mostCounted, type RecordList as Page } from "#features/records/list/contract.ts";
import { count, money } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { BulkFinish, useCanFinish } from "./bulk-finish.tsx";
import { FreshNote } from "./source-note.tsx";
import { type ListQuery, useList } from "./queries.ts";
import { RecordTable } from "./record-table.tsx";
import { Pager } from "#ui/kit/pager.tsx";

type Props = { kind: RecordKind; query: ListQuery; isFiltered: boolean; empty: ReactNode; onClear: () => void };

/** The rows of a filter, fifty at a time, with their count and sum. */
export function RecordList({ kind, query, isFiltered, empty, onClear }: Props) {
  const [cursors, setCursors] = useState<string[]>([]);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const canFinish = useCanFinish(kind);
  const { many } = kindNames[kind];
  const { data, error, isPlaceholderData } = useList(kind, { ...query, cursor: cursors.at(-1) });
  if (error && !data) return <Fault error={error} what={`The ${many} could not be read`} />;
  if (!data) return <SkeletonRows rows={8} />;
  if (data.total === 0 && !isFiltered) return empty;
  if (data.total === 0)
    return (
      <Empty title={`No ${many} match`} actions={<Button onClick={onClear}>Show all {many}</Button>}>
        Nothing meets this search and these filters together.
      </Empty>
    );
  const next = isPlaceholderData ? null : data.nextCursor;
  return (
    <div aria-busy={isPlaceholderData}>
      <Totals kind={kind} page={data} />
      <FreshNote of={[kind]} />
      <BulkFinish
        kind={kind}
        ids={data.rows.flatMap(({ id }) => (selected.has(id) ? [id] : []))}
        onDone={() => select(new Set())}
      />
      <RecordTable
        kind={kind}
        rows={data.rows}
        label={`List of ${many}`}
        selection={canFinish ? { selected, select } : null}
      />
      <Pager cursors={cursors} next={next} isLast={data.nextCursor === null} onMove={setCursors} />
    </div>
  );
}

function Totals({ kind, page: { total, sums } }: { kind: RecordKind; page: Page }) {
  const { currency } = useCompany();
  const many =
    total > mostCounted
      ? `${count(mostCounted)}+ ${kindNames[kind].many}`
      : `${count(total)} ${kindNames[kind][total === 1 ? "one" : "many"]}`;
  const shown =
    sums?.toSorted((one, other) => Number(other.currency === currency) - Number(one.currency === currency)) ?? [];
  return (
    <p role="status" className="pb-2 text-sm text-ink-2">
      <span className="font-medium text-ink">{many}</span>
      {shown.map(({ of, currency: unit, amount }) => (
        <Fragment key={`${of} ${unit}`}>
          ,{" "}
          <span className="num">
            {of ?? "in all"} {money(amount, unit, "cents")}
            {unit !== currency && ` ${unit}`}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
