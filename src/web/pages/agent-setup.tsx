import { Link, useLocation, useSearch } from "wouter";
import { roleTitle } from "#contract/roles.ts";
import type { Agent } from "#features/agents/contract.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import type { Profile } from "#features/identity/contract.ts";
import { tierNames } from "#features/identity/promotions/contract.ts";
import { ConfigForm } from "#features/identity/web/config-form.tsx";
import { useConfig, useProfiles } from "#features/identity/web/queries.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";

export default function AgentSetupPage() {
  const { data: agents, error } = useAgents();
  const { data: profiles } = useProfiles();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("agent");
  const chosen = agents?.find(({ id }) => id === asked);
  return (
    <Page title="Agent Setup">
      <PageHead title="Agent Setup">How each agent writes, how far it goes alone, and the tasks it opens.</PageHead>
      {!agents && <LoadingRows error={error} what="Couldn't load the agents" rows={8} tall />}
      {agents?.length === 0 && (
        <Empty
          title="No agents yet"
          actions={
            <Link href="/?add=executive" className={buttonClass("primary")}>
              Add an agent
            </Link>
          }
        >
          Your agents appear here once you create them in the control center.
        </Empty>
      )}
      {agents && agents.length > 0 && (
        <div className="grid items-start gap-x-14 gap-y-8 md:grid-cols-[300px_minmax(0,1fr)]">
          <Picker
            agents={agents}
            profiles={profiles ?? []}
            chosen={chosen?.id}
            onChoose={(id) => navigate(`/agent-setup?agent=${id}`)}
          />
          {chosen ? (
            <Chosen key={chosen.id} agent={chosen} />
          ) : (
            <p className="border-t border-line-strong py-3 text-ink-2">Choose an agent to change its configuration.</p>
          )}
        </div>
      )}
    </Page>
  );
}

type PickerProps = {
  agents: readonly Agent[];
  profiles: readonly Profile[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

const Picker = ({ agents, profiles, chosen, onChoose }: PickerProps) => (
  <Section title="Agent profiles" note={agents.length}>
    <ul>
      {agents.map(({ id, name, role }) => {
        const tier = profiles.find(({ agentId }) => agentId === id)?.roleTier;
        return (
          <li key={id} className="border-t border-line">
            <button
              type="button"
              aria-pressed={id === chosen}
              onClick={() => onChoose(id)}
              className={cx(
                "flex w-full items-center gap-2.5 rounded-control px-2 py-2 text-left",
                id === chosen ? "bg-accent-wash" : "hover:bg-sunken",
              )}
            >
              <AgentBadge role={role} />
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{name}</span>
                <span className="block text-xs text-ink-3">
                  {roleTitle(role)}
                  {tier && `, ${tierNames[tier]}`}
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  </Section>
);

function Chosen({ agent }: { agent: Agent }) {
  const { data, error } = useConfig(agent.id);
  if (data) return <ConfigForm config={data} name={agent.name} />;
  return <LoadingRows error={error} what="Couldn't load the configuration" rows={6} tall />;
}
