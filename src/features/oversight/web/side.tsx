import { OctagonX } from "lucide-react";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import * as calls from "#features/oversight/contract.ts";
import { sentenceCase } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Link } from "wouter";
import { Section } from "#ui/kit/section.tsx";
import { useInitialize, useStop } from "./queries.ts";

/** Stops everything autonomous, or turns oversight on. */
export function StopBox({ status }: { status: calls.OversightStatus }) {
  const [stop, initialize] = [useStop(), useInitialize()];
  const mayStop = useMay(calls.stopOversight);
  const mayInitialize = useMay(calls.initializeOversight);
  const isOff = status.systemStatus === "INACTIVE";
  const isHeld = !isOff && status.heldAt !== null;
  const error = stop.error ?? initialize.error;
  return (
    <section aria-label="Stop or start" className="rounded-card border border-line-strong bg-surface p-4 md:p-5">
      <h2 className="font-semibold">
        {!isOff
          ? "Stop everything autonomous"
          : status.heldAt
            ? "Everything autonomous is stopped"
            : "Oversight is off"}
      </h2>
      <p className="mt-0.5 text-sm text-pretty text-ink-2">
        {!isOff
          ? "Runs end within 5 seconds, nothing starts on its own, and agents can only propose."
          : status.heldAt
            ? "Nothing starts on its own, and agents can only propose, until oversight is initialized again."
            : "Agents can propose, but cannot act on their own until oversight runs."}
      </p>
      {isOff && mayInitialize && (
        <Button
          look="primary"
          className="mt-3.5 w-full"
          pending={initialize.isPending}
          onClick={() => initialize.mutate()}
        >
          Initialize AGI Oversight
        </Button>
      )}
      {isOff && !mayInitialize && (
        <p className="mt-2 text-sm text-ink-3">{onlyWho(calls.initializeOversight, "initialize it")}.</p>
      )}
      {isHeld && (
        <div className="mt-3.5 border-t border-line pt-3.5">
          <div className="font-medium">Autonomous work is on hold</div>
          <p className="mt-0.5 text-sm text-pretty text-ink-2">
            Nothing starts on its own, and agents can only propose.
            {!mayInitialize && ` ${onlyWho(calls.initializeOversight, "resume it")}.`}
          </p>
          {mayInitialize && (
            <Button className="mt-2.5 w-full" pending={initialize.isPending} onClick={() => initialize.mutate()}>
              Resume autonomous work
            </Button>
          )}
        </div>
      )}
      {!isOff && mayStop && (
        <Button
          look="destructive"
          className="mt-3.5 h-12! w-full border-danger! text-base! font-semibold"
          pending={stop.isPending}
          onClick={() => stop.mutate()}
        >
          <OctagonX size={18} strokeWidth={1.75} aria-hidden />
          Stop AGI
        </Button>
      )}
      <Problem of={error} className="mt-2" />
      <p className="mt-3 text-xs text-pretty text-ink-3">
        You and your colleagues can go on working.
        {!isOff && (
          <>
            {" "}
            On the server, <code className="whitespace-nowrap">npm run hold</code> does the same.
          </>
        )}
      </p>
    </section>
  );
}

export const Agents = ({ agents, isWatched }: { agents: readonly calls.AgentStatus[]; isWatched: boolean }) => (
  <Section
    title="Agents"
    note={isWatched ? `${agents.length} watched` : "not watched"}
    actions={
      <Link href="/policies" className="text-sm font-medium">
        Limits
      </Link>
    }
  >
    {agents.length === 0 ? (
      <Empty title="No agents yet">Set up your workforce on the dashboard to have it watched.</Empty>
    ) : (
      <ul className="text-sm">
        {agents.map(({ agentId, name, role, status, note }) => (
          <li key={agentId} className="flex min-h-9 items-center gap-2 border-t border-line">
            <AgentBadge role={role} />
            <AgentName name={name} role={role} />
            <span className="ml-auto inline-flex items-center gap-[7px] text-right whitespace-nowrap text-ink-3">
              {isWatched && status !== "normal" && <Dot tone={status === "inactive" ? "idle" : "warning"} />}
              {status === "watched" ? note : isWatched || status !== "normal" ? sentenceCase(status) : "—"}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
