import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { usePolledAgents } from "#features/agents/web/queries.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { useBriefing } from "#features/expertise/web/queries.ts";
import { RunList } from "#features/runs/web/run-list.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { ActivityTabs } from "../shell/activity-tabs.tsx";

export default function RunsPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("agent") ?? "";
  const { data: agents = [] } = usePolledAgents();
  const mayAsk = useMay(startBriefing);
  return (
    <Page title="Runs">
      <PageHead title="Runs" handOn actions={mayAsk && agents.length > 0 && <AskForBriefing agents={agents} />}>
        What your agents did, step by step, with evidence.
      </PageHead>
      <ActivityTabs current="/runs" />
      {agents.length > 1 && (
        <div className="mb-4 max-w-64">
          <Select
            aria-label="Agent"
            value={asked}
            onText={(typed) => setSearch(typed ? { agent: typed } : {}, { replace: true })}
            className="h-10 w-full md:h-control md:max-w-64"
          >
            <option value="">Everyone</option>
            <Options of={agents.map(({ id, name, role }) => [id, `${name}, ${role}`])} />
          </Select>
        </div>
      )}
      <RunList key={asked} agentId={asked || undefined} />
    </Page>
  );
}

function AskForBriefing({ agents }: { agents: readonly { id: string; name: string; role: string; status: string }[] }) {
  const [, navigate] = useLocation();
  const working = agents.filter(({ status }) => status === "active");
  const [chosen, setChosen] = useState("");
  const agentId = chosen || (working[0]?.id ?? "");
  const brief = useBriefing((runId) => navigate(`/runs/${runId}`));
  return (
    <>
      <Select
        aria-label="Briefing by"
        value={agentId}
        onText={setChosen}
        className="h-10 w-full md:h-control md:max-w-64"
      >
        <Options of={working.map(({ id, name, role }) => [id, `${name}, ${role}`])} />
      </Select>
      <Button look="primary" disabled={!agentId} pending={brief.isPending} onClick={() => brief.mutate(agentId)}>
        Ask for a briefing
      </Button>
    </>
  );
}
