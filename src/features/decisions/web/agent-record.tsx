import { useState } from "react";
import { Link } from "wouter";
import type { AgentRoleId } from "#contract/roles.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { ForecastRow } from "./forecast-list.tsx";
import { useForecasts, useRecord } from "./outcome-queries.ts";
import { keyOf, nameOf, Standings, StandingView } from "./record-parts.tsx";

const placeId = "outcomes";

/** How an agent's claims compare with what happened, in all and of each type. */
export function AgentRecord({ agentId }: { agentId: string }) {
  const { data, error } = useRecord();
  const [chosen, setChosen] = useState<string | null>(null);
  if (error) return <Fault error={error} what="Couldn't load the record" />;
  if (!data) return <SkeletonRows rows={3} tall />;
  const all = data.agents.find((one) => one.agentId === agentId);
  // The page names the agent already.
  const types = data.both
    .filter((one) => one.agentId === agentId)
    .map((one) => ({ ...one, agentName: null, agentRole: null }));
  const shown = types.find((one) => keyOf(one) === chosen) ?? all;
  const choose = (key: string) => {
    setChosen(key);
    document.getElementById(placeId)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <Section
        title="Outcomes"
        id={placeId}
        note={shown?.decisionType ? nameOf(shown) : "resolved forecasts"}
        actions={
          shown?.decisionType && (
            <Button look="quiet" small onClick={() => setChosen(null)}>
              All types
            </Button>
          )
        }
      >
        {shown ? (
          <StandingView standing={shown} />
        ) : (
          <p className="border-t border-line py-2.5 text-ink-2">
            No forecast is resolved yet. Approved decisions are compared with what happened on the day they name.
          </p>
        )}
      </Section>
      {types.length > 0 && <Standings title="By type" rows={types} onChoose={choose} />}
      {all?.agentRole && <LatestOutcomes role={all.agentRole} resolved={all.resolved} />}
    </>
  );
}

function LatestOutcomes({ role, resolved }: { role: AgentRoleId; resolved: number }) {
  const { data } = useForecasts({ state: "resolved", role });
  const rows = data?.pages[0]?.rows.slice(0, 4) ?? [];
  if (rows.length === 0) return null;
  return (
    <Section
      title="Latest outcomes"
      actions={
        <Link
          href={`/decisions/forecasts?state=resolved&role=${encodeURIComponent(role)}`}
          className="text-sm font-medium"
        >
          All {resolved}
        </Link>
      }
    >
      <ul className="border-t border-line">
        {rows.map((row) => (
          <ForecastRow key={`${row.decisionId}:${row.position}`} row={row} />
        ))}
      </ul>
    </Section>
  );
}
