import { longDay } from "#contract/format.ts";
import { DecisionTabs } from "#features/decisions/web/decision-tabs.tsx";
import { ForecastList } from "#features/decisions/web/forecast-list.tsx";
import { useRecord } from "#features/decisions/web/outcome-queries.ts";
import { plural } from "#ui/format.ts";
import { Page, PageHead } from "#ui/kit/page.tsx";

export default function ForecastsPage() {
  const { data } = useRecord();
  return (
    <Page title="Forecasts">
      <PageHead title="Decisions" handOn>
        {data ? describe(data.open, data.next) : "What your agents forecast."}
      </PageHead>
      <DecisionTabs />
      <ForecastList />
    </Page>
  );
}

function describe({ due, overdue, upcoming }: Record<"due" | "overdue" | "upcoming", number>, next: string | null) {
  if (due + overdue + upcoming === 0) return "No open forecasts.";
  const overdueText = overdue > 0 ? `, ${overdue} overdue` : "";
  const first = next ? ` The next is due on ${longDay(next)}.` : "";
  return `${plural(due, "forecast is", "forecasts are")} due today${overdueText}, ${upcoming} upcoming.${first}`;
}
