import { useState } from "react";
import { roleTitle } from "#contract/roles.ts";
import type { Agent } from "#features/agents/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { useAgents, useSetStatus } from "./queries.ts";

/** Pauses an agent or activates it again; shows nothing where there is no such agent. */
export default function StatusDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const agent = useAgents().data?.find(({ id }) => id === agentId);
  return agent && <Question given={agent} onClose={onClose} />;
}

function Question({ given, onClose }: { given: Agent; onClose: () => void }) {
  const change = useSetStatus();
  // What was asked stays as it was while it is done.
  const [agent] = useState(given);
  const active = agent.status === "active";
  const verb = active ? "Pause" : "Activate";
  return (
    <Dialog
      title={`${verb} ${agent.name}?`}
      description={`${roleTitle(agent.role)}, ${agent.status}`}
      onClose={onClose}
    >
      <DialogBody>
        {active
          ? "A paused agent proposes nothing, answers nothing and starts no task. Pending proposals stay."
          : "An active agent proposes, answers and works on its tasks within its limits."}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          pending={change.isPending}
          onClick={() => change.mutate({ agent, status: active ? "paused" : "active" }, { onSuccess: onClose })}
        >
          {verb} {agent.name}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
