import { useCallback, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { settleDecisions } from "#features/decisions/contract.ts";
import { today } from "#ui/clock.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { LedgerFilters, type LedgerParams, readLedgerParams } from "./ledger-filters.tsx";
import { type LedgerFilter, useLedger, useLedgerSummary } from "./ledger-queries.ts";
import { LedgerSummary } from "./ledger-summary.tsx";
import { LedgerTable } from "./ledger-table.tsx";
import { countDecisions, firstDay, periods } from "./ledger-words.ts";
import { SelectionBar } from "./settle-several.tsx";

type Sort = Parameters<typeof useLedger>[1];

/** The filter of the URL; the server refuses invalid values. */
export function useLedgerFilter(): { asked: LedgerParams; filter: LedgerFilter; sort: Sort } {
  const [search] = useSearchParams();
  const { timeZone } = useCompany();
  const asked = readLedgerParams(search);
  const { sort, period, ...chosen } = asked;
  const given = Object.entries(chosen).filter(([, value]) => value !== "");
  const from = period in periods ? firstDay(period as keyof typeof periods, today(timeZone)) : undefined;
  const filter = { ...Object.fromEntries(given), ...(from ? { from } : {}) } as LedgerFilter;
  return { asked, filter, sort: (sort || "waiting") as Sort };
}

/** Every proposal with its amount, deadline and outcome; several pending ones can be settled together. */
export function DecisionLedger() {
  const [, setSearch] = useSearchParams();
  const { asked, filter, sort } = useLedgerFilter();
  const list = useLedger(filter, sort);
  const summary = useLedgerSummary(filter);
  const maySettle = useMay(settleDecisions);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const changeParams = useCallback(
    (change: Partial<LedgerParams>) =>
      setSearch(
        (before) => {
          const next = { ...readLedgerParams(before), ...change };
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ""));
        },
        { replace: true },
      ),
    [setSearch],
  );
  const select = (id: string, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  const showMore = async (): Promise<void> => {
    setIsLoadingMore(true);
    await list.showOlder();
    setIsLoadingMore(false);
  };
  const all = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  // A row that moved between two fetches can appear on two pages.
  const rows = [...new Map(all.map((row) => [row.id, row])).values()];
  const chosen = rows.filter(({ id, status }) => status === "pending" && selected.has(id));
  const found = summary.data ? countDecisions(summary.data.found, summary.data.foundTests) : "";
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      {summary.data && <LedgerSummary summary={summary.data} />}
      <LedgerFilters asked={asked} found={found} onChange={changeParams} />
      {chosen.length > 0 && (
        <SelectionBar
          rows={chosen}
          undoSeconds={summary.data?.undoSeconds ?? 0}
          onClear={() => setSelected(new Set())}
        />
      )}
      {!list.data ? (
        <LoadingRows error={list.error} what="Couldn't load decisions" rows={6} tall />
      ) : rows.length === 0 ? (
        <NoDecisions isFiltered={isFiltered} onClear={() => setSearch({}, { replace: true })} />
      ) : (
        <LedgerTable
          rows={rows}
          months={summary.data?.months ?? []}
          isGrouped={sort === "waiting" || sort === "deadline"}
          selected={maySettle ? selected : null}
          onSelect={select}
        />
      )}
      {list.hasNextPage && (
        <Button small className="mt-3" pending={isLoadingMore} onClick={() => void showMore()}>
          Show older
        </Button>
      )}
    </>
  );
}

const NoDecisions = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <Empty title="No matches" actions={<Button onClick={onClear}>Show all decisions</Button>}>
      No decision matches this search and these filters.
    </Empty>
  ) : (
    <Empty
      title="No decisions yet"
      actions={
        <Link href="/" className={buttonClass()}>
          Open the control center
        </Link>
      }
    >
      Every proposal stays here with its outcome. Ask an agent for one, or run a sample in the control center.
    </Empty>
  );
