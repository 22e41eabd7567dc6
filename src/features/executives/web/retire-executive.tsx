import type { FormEvent } from "react";
import { Link } from "wouter";
import { lengths } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";
import type { Executive } from "#features/executives/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { type Leaving, useSending } from "#ui/kit/use-leave.ts";
import { useRetireExecutive } from "./queries.ts";

type Props = {
  executive: Executive;
  team: readonly Agent[];
  reason: string;
  onReason: (reason: string) => void;
  leaving: Leaving;
  onBack: () => void;
  onClose: () => void;
};

/** Shows what retiring does, or the pending decisions that prevent it. */
export function RetireExecutive({ executive, team, reason, onReason, leaving, onBack, onClose }: Props) {
  const { agent, pendingDecisions } = executive;
  const retire = useRetireExecutive(agent.id, onClose);
  useSending(leaving, retire.isPending);
  const blocked = pendingDecisions.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blocked && !retire.isPending) retire.mutate(reason.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody className="grid content-start gap-4">
        {blocked ? (
          <PendingDecisions executive={executive} onLeave={onClose} />
        ) : (
          <Consequences executive={executive} team={team} />
        )}
        {!blocked && (
          <TextArea
            label="Reason"
            aside="optional, saved in the journal"
            maxLength={lengths.reason}
            value={reason}
            onText={onReason}
          />
        )}
        {retire.isError && !blocked && <Problem of={retire.error} />}
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} note="Not retired yet." />
      ) : (
        <DialogFoot>
          <Button disabled={retire.isPending} onClick={onBack}>
            Back
          </Button>
          {!blocked && (
            <Button type="submit" look="destructive" pending={retire.isPending}>
              {retire.isPending ? "Retiring..." : `Retire ${agent.name}`}
            </Button>
          )}
        </DialogFoot>
      )}
    </form>
  );
}

function PendingDecisions({
  executive: { agent, pendingDecisions },
  onLeave,
}: {
  executive: Executive;
  onLeave: () => void;
}) {
  return (
    <div>
      <p>
        {agent.name} has {plural(pendingDecisions.length, "pending decision")}. Decide{" "}
        {pendingDecisions.length === 1 ? "it" : "them"} before you retire {agent.name}.
      </p>
      <ul className="mt-3">
        {pendingDecisions.map(({ id, number, title }) => (
          <li key={id} className="flex min-h-row items-center gap-3 border-t border-line">
            <span className="flex-none text-ink-3">D-{number}</span>
            <Link href={`/decisions/${id}`} onClick={onLeave} className="min-w-0 truncate">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Consequences({ executive: { agent, openTasks }, team }: { executive: Executive; team: readonly Agent[] }) {
  const reports = team.filter(({ systemProps }) => systemProps.reportsTo === agent.id).map(({ name }) => name);
  const superior = team.find(({ id }) => id === agent.systemProps.reportsTo)?.name;
  const lines = [
    `${agent.name} leaves the team immediately and stops proposing.`,
    openTasks > 0 && `${plural(openTasks, "open task")} ${openTasks === 1 ? "becomes" : "become"} unassigned.`,
    reports.length > 0 &&
      `${reports.join(", ")} ${reports.length === 1 ? "reports" : "report"} to ${superior ?? "no one"} from now on.`,
    "History keeps the name, and this year's commitments stay.",
    `You can add another ${agent.role}. Until then you can reinstate ${agent.name}.`,
  ];
  return (
    <ul className="grid list-disc gap-1.5 pl-[18px] marker:text-ink-3">
      {lines.map((line) => line && <li key={line}>{line}</li>)}
    </ul>
  );
}
