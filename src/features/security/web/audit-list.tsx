import { useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { AuditRow } from "#features/security/audit/contract.ts";
import { exactTime, count } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";
import { Pager } from "#ui/kit/pager.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { AuditRecordDialog } from "./audit-record.tsx";
import { type AuditFilter, useAudit } from "./queries.ts";

const severityTones: Record<AuditRow["severity"], DotTone> = {
  info: "idle",
  warning: "warning",
  critical: "danger",
};

/** Records of a filter, a page at a time; keyed by its filter. */
export function AuditList({ filter, onClear }: { filter: AuditFilter; onClear: () => void }) {
  const [cursors, setCursors] = useState<string[]>([]);
  const [open, setOpen] = useState<number | null>(null);
  const { data, error } = useAudit(filter, cursors.at(-1));
  if (error && !data) return <Fault error={error} what="The audit log could not be loaded" />;
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading...</span>
        <SkeletonRows rows={12} />
      </div>
    );
  const { rows, nextCursor, searchedTo } = data;
  return (
    <>
      {rows.length === 0 ? (
        <Empty
          title={searchedTo === null ? "No records match" : "No matches yet"}
          actions={
            searchedTo === null ? (
              <Button onClick={onClear}>Clear filters</Button>
            ) : (
              <Button onClick={() => nextCursor && setCursors([...cursors, nextCursor])}>Search older records</Button>
            )
          }
        >
          {searchedTo === null
            ? "No record of the audit log matches these filters."
            : `Nothing down to record ${count(searchedTo)}. Older ones have not been searched.`}
        </Empty>
      ) : (
        <ul data-audit>
          {rows.map((row) => (
            <Row key={row.seq} row={row} onOpen={() => setOpen(row.seq)} />
          ))}
        </ul>
      )}
      <Pager cursors={cursors} next={nextCursor} isLast={nextCursor === null} onMove={setCursors} />
      {open !== null && <AuditRecordDialog seq={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Row({ row, onOpen }: { row: AuditRow; onOpen: () => void }) {
  const { timeZone } = useCompany();
  const { seq, at, actor, action, title, severity } = row;
  return (
    <li className="border-t border-line">
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 py-2 text-left hover:bg-sunken md:grid-cols-[64px_180px_160px_minmax(0,1fr)_220px]"
      >
        <span className="num text-ink-3 max-md:text-xs">{count(seq)}</span>
        <time dateTime={at} className="num text-ink-2 max-md:text-xs">
          {exactTime(at, timeZone)}
        </time>
        <span className="min-w-0 truncate max-md:col-span-2 max-md:row-start-3 max-md:text-sm max-md:text-ink-2">
          {actor.name}
        </span>
        <span className="flex min-w-0 items-baseline gap-2 max-md:col-span-2 max-md:row-start-2">
          <Dot tone={severityTones[severity]} label={severity} />
          <span className="min-w-0 wrap-anywhere">{title}</span>
        </span>
        <code className="min-w-0 truncate max-md:col-span-2 max-md:row-start-4 font-mono text-xs text-ink-3 md:text-right">
          {action}
        </code>
      </button>
    </li>
  );
}
