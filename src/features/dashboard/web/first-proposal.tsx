import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import type { Agent } from "#features/agents/contract.ts";
import { useMakeDecision } from "#features/decisions/web/queries.ts";
import { useBriefing, useOverdue } from "#features/expertise/web/queries.ts";
import { isUnderWay, useRun } from "#features/runs/web/queries.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button, type ButtonLook, buttonClass } from "#ui/kit/button.tsx";
import { refresh } from "#ui/query.ts";
import { bodyOf, testsOf } from "./decision-testing.tsx";

type Props = {
  agents: readonly Agent[];
  /** Whether there is data to base a proposal on. */
  hasData: boolean;
  /** Whether proposals are pending; then the first of them is shown instead. */
  isPending: boolean;
  look: ButtonLook;
};

/** Requests a proposal based on the company's data, or a sample if there is no data or it calls for no decision. */
export function FirstProposal({ agents, hasData, isPending, look }: Props) {
  const active = agents.filter(({ status }) => status === "active");
  const agent = active.find(({ role }) => role === "CEO") ?? active[0];
  const test = testsOf(active.toSorted((one, other) => Number(other.role === "CFO") - Number(one.role === "CFO")))[0];
  const [runId, setRunId] = useState<string | null>(null);
  const start = useBriefing(setRunId);
  const make = useMakeDecision();
  const { data: run } = useRun(runId);
  const overdue = useOverdue();
  const isFinished = run !== undefined && !isUnderWay(run.run.status);
  const isFound = isFinished && run.ledTo.some(({ kind }) => kind === "decision");
  useEffect(() => {
    if (isFound || make.isSuccess) void refresh("decisions", "dashboard").then(() => showFirst());
  }, [isFound, make.isSuccess]);

  const sample = (label: string, buttonLook: ButtonLook): ReactNode =>
    test ? (
      <Button look={buttonLook} pending={make.isPending} onClick={() => make.mutate(bodyOf(test))}>
        {make.isPending ? "Working it out..." : label}
      </Button>
    ) : (
      <Link href="/decisions" className={buttonClass(buttonLook)}>
        Ask for a proposal
      </Link>
    );
  if (isPending)
    return (
      <Button look={look} onClick={() => showFirst()}>
        Review
      </Button>
    );
  if (!hasData || !agent)
    return (
      <>
        {make.isError && <Note>{sentenceOf(make.error)}</Note>}
        {sample("Get a first proposal", look)}
      </>
    );
  if (isFinished && !isFound && overdue)
    return (
      <>
        <Note>
          {run.run.status === "done"
            ? overdue?.text
              ? `No proposal follows from your data, but ${overdue.text}.`
              : "Your data calls for no decision yet."
            : (run.run.sentence ?? "The briefing could not be finished.")}
        </Note>
        {sample("Run a sample proposal", look)}
      </>
    );
  const isBusy = start.isPending || (runId !== null && !isFinished);
  return (
    <Button look={look} pending={isBusy} onClick={() => start.mutate(agent.id)}>
      {isBusy ? `${agent.name} is looking for one...` : "Get a first proposal"}
    </Button>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <span role="status" className="self-center text-sm text-ink-2">
    {children}
  </span>
);

/** Scrolls to the new proposal once it is rendered. */
function showFirst(framesLeft = 120): void {
  const card = document.querySelector<HTMLElement>("#decision-feed article");
  if (!card && framesLeft > 0) requestAnimationFrame(() => showFirst(framesLeft - 1));
  card?.scrollIntoView({ block: "center" });
  card?.focus({ preventScroll: true });
}
