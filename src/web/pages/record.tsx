import { DecisionTabs } from "#features/decisions/web/decision-tabs.tsx";
import { useRecord } from "#features/decisions/web/outcome-queries.ts";
import { RecordView } from "#features/decisions/web/record-view.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

export default function RecordPage() {
  const { data, error } = useRecord();
  return (
    <Page title="Record">
      <PageHead title="Decisions" handOn>
        What your agents claimed, and what came true.
      </PageHead>
      <DecisionTabs />
      {data ? (
        <RecordView record={data} />
      ) : (
        <LoadingRows error={error} what="Couldn't load the record" rows={6} tall />
      )}
    </Page>
  );
}
