import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { Link } from "wouter";
import { agentRoles, roleTitle } from "#contract/roles.ts";
import { monthName } from "#contract/spans.ts";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { zoneTime } from "#features/accounts/web/time-zones.ts";
import type { Agent } from "#features/agents/contract.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { type CompanyDetails, setupCompany } from "#features/setup/company/contract.ts";
import { roleOfDepartment } from "#features/setup/company/rules.ts";
import { CompanyForm } from "#features/setup/web/company-form.tsx";
import { useCompanyDetails } from "#features/setup/web/company-queries.ts";
import { GoalTargets } from "#features/setup/web/goal-targets.tsx";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";

const LocaleDialog = onDemand(() => import("#features/accounts/web/locale-dialog.tsx"));

export default function CompanySetupPage() {
  const { data, error } = useCompanyDetails();
  const may = useMay(setupCompany);
  const [isLocaleOpen, setLocaleOpen] = useState(false);
  const { data: agents } = useAgents();
  return (
    <Page title="Company Setup">
      <PageHead title="Company Setup">
        {may ? "What your agents need to know about your company." : `${onlyWho(setupCompany, "change the setup")}.`}
      </PageHead>
      {!data && <LoadingRows error={error} what="Couldn't load the company's setup" rows={6} tall />}
      {data && (
        <Columns
          main={
            <>
              <CompanyForm details={data} mayEdit={may} />
              <GoalTargets details={data} mayEdit={may} />
            </>
          }
          rail={
            <>
              <LocaleSection onChange={may ? () => setLocaleOpen(true) : undefined} />
              <Departments active={data.departmentsActive} agents={agents} />
            </>
          }
        />
      )}
      {isLocaleOpen && <LocaleDialog onClose={() => setLocaleOpen(false)} />}
    </Page>
  );
}

function LocaleSection({ onChange }: { onChange: (() => void) | undefined }) {
  const { currency, timeZone, fiscalYearStart } = useCompany();
  const rows = [
    ["Currency", currency],
    ["Time zone", zoneTime(timeZone)],
    ["Fiscal year starts in", monthName(fiscalYearStart)],
  ];
  return (
    <Section
      title="Currency and time"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      <dl>
        {rows.map(([term, value]) => (
          <div key={term} className="flex min-h-row items-center justify-between gap-3 border-t border-line py-1.5">
            <dt className="text-ink-2">{term}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Departments({
  active,
  agents,
}: {
  active: CompanyDetails["departmentsActive"];
  agents: readonly Agent[] | undefined;
}) {
  if (active.length === 0 || !agents) return null;
  return (
    <Section title="Agents by department">
      <ul>
        {active.map((department) => {
          const role = roleOfDepartment[department];
          const agent = agents.find((each) => each.role === role);
          const free = agentRoles.find(({ id }) => id === role);
          return (
            <li
              key={department}
              className="flex min-h-row items-center justify-between gap-3 border-t border-line py-1.5"
            >
              <span>{department}</span>
              {agent ? (
                <span className="flex min-w-0 items-center gap-2">
                  <AgentBadge role={agent.role} />
                  <span className="min-w-0 wrap-anywhere">{agent.name}</span>
                </span>
              ) : free ? (
                <Link href="/?add=executive" className="text-right text-sm text-ink-2 underline">
                  No {roleTitle(free.id)} yet
                </Link>
              ) : (
                <span className="text-right text-sm text-ink-3">No agent for this</span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
