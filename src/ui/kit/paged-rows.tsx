import { type ReactNode, useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

/** So many rows a page holds; the calls that are paged give as many. */
const atOnce = 50;

/** Which page it is: the one after a row, by its id, and what to call for the next; the last one alone can have a next. */
export type Place = { after: string | undefined; onMore: ((last: string) => void) | null };

/** Pages one after the other, each made by the child. */
export function Pages({ children }: { children: (place: Place) => ReactNode }) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  return (
    <div className="border-t border-line-strong">
      {cursors.map((after, at) => (
        <div key={after ?? "first"} className="contents">
          {children({
            after,
            onMore: at === cursors.length - 1 ? (last) => setCursors([...cursors, last]) : null,
          })}
        </div>
      ))}
    </div>
  );
}

type PageProps<Row> = {
  place: Place;
  rows: { data: Row[] | undefined; error: Error | null };
  /** What is said where they cannot be read. */
  fault: string;
  /** What stands there as long as there are none. */
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** One page of up to fifty rows, with a button for the next. */
export function Page<Row extends { id: string }>({
  place: { after, onMore },
  rows: { data, error },
  fault,
  empty,
  children,
}: PageProps<Row>) {
  if (error && !data) return <Fault error={error} what={fault} />;
  if (!data) return <SkeletonRows rows={6} tall />;
  if (data.length === 0 && !after) return empty;
  const last = data.at(-1)?.id;
  return (
    <>
      <ul>{data.map((row) => children(row))}</ul>
      {onMore && last && data.length === atOnce && (
        <div className="border-t border-line pt-3">
          <Button small onClick={() => onMore(last)}>
            Show older
          </Button>
        </div>
      )}
    </>
  );
}
