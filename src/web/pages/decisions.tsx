import { useSearchParams } from "wouter";
import type { DecisionStatus } from "#features/decisions/contract.ts";
import { DecisionList } from "#features/decisions/web/decision-list.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";

const views = [
  { value: "all", label: "All" },
  { value: "pending", label: "Waiting" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;
type View = "all" | DecisionStatus;

export default function DecisionsPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("status");
  const view: View = views.find((each) => each.value === asked)?.value ?? "all";
  return (
    <Page title="Decisions">
      <PageHead title="Decisions">What the executives proposed, what came of it and who decided.</PageHead>
      <div className="mb-4">
        <Segmented
          label="Show decisions"
          options={views}
          value={view}
          onChange={(next) => setSearch(next === "all" ? {} : { status: next }, { replace: true })}
        />
      </div>
      <DecisionList key={view} status={view === "all" ? undefined : view} />
    </Page>
  );
}
