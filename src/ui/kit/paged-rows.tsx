import type { InfiniteData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Page } from "#contract/cursor.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

/** What a list that goes on page by page says of itself. */
type List<Row> = {
  data: InfiniteData<Page<Row[]>> | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  showOlder: () => Promise<unknown>;
};

type Props<Row> = {
  list: List<Row>;
  /** What is said where they cannot be read. */
  fault: string;
  /** What stands there as long as there are none. */
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** The rows of the pages read so far, with a button for the next page. */
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
  // What changed its place while the pages were read stands in two of them.
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  return once.length === 0 ? empty : <ul>{once.map((row) => each(row))}</ul>;
}
