import { useLocation } from "wouter";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { tabOf } from "#features/records/fields/fields.ts";
import { mostCounted } from "#features/records/list/contract.ts";
import { count } from "#ui/format.ts";
import { Select } from "#ui/kit/field.tsx";
import { LinkTabs } from "#ui/kit/link-tabs.tsx";
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
    <LinkTabs
      label="Kinds of records"
      tabs={tabs.map((tab) => ({
        href: `/records/${tab}`,
        isCurrent: tab === current,
        text: (
          <>
            {labelOf(tab)}
            {amount(tab) !== null && <span className="num text-xs font-normal text-ink-3">{amount(tab)}</span>}
          </>
        ),
      }))}
    />
  );
}
