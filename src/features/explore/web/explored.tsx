import { useState } from "react";
import type { Order, Query, QueryResult, QuerySubject } from "#contract/query.ts";
import { CallError, sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Columns } from "#ui/kit/page.tsx";
import { SkeletonBlock, SkeletonRows } from "#ui/kit/waiting.tsx";
import { AnswerLine } from "./answer-line.tsx";
import { AskNext } from "./ask-next.tsx";
import { PinnedList } from "./pinned-list.tsx";
import { ResultChart } from "./result-chart.tsx";
import { ResultTable } from "./result-table.tsx";
import { RowsTable } from "./rows-table.tsx";
import { useResult } from "./queries.ts";
import { WorkedOut } from "./worked-out.tsx";

type Explored = {
  /** The answer, or the previous one while another is loading or was refused. */
  result: QueryResult | undefined;
  isCurrent: boolean;
  fault: Error | null;
  /** Asks once more. */
  retry: () => void;
};

/** The query of the URL and its answer; the previous answer stays until the next one arrives. */
export function useExplored(q: string, subject: string): Explored {
  const { data, error, refetch } = useResult(q, subject);
  const [previous, setPrevious] = useState(data);
  if (data && data !== previous) setPrevious(data);
  return {
    result: data ?? previous,
    isCurrent: data !== undefined,
    fault: data ? null : error,
    retry: () => void refetch(),
  };
}

/** Why a query was refused, with a way on: the same again if the server was busy, else another query. */
export const Refusal = ({ error, onStart, onRetry }: { error: Error; onStart: () => void; onRetry: () => void }) => (
  <div
    role="alert"
    className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-l-2 border-danger pl-3 text-sm text-danger"
  >
    <p>{sentenceOf(error)}</p>
    {error instanceof CallError && error.retryAfter !== null ? (
      <Button small onClick={onRetry}>
        Try again
      </Button>
    ) : (
      <Button small onClick={onStart}>
        Start again
      </Button>
    )}
  </div>
);

type Props = {
  subject: QuerySubject;
  result: QueryResult;
  isCurrent: boolean;
  onAsk: (change: Partial<Query>) => void;
};

/** The answer: sentence, chart, table, and how it was computed. */
export function Explored({ subject, result, isCurrent, onAsk }: Props) {
  const onOrder = (order: Order) => onAsk({ order });
  return (
    <div aria-busy={!isCurrent} className={cx("mt-7 transition-opacity", !isCurrent && "opacity-50")}>
      <Columns
        main={
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <AnswerLine subject={subject} result={result} />
              <ResultChart subject={subject} result={result} />
              {result.total.rows === 0 && <RelaxFilters subject={subject} result={result} onAsk={onAsk} />}
            </div>
            {result.total.rows > 0 && <ResultTable subject={subject} result={result} onOrder={onOrder} />}
            <RowsTable subject={subject} result={result} onOrder={onOrder} />
          </>
        }
        rail={
          <>
            <WorkedOut subject={subject} result={result} />
            <AskNext subject={subject} result={result} />
            <PinnedList />
          </>
        }
      />
    </div>
  );
}

/** No results: which filters to remove. */
function RelaxFilters({ subject, result: { query }, onAsk }: Omit<Props, "isCurrent">) {
  const needed = query.filters.filter(({ field }) => field === subject.needs);
  const narrowed = query.filters.length > needed.length || query.search !== null;
  if (!query.period && !narrowed) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {query.period && <Button onClick={() => onAsk({ period: null })}>Show all time</Button>}
      {narrowed && <Button onClick={() => onAsk({ filters: needed, search: null })}>Clear filters</Button>}
    </div>
  );
}

/** A skeleton of the answer while it is loading. */
export const ExploredSkeleton = () => (
  <div aria-hidden className="mt-7 grid gap-5">
    <SkeletonBlock className="h-5 w-[60%]" />
    <SkeletonBlock className="h-[248px] w-full" />
    <SkeletonRows rows={5} />
  </div>
);
