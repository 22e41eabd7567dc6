import { ArrowLeft, SlidersHorizontal, UserRound } from "lucide-react";
import { Link } from "wouter";
import { roleTitle } from "#contract/roles.ts";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { type Identity, initializeProfile } from "#features/identity/contract.ts";
import { tierNames } from "#features/identity/promotions/contract.ts";
import { plural } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { PerformanceTab } from "./performance-tab.tsx";
import { PromotionsTab } from "./promotions-tab.tsx";
import { useIdentity, useInitializeProfile } from "./queries.ts";
import { SettingsTab } from "./settings-tab.tsx";

const tabNames = ["performance", "promotions", "settings"] as const;
type TabName = (typeof tabNames)[number];
export const tabOf = (value: string | null): TabName => tabNames.find((one) => one === value) ?? "performance";

/** What a profile shows, also on the agent's own page. */
export const identityTabs = (identity: Identity) =>
  [
    { value: "performance", label: "Performance", content: <PerformanceTab identity={identity} /> },
    {
      value: "promotions",
      label: "Promotions",
      count: identity.profile?.promotionCount,
      content: <PromotionsTab identity={identity} />,
    },
    { value: "settings", label: "Settings", content: <SettingsTab identity={identity} /> },
  ] as const;

type Props = { id: string; tab: TabName; onTab: (tab: TabName) => void; onBack: () => void };

export function IdentityDetail({ id, tab, onTab, onBack }: Props) {
  const { data, error, refetch } = useIdentity(id);
  return (
    <>
      <Button look="quiet" small className="-ml-2.5 mb-2" onClick={onBack}>
        <ArrowLeft size={15} strokeWidth={1.75} aria-hidden />
        All agents
      </Button>
      {!data && error && (
        <div role="alert" className="border-t border-line pt-4">
          <p className="mb-3">Error: {error.message}</p>
          <Button small onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
      {!data && !error && <SkeletonRows rows={8} tall />}
      {data && (
        <>
          <Head identity={data} />
          {data.profile ? (
            <Tabs label={`Identity of ${data.agent.name}`} value={tab} onChange={onTab} tabs={identityTabs(data)} />
          ) : (
            <NoProfile identity={data} />
          )}
        </>
      )}
    </>
  );
}

function Head({ identity: { agent, profile, performanceMetrics } }: { identity: Identity }) {
  const resolved = performanceMetrics.types.reduce((sum, one) => sum + one.resolved, 0);
  const held = performanceMetrics.types.reduce((sum, one) => sum + one.held, 0);
  const record =
    resolved === 0
      ? "No forecast is resolved yet."
      : `${plural(resolved, "forecast")} resolved; ${held === 0 ? "none" : held} came true.`;
  return (
    <div className="mb-5 flex flex-wrap items-start gap-3 md:gap-4">
      <AgentBadge role={agent.role} large />
      <div className="min-w-0 flex-1">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
          {agent.name} <span className="font-normal text-ink-3">{agent.role}</span>
        </h1>
        <p className="text-ink-2">
          {profile ? `${tierNames[profile.roleTier]}. ` : ""}
          {record}
        </p>
      </div>
      <div className="flex w-full gap-2 *:flex-1 md:w-auto md:*:flex-none">
        <Link href={`/executives/${agent.id}`} className={buttonClass()}>
          <UserRound size={15} strokeWidth={1.75} aria-hidden />
          {`${agent.role} page`}
        </Link>
        <Link href={`/agent-setup?agent=${agent.id}`} className={buttonClass()}>
          <SlidersHorizontal size={15} strokeWidth={1.75} aria-hidden />
          Agent Setup
        </Link>
      </div>
    </div>
  );
}

function NoProfile({ identity: { agent } }: { identity: Identity }) {
  const initialize = useInitializeProfile();
  const may = useMay(initializeProfile);
  return (
    <Empty
      title={`${agent.name} has no profile yet`}
      actions={
        <Button
          look="primary"
          disabled={!may}
          title={may ? undefined : onlyWho(initializeProfile, "initialize it")}
          pending={initialize.isPending}
          onClick={() => initialize.mutate(agent.id)}
        >
          Initialize Agent Identity
        </Button>
      }
    >
      A profile shows the {roleTitle(agent.role)}'s performance, tier and promotions, calculated from its own work.
      {initialize.error && " It was not initialized. Try again."}
    </Empty>
  );
}
