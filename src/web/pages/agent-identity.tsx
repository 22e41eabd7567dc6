import { Network } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Agent } from "#features/agents/contract.ts";
import type { Profile } from "#features/identity/contract.ts";
import { tierNames } from "#features/identity/promotions/contract.ts";
import { IdentityDetail, tabOf } from "#features/identity/web/identity-detail.tsx";
import { IdentityGrid } from "#features/identity/web/identity-grid.tsx";
import { PromotionRules } from "#features/identity/web/promotion-rules.tsx";
import { useIdentities } from "#features/identity/web/queries.ts";
import { Tiles } from "#features/identity/web/tiles.tsx";
import { nothing, percent, plural, shortDate } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

export default function AgentIdentityPage() {
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const chosen = search.get("agent");
  const view = (id: string, tab: string) => navigate(`/agent-identity?agent=${id}&tab=${tab}`);
  if (chosen)
    return (
      <Page title="Agent Identity">
        <IdentityDetail
          key={chosen}
          id={chosen}
          tab={tabOf(search.get("tab"))}
          onTab={(tab) => view(chosen, tab)}
          onBack={() => navigate("/agent-identity")}
        />
      </Page>
    );
  return <Overview onView={(id) => navigate(`/executives/${id}?tab=performance`)} />;
}

function Overview({ onView }: { onView: (id: string) => void }) {
  const { agents, profiles, error, isLoading, retry } = useIdentities();
  const isEmpty = agents?.length === 0;
  return (
    <Page title="Agent Identity">
      <PageHead
        title="Agent Executive Identity Layer"
        actions={
          <Link href="/org" className={buttonClass()}>
            <Network size={15} strokeWidth={1.75} aria-hidden />
            Org chart
          </Link>
        }
      >
        {agents && profiles && !isEmpty
          ? describe(agents, profiles)
          : "Who your agents are, and what their record says."}
      </PageHead>
      {error ? (
        <div role="alert" className="border-t border-line pt-4">
          <p className="mb-3">Error: {error.message}</p>
          <Button small pending={isLoading} onClick={() => void retry()}>
            Retry
          </Button>
        </div>
      ) : !agents || !profiles ? (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <SkeletonRows rows={8} tall />
        </div>
      ) : (
        <>
          <Summary agents={agents} profiles={profiles} />
          {isEmpty ? (
            <div className="border-t border-line pt-4">
              <p className="mb-3">No agents found. Create agents in the Agent Setup page first.</p>
              <Link href="/agent-setup" className={buttonClass("primary")}>
                Open Agent Setup
              </Link>
            </div>
          ) : (
            <div className="grid gap-8 md:gap-10">
              <IdentityGrid agents={agents} profiles={profiles} onView={onView} />
              <PromotionRules profiles={profiles} />
            </div>
          )}
        </>
      )}
    </Page>
  );
}

const list = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

/** "7 of 8 agents have a profile. Marcus meets the rules for a promotion." */
function describe(agents: readonly Agent[], profiles: readonly Profile[]): string {
  const eligible = profiles.filter(({ eligibleFor }) => eligibleFor).map(({ agentName }) => agentName);
  const meeting =
    eligible.length === 0
      ? ""
      : ` ${list(eligible)} ${eligible.length === 1 ? "meets" : "meet"} the rules for a promotion.`;
  return `${profiles.length} of ${plural(agents.length, "agent")} ${agents.length === 1 ? "has" : "have"} a profile.${meeting}`;
}

function Summary({ agents, profiles }: { agents: readonly Agent[]; profiles: readonly Profile[] }) {
  const { timeZone } = useCompany();
  const scored = profiles.flatMap(({ performanceScore }) =>
    performanceScore === null ? [] : [Number(performanceScore)],
  );
  const mean = scored.length > 0 ? scored.reduce((sum, one) => sum + one, 0) / scored.length : null;
  const promotions = profiles.reduce((sum, { promotionCount }) => sum + promotionCount, 0);
  const latest = profiles
    .filter(({ lastPromotionDate }) => lastPromotionDate)
    .toSorted((a, b) => (b.lastPromotionDate ?? "").localeCompare(a.lastPromotionDate ?? ""))[0];
  const others = agents.filter(({ status }) => status !== "active");
  const without = agents.filter(({ id }) => !profiles.some(({ agentId }) => agentId === id));
  return (
    <Tiles
      tiles={[
        {
          name: "Total agents",
          value: agents.length,
          note: [
            `${agents.length - others.length} active`,
            ...others.slice(0, 2).map(({ name, status }) => `${name} ${status}`),
          ].join(", "),
        },
        {
          name: "Agents with profiles",
          value: (
            <>
              {profiles.length}
              <small className="text-base text-ink-3"> / {agents.length}</small>
            </>
          ),
          note:
            without.length === 0
              ? "All of them"
              : without.length < 3
                ? `${list(without.map(({ name }) => name))} without one`
                : `${without.length} without one`,
        },
        {
          name: "Average performance",
          value: mean === null ? nothing : percent(mean, 1),
          note:
            mean === null
              ? "Shown after 5 finished tasks of an agent"
              : `Mean of ${plural(scored.length, "agent")} with 5 or more finished tasks`,
        },
        {
          name: "Total promotions",
          value: promotions,
          note: latest?.lastPromotionDate
            ? `Latest: ${latest.agentName}, ${tierNames[latest.roleTier]}, ${shortDate(latest.lastPromotionDate, timeZone)}`
            : "None yet",
        },
      ]}
    />
  );
}
