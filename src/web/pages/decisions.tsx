import { MessageSquarePlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { type DecisionStatus, makeDecision } from "#features/decisions/contract.ts";
import { DecisionList } from "#features/decisions/web/decision-list.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";

const AskDialog = lazy(() => import("#features/decisions/web/ask-dialog.tsx"));

const views = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;
type View = "all" | DecisionStatus;

export default function DecisionsPage() {
  const [search, setSearch] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const mayAsk = useMay(makeDecision);
  const asked = search.get("status");
  const view: View = views.find((each) => each.value === asked)?.value ?? "all";
  return (
    <Page title="Decisions">
      <PageHead
        title="Decisions"
        actions={
          mayAsk && (
            <Button look="primary" onClick={() => setAsking(true)}>
              <MessageSquarePlus size={15} strokeWidth={1.75} aria-hidden /> Ask for a proposal
            </Button>
          )
        }
      >
        What your agents proposed, who decided and how it turned out.
      </PageHead>
      <div className="mb-4">
        <Segmented
          label="Show decisions"
          options={views}
          value={view}
          onChange={(next) => setSearch(next === "all" ? {} : { status: next }, { replace: true })}
        />
      </div>
      <DecisionList key={view} status={view === "all" ? undefined : view} />
      <Suspense>{asking && <AskDialog onClose={() => setAsking(false)} />}</Suspense>
    </Page>
  );
}
