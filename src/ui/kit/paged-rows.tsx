import type { InfiniteData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Page } from "#contract/cursor.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

/** The parts of `usePages` that are shown. */
type List<Row> = {
  data: InfiniteData<Page<Row[]>> | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  showOlder: () => Promise<unknown>;
};

type Props<Row> = {
  list: List<Row>;
  /** The title of a load error. */
  fault: string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** The rows loaded so far, with a button for the next page. */
export function PagedRows<Row extends { id: string }>({ list, fault, empty, children }: Props<Row>) {
  const { data, error, hasNextPage, isFetchNextPageError, showOlder } = list;
  const [waits, setWaits] = useState(false);
  const show = async (): Promise<void> => {
    setWaits(true);
    await showOlder();
    setWaits(false);
  };
  return (
    <div className="border-t border-line-strong">
      {data ? <Rows rows={data.pages.flatMap(({ rows }) => rows)} empty={empty} each={children} /> : !error && waiting}
      {error && (!data || isFetchNextPageError) && <Fault error={error} what={fault} />}
      {hasNextPage && (
        <div className="border-t border-line pt-3">
          <Button small pending={waits} onClick={() => void show()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

const waiting = <SkeletonRows rows={6} tall />;

type RowsProps<Row> = { rows: Row[]; empty: ReactNode; each: (row: Row) => ReactNode };

function Rows<Row extends { id: string }>({ rows, empty, each }: RowsProps<Row>) {
  // A row that moved between two fetches can appear on two pages.
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  return unique.length === 0 ? empty : <ul>{unique.map((row) => each(row))}</ul>;
}
