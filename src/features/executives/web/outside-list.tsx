import { useState } from "react";
import { Link } from "wouter";
import { useCompany, useMay, usePeople } from "#features/accounts/web/queries.ts";
import { type Agent, autonomyLevels } from "#features/agents/contract.ts";
import { useOutsideAgents, useSetAutonomy, useSetStatus } from "#features/agents/web/queries.ts";
import { addExecutive } from "#features/executives/contract.ts";
import { money, sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { onDemand } from "#ui/on-demand.ts";

const RegisterDialog = onDemand(() => import("./register-outside.tsx"));
const ExecutiveDialog = onDemand(() => import("./executive-dialog.tsx"));

/** Other makers' programs that propose decisions here, each with what it may do and who answers for it. */
export function OutsideList() {
  const { data, error } = useOutsideAgents();
  const mayAdd = useMay(addExecutive);
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <Section
      id="outside-agents"
      title="Outside agents"
      note={data?.length || undefined}
      actions={
        mayAdd && (
          <Button small look="quiet" onClick={() => setOpen("new")}>
            Register agent
          </Button>
        )
      }
    >
      {!data ? (
        <LoadingRows error={error} what="The outside agents could not be loaded" rows={2} />
      ) : data.length === 0 ? (
        <Empty title="No outside agents">
          Register a program of another maker, so that it asks your policy before it spends or promises anything.
        </Empty>
      ) : (
        <ul>
          {data.map((agent) => (
            <Row key={agent.id} agent={agent} onEdit={() => setOpen(agent.id)} />
          ))}
        </ul>
      )}
      {open === "new" ? <RegisterDialog onClose={close} /> : open && <ExecutiveDialog id={open} onClose={close} />}
    </Section>
  );
}

function Row({ agent, onEdit }: { agent: Agent; onEdit: () => void }) {
  const { currency } = useCompany();
  const { data: people } = usePeople();
  const setAutonomy = useSetAutonomy();
  const setStatus = useSetStatus();
  const { id, name, role, status, operatorId, systemProps } = agent;
  const { autonomyLevel, budgetLimit, decisionAuthority } = systemProps;
  const operator = people?.find((one) => one.id === operatorId)?.username ?? "no one";
  const isActive = status === "active";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5">
      <AgentBadge role={role} />
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={`/executives/${id}`} className="font-medium wrap-anywhere">
            {name}
          </Link>
          <Tag line>outside</Tag>
          {!isActive && <Tag>{status}</Tag>}
        </span>
        <span className="mt-0.5 block text-xs text-pretty text-ink-3">
          {role}, {money(budgetLimit, currency)} a year, {decisionAuthority} authority. Programs of {operator} propose
          as it. Agent ID <code className="font-mono wrap-anywhere text-ink-2 select-all">{id}</code>
        </span>
      </span>
      <span className="flex items-center gap-1">
        <Select
          aria-label={`Autonomy of ${name}`}
          value={autonomyLevel}
          onText={(typed) => {
            const level = autonomyLevels.find((one) => one === typed);
            if (level) setAutonomy.mutate({ agent, autonomyLevel: level });
          }}
          className="h-9 w-28 text-sm! md:h-control-sm"
        >
          <Options of={autonomyLevels.map((each) => [each, sentenceCase(each)])} />
        </Select>
        {!agent.pausedByOversight && (
          <Button
            small
            look="quiet"
            pending={setStatus.isPending}
            onClick={() => setStatus.mutate({ agent, status: isActive ? "paused" : "active" })}
            aria-label={`${isActive ? "Pause" : "Activate"} ${name}`}
          >
            {isActive ? "Pause" : "Activate"}
          </Button>
        )}
        <Button small look="quiet" onClick={onEdit} aria-label={`Edit ${name}`} className="-mr-2.5">
          Edit
        </Button>
      </span>
    </li>
  );
}
