import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { useSearchParams } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { DecisionTabs } from "#features/decisions/web/decision-tabs.tsx";
import { DecisionLedger, useLedgerFilter } from "#features/decisions/web/decision-ledger.tsx";
import { exportLedger, useLedgerSummary } from "#features/decisions/web/ledger-queries.ts";
import { enoughForecasts } from "#features/decisions/web/ledger-summary.tsx";
import { RuleSuggestions } from "#features/decisions/web/rule-suggestions.tsx";
import { deadlineOf } from "#features/decisions/web/ledger-words.ts";
import { useNow } from "#ui/clock.ts";
import { plural, wholePercent } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

const AskDialog = onDemand(() => import("#features/decisions/web/ask-dialog.tsx"));

export default function DecisionsPage() {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.get("do") === "ask";
  const [isOpen, setIsOpen] = useState(false);
  const mayAsk = useMay(makeDecision);
  const asking = mayAsk && (isOpen || isAsked);
  const setAsking = (next: boolean) => {
    setIsOpen(next);
    if (!next && isAsked) setSearch({}, { replace: true });
  };
  const { filter } = useLedgerFilter();
  const summary = useLedgerSummary(filter).data;
  const { timeZone } = useCompany();
  const { count = 0, endingToday = 0, next = null } = summary?.pending ?? {};
  const now = useNow();
  const first = next && deadlineOf(next, now, timeZone);
  const ends = endingToday > 0 ? `${endingToday} ${endingToday === 1 ? "expires" : "expire"} today` : "";
  const nearest = ends || (first && `${count === 1 ? "it" : "the first"} expires ${first.text}`);
  const { resolved = 0, held = 0 } = summary?.forecasts ?? {};
  const pending = [
    `${plural(count, "proposal is", "proposals are")} pending${nearest ? `; ${nearest}` : ""}.`,
    ...(resolved >= enoughForecasts ? [`${wholePercent(held / resolved)} of resolved forecasts held.`] : []),
  ].join(" ");
  return (
    <Page title="Decisions">
      <PageHead
        title="Decisions"
        handOn={{
          disabled: !summary || summary.found + summary.foundTests === 0,
          onCsv: () => exportLedger(filter),
        }}
        actions={
          <>
            {mayAsk && (
              <Button look="primary" onClick={() => setAsking(true)}>
                <MessageSquarePlus size={15} strokeWidth={1.75} aria-hidden /> Ask for a proposal
              </Button>
            )}
          </>
        }
      >
        {count > 0 ? pending : "What your agents proposed, who decided and how it turned out."}
      </PageHead>
      <DecisionTabs />
      <RuleSuggestions />
      <DecisionLedger />
      {asking && <AskDialog onClose={() => setAsking(false)} />}
    </Page>
  );
}
