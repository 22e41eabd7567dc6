import { longDay } from "#contract/format.ts";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { Link } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { figureHref } from "#features/metrics/web/figure-href.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import type { MetricPoint } from "#features/metrics/contract.ts";
import { sourceNames } from "#features/metrics/rules.ts";
import { useSeries, useSeriesList } from "#features/metrics/web/queries.ts";
import { SeriesChart } from "#features/metrics/web/series-chart.tsx";
import { isShareFigure } from "#features/records/figures/rules.ts";
import { KindTabs } from "#features/records/web/kind-tabs.tsx";
import { count, money, plural, sentenceCase } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Columns, right, wide } from "#ui/kit/columns.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

const AddDataDialog = onDemand(() => import("#features/imports/web/add-data-dialog.tsx"));

type Point = Pick<MetricPoint, "metricName" | "metricValue" | "currency">;
const formatValue = ({ metricName, metricValue, currency }: Point): string =>
  currency ? money(metricValue, currency, "cents") : `${count(metricValue)}${isShareFigure(metricName) ? "%" : ""}`;

/** The company's daily figures: all metrics, or one. */
export default function FiguresPage({ name }: { name?: string }) {
  return name ? <OneFigure name={name} /> : <AllFigures />;
}

function AllFigures() {
  const { data, error } = useSeriesList();
  const { mayImport, open, dialog } = useImportDialog();
  const addButton = mayImport && (
    <Button look="primary" onClick={() => open("files")}>
      Add figures
    </Button>
  );
  return (
    <Page title="Figures">
      <PageHead title="Records" actions={data && data.length > 0 && addButton}>
        The data your agents work from.
      </PageHead>
      <KindTabs current="figures" />
      {!data ? (
        <LoadingRows error={error} what="The figures could not be loaded" rows={4} />
      ) : data.length === 0 ? (
        <div>
          <Empty title="No figures yet" actions={addButton}>
            Import files or enter values, such as your daily revenue.
          </Empty>
        </div>
      ) : (
        <div role="region" aria-label="List of figures" tabIndex={0} className="overflow-x-auto">
          <table>
            <Columns of={["Figure", right("Latest"), "Day", wide("Source"), wide(right("Days"))]} />
            <tbody>
              {data.map(({ latest, days }) => (
                <tr key={latest.metricName} className="hover:bg-sunken">
                  <td>
                    <Link href={`/records/figures/${latest.metricName}`} className="font-medium text-ink">
                      {sentenceCase(latest.metricName)}
                    </Link>
                  </td>
                  <td className="num text-right">{formatValue(latest)}</td>
                  <td className="text-ink-2 tabular-nums max-md:pr-0! md:whitespace-nowrap">
                    {longDay(latest.measurementDate)}
                  </td>
                  <td className="text-ink-2 max-md:hidden">{sourceNames[latest.source]}</td>
                  <td className="num text-right text-ink-2 max-md:hidden">{count(days)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dialog}
    </Page>
  );
}

/**
 * The import dialog, what opens it and whether this person may use it; it stays open while the page behind it fills.
 */
function useImportDialog(metric?: string) {
  const mayImport = useMay(recordMetrics);
  const [start, setStart] = useState<"files" | "value" | null>(null);
  return {
    mayImport,
    open: setStart,
    dialog: start && <AddDataDialog start={start} {...(metric ? { metric } : {})} onClose={() => setStart(null)} />,
  };
}

function OneFigure({ name }: { name: string }) {
  const { data, error } = useSeries(name);
  const company = useCompany();
  const { mayImport, open, dialog } = useImportDialog(name);
  const title = sentenceCase(name);
  const last = data?.at(-1);
  const first = data?.[0];
  const values = data?.map(({ metricValue }) => metricValue) ?? [];
  const formatInCurrency = (metricValue: number) =>
    formatValue({ metricName: name, metricValue, currency: last?.currency ?? null });
  return (
    <Page title={title}>
      <nav aria-label="Breadcrumb" className="mb-4 flex gap-2 text-sm">
        <Link href="/records/figures" className="text-ink-2">
          Figures
        </Link>
        <span aria-hidden className="text-ink-3">
          /
        </span>
        <span className="truncate text-ink-3">{title}</span>
      </nav>
      {!data ? (
        <LoadingRows error={error} what="The figure could not be loaded" rows={6} />
      ) : !last || !first ? (
        <Empty
          title={`No ${title} figures`}
          actions={
            mayImport && (
              <>
                <Button look="primary" onClick={() => open("value")}>
                  Enter a value
                </Button>
                <Button onClick={() => open("files")}>Import files</Button>
              </>
            )
          }
        >
          No values have been recorded.
          {mayImport && " Enter a value or import a file."}
        </Empty>
      ) : (
        <>
          <PageHead
            title={title}
            actions={
              <>
                <Link href={figureHref(name)} className={buttonClass()}>
                  Open in Explore
                </Link>
                {mayImport && <Button onClick={() => open("value")}>Enter a value</Button>}
              </>
            }
          >
            {formatValue(last)} on {longDay(last.measurementDate)}. Source: {sourceNames[last.source]}.{" "}
            {plural(data.length, "day")} in total
            {last.currency && last.currency !== company.currency ? `, in ${last.currency}` : ""}.
          </PageHead>
          <SeriesChart
            points={data.map(({ measurementDate, metricValue }) => ({ day: measurementDate, value: metricValue }))}
            shown={formatInCurrency}
            label={`${title} from ${longDay(first.measurementDate)} to ${longDay(last.measurementDate)}: between ${formatInCurrency(Math.min(...values))} and ${formatInCurrency(Math.max(...values))}, most recently ${formatValue(last)}.`}
          />
          <Section title="Daily values" note={count(data.length)} className="mt-8">
            <div role="region" aria-label={`${title}, as a table`} tabIndex={0} className="max-h-[480px] overflow-auto">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Day</th>
                    <th scope="col" className="text-right!">
                      Value
                    </th>
                    <th scope="col" className="w-[40%] pl-4!">
                      Source
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.toReversed().map((point) => (
                    <tr key={point.measurementDate}>
                      <td className="num">{longDay(point.measurementDate)}</td>
                      <td className="num text-right">{formatValue(point)}</td>
                      <td className="pl-4! text-ink-2">{sourceNames[point.source]}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Section>
        </>
      )}
      {dialog}
    </Page>
  );
}
