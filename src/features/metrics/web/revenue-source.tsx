import { useQuery } from "@tanstack/react-query";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { revenueMetric, sourceNames } from "#features/metrics/rules.ts";
import { chooseMetricSource, listMetricSources } from "#features/metrics/sources/contract.ts";
import { Options, SelectField } from "#ui/kit/field.tsx";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";

/** Chooses which source of daily revenue counts, where there are several: they are never added. */
export function RevenueSource() {
  const isAdmin = useIsAdmin();
  const { data } = useQuery(read(listMetricSources, { query: { name: revenueMetric } }));
  const choose = useSend(chooseMetricSource, "body", {
    failed: "Not changed",
    settled: () => refresh("metrics", "dashboard"),
  });
  const offered = data?.sources.filter(({ source }) => source !== "manual") ?? [];
  const [first] = offered;
  if (!data || !first || offered.length < 2) return null;
  return (
    <SelectField
      label="Daily Revenue comes from"
      hint="Of each day one source counts, never a sum. What you type in counts before all of them."
      className="mb-4 max-w-[420px]"
      value={data.chosen ?? ""}
      disabled={!isAdmin || choose.isPending}
      onChange={({ target }) =>
        choose.mutate({
          name: revenueMetric,
          source: offered.find(({ source }) => source === target.value)?.source ?? null,
        } as never)
      }
    >
      <Options
        of={[
          ["", `Usual order (now ${sourceNames[first.source]})`],
          ...offered.map(({ source }) => [source, sourceNames[source]] as const),
        ]}
      />
    </SelectField>
  );
}
