import { useState } from "react";
import { Link } from "wouter";
import { onlyWho, useCompany, useMay, usePeople } from "#features/accounts/web/queries.ts";
import type { Agent } from "#features/agents/contract.ts";
import { useEveryone } from "#features/agents/web/queries.ts";
import { MayDecide } from "#features/authority/web/may-decide.tsx";
import { changeReporting } from "#features/identity/reporting/contract.ts";
import { leadsFor, OrgChart } from "#features/identity/web/org-chart.tsx";
import { useChangeReporting, useTeamWork } from "#features/identity/web/queries.ts";
import { plural } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { buttonClass, Key } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Columns, right, wide } from "#ui/kit/columns.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

const views = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
] as const;

export default function OrgPage() {
  const { data: team, error } = useEveryone();
  const { data: work } = useTeamWork();
  const [view, setView] = useState<"chart" | "table">("chart");
  const owner = useOwner();
  const may = useMay(changeReporting);
  const nameOf = (id: string | null) => (id === null ? owner : (team?.find((one) => one.id === id)?.name ?? "no one"));
  const { move, isPending } = useChangeReporting(nameOf);
  const mayMove = may && !isPending;
  const onMove = (agent: Agent, reportsTo: string | null) => move({ agent, reportsTo });
  return (
    <Page title="Org chart">
      <PageHead
        title="Org chart"
        actions={team && team.length > 0 && <Segmented label="View" options={views} value={view} onChange={setView} />}
      >
        {team ? `${plural(team.length, "agent")}. ` : ""}What an agent can't settle goes to its lead.
      </PageHead>
      {!team && <LoadingRows error={error} what="Couldn't load the agents" rows={8} tall />}
      {team?.length === 0 && (
        <Empty
          title="No agents yet"
          actions={
            <Link href="/?add=executive" className={buttonClass("primary")}>
              Add an agent
            </Link>
          }
        >
          Your agents and whom they report to appear here.
        </Empty>
      )}
      {team && team.length > 0 && (
        <div className="grid gap-8">
          {view === "chart" && (
            <div>
              <OrgChart
                team={team}
                owner={owner}
                doneOf={(id) => work?.find(({ agentId }) => agentId === id)?.doneIn7Days ?? null}
                mayMove={mayMove}
                onMove={onMove}
              />
              <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-3 text-sm text-ink-2">
                {may ? (
                  <>
                    Drag by the handle, or choose a lead in the table below.
                    <span className="hidden items-center gap-2 md:inline-flex">
                      By keyboard: <Key>Tab</Key> choose an agent <Key>m</Key> move <Key>←</Key> <Key>→</Key> choose the
                      new lead <Key>Enter</Key> save <Key>Esc</Key> cancel
                    </span>
                  </>
                ) : (
                  onlyWho(changeReporting, "change reporting lines")
                )}
              </p>
            </div>
          )}
          <ReportingTable team={team} owner={owner} mayMove={mayMove} onMove={onMove} />
        </div>
      )}
    </Page>
  );
}

/** The name of the first admin, who owns the company. */
function useOwner(): string {
  const { data: people } = usePeople();
  const { name } = useCompany();
  return people?.find(({ role }) => role === "admin")?.username ?? name;
}

type TableProps = {
  team: readonly Agent[];
  owner: string;
  mayMove: boolean;
  onMove: (agent: Agent, reportsTo: string | null) => void;
};

const ReportingTable = ({ team, owner, mayMove, onMove }: TableProps) => (
  <Section title="Reporting lines" note="the chart as a table">
    <table>
      <Columns
        className="max-md:sr-only"
        of={["Agent", "Reports to", wide("Leads"), wide(right("Limit per decision"))]}
      />
      <tbody>
        {team.map((agent) => {
          const leads = leadsFor(agent, team);
          const reports = team.filter(({ systemProps }) => systemProps.reportsTo === agent.id);
          return (
            <tr key={agent.id}>
              <td className="h-row!">
                <span className="flex items-center gap-2.5">
                  <AgentBadge role={agent.role} />
                  <AgentName name={agent.name} role={agent.role} />
                  {agent.isOutside && <Tag line>outside</Tag>}
                </span>
              </td>
              <td>
                <Select
                  aria-label={`${agent.name} reports to`}
                  disabled={!mayMove || agent.role === "CEO"}
                  value={agent.systemProps.reportsTo ?? ""}
                  onText={(typed) => onMove(agent, typed || null)}
                  className="h-9 w-full max-w-44 text-sm! md:h-control-sm"
                >
                  <option value="">{owner}</option>
                  <Options of={team.filter(({ id }) => leads.includes(id)).map(({ id, name }) => [id, name])} />
                </Select>
              </td>
              <td className="text-ink-2 max-md:hidden">{reports.map(({ name }) => name).join(", ")}</td>
              <td className="text-right max-md:hidden">
                <MayDecide agentId={agent.id} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
    <p className="mt-2 max-w-[60ch] text-xs text-pretty text-ink-3">
      An agent cannot report to itself or to anyone below it. Open tasks stay with the agent. Changes can be undone.
    </p>
  </Section>
);
