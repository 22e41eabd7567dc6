import { useState } from "react";
import { Link } from "wouter";
import { useAgents } from "#features/agents/web/queries.ts";
import { words } from "#ui/format.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Options, SelectField } from "#ui/kit/field.tsx";
import { useLeave } from "#ui/kit/use-leave.ts";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { AskForm } from "./ask-form.tsx";
import { useDecisionTypes } from "./queries.ts";

/** Requests a proposal from an agent. */
export default function AskDialog({ onClose }: { onClose: () => void }) {
  const leaving = useLeave(onClose);
  const agents = useAgents();
  const types = useDecisionTypes();
  const [chosen, setChosen] = useState<{ agent?: string; type?: string }>({});
  const team = agents.data ?? [];
  const agent = team.find(({ id }) => id === chosen.agent) ?? team.find(({ status }) => status === "active") ?? team[0];
  const owned = types.data?.filter(({ roles }) => agent && roles.includes(agent.role)) ?? [];
  const isOn = (capability: string): boolean => agent?.capabilities[capability] === true;
  const type =
    owned.find(({ id }) => id === chosen.type) ?? owned.find(({ capability }) => isOn(capability)) ?? owned[0];
  const error = agents.error ?? types.error;
  // Keeps the first agent and type even if the team changes meanwhile.
  if (agent && type && (agent.id !== chosen.agent || type.id !== chosen.type))
    setChosen({ agent: agent.id, type: type.id });

  const choice = agent && (
    <div className="grid items-start gap-3 md:grid-cols-2">
      <SelectField
        label="Agent"
        value={agent.id}
        hint={agent.status === "active" ? undefined : `${agent.name} is ${agent.status} and can't propose`}
        onText={(typed) => setChosen({ agent: typed })}
      >
        <Options of={team.map(({ id, name, role }) => [id, `${name}, ${role}`])} />
      </SelectField>
      <SelectField
        label="Decision type"
        value={type?.id}
        hint={type && !isOn(type.capability) ? `Turn on "${words(type.capability)}" for this agent first` : undefined}
        onText={(typed) => setChosen({ agent: agent.id, type: typed })}
      >
        {owned.map(({ id, label, capability }) => (
          <option key={id} value={id} disabled={!isOn(capability)}>
            {isOn(capability) ? label : `${label} (off)`}
          </option>
        ))}
      </SelectField>
    </div>
  );

  return (
    <Dialog
      wide
      title="Ask for a proposal"
      description="The agent evaluates it by rules. Nothing is spent or sent until you decide."
      onClose={leaving.leave}
    >
      {agent && type && types.data ? (
        <AskForm types={types.data} agentId={agent.id} type={type} leaving={leaving}>
          {choice}
        </AskForm>
      ) : (
        <DialogBody>
          {error ? (
            <Fault error={error} what="Couldn't load agents" />
          ) : agents.data && types.data ? (
            <Empty
              title="No agents yet"
              actions={
                <Link href="/" className={buttonClass("primary")} onClick={onClose}>
                  Open the control center
                </Link>
              }
            >
              Create your agents in the control center first.
            </Empty>
          ) : (
            <SkeletonRows rows={4} />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}
