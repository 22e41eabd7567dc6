import { Link, useLocation } from "wouter";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { tabOf } from "#features/records/fields/fields.ts";
import { mostCounted } from "#features/records/list/contract.ts";
import { count } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Select } from "#ui/kit/field.tsx";
import { useNarrow } from "#ui/narrow.ts";
import { useCounts } from "./queries.ts";

type Tab = RecordKind | "figures";
const tabs: readonly Tab[] = [...recordKinds, "figures"];
const labelOf = (tab: Tab): string => (tab === "figures" ? "Figures" : tabOf(tab));

/** Tabs of the kinds of records with their counts, and the figures; on a phone one field to choose from. */
export function KindTabs({ current }: { current: string }) {
  const { data } = useCounts();
  const narrow = useNarrow();
  const [, navigate] = useLocation();
  const amount = (tab: Tab): string | null => {
    const total = data?.counts.find((each) => each.kind === tab)?.total;
    return total === undefined ? null : total > mostCounted ? `${count(mostCounted)}+` : count(total);
  };
  if (narrow)
    return (
      <nav aria-label="Kinds of records" className="mb-3">
        <Select
          aria-label="Kind of records"
          className="h-10 w-full font-medium"
          value={current}
          onChange={(event) => navigate(`/records/${event.target.value}`)}
        >
          {tabs.map((tab) => (
            <option key={tab} value={tab}>
              {labelOf(tab)}
              {amount(tab) !== null && ` (${amount(tab)})`}
            </option>
          ))}
        </Select>
      </nav>
    );
  return (
    <nav aria-label="Kinds of records" className="mb-4">
      <ul className="flex flex-wrap gap-x-4 border-b border-line">
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              href={`/records/${tab}`}
              aria-current={tab === current ? "page" : undefined}
              className={cx(
                "-mb-px flex items-center gap-1.5 border-b-2 py-2 font-medium no-underline!",
                tab === current ? "border-accent text-ink" : "border-transparent text-ink-2 hover:text-ink",
              )}
            >
              {labelOf(tab)}
              {amount(tab) !== null && <span className="num text-xs font-normal text-ink-3">{amount(tab)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
