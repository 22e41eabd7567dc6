import { useState } from "react";
import { roleTitle } from "#contract/roles.ts";
import { lengths } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useAgents, useSetStatus } from "./queries.ts";

/** Pauses an agent or activates it again; shows nothing where there is no such agent. */
export default function StatusDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const agent = useAgents().data?.find(({ id }) => id === agentId);
  return agent && <Confirmation initial={agent} onClose={onClose} />;
}

function Confirmation({ initial, onClose }: { initial: Agent; onClose: () => void }) {
  const change = useSetStatus();
  // Keeps the agent as it was when the dialog opened, so that the texts do not change while its status does.
  const [agent] = useState(initial);
  const active = agent.status === "active";
  const [reason, setReason] = useState("");
  const asksWhy = !active && agent.pausedByOversight;
  const verb = active ? "Pause" : "Activate";
  return (
    <ActionDialog
      title={`${verb} ${agent.name}?`}
      description={`${roleTitle(agent.role)}, ${agent.status}`}
      onClose={onClose}
      submit={`${verb} ${agent.name}`}
      disabled={asksWhy && !reason.trim()}
      pending={change.isPending}
      onSubmit={() =>
        change.mutate(
          { agent, status: active ? "paused" : "active", ...(asksWhy && { reason: reason.trim() }) },
          { onSuccess: onClose },
        )
      }
    >
      {active
        ? "A paused agent proposes nothing, answers nothing and starts no task. Pending proposals stay."
        : "An active agent proposes, answers and works on its tasks within its limits."}
      {asksWhy && (
        <TextField
          frame="mt-4"
          label="Why may it work again?"
          hint="Oversight paused this agent. Your reason is kept in the journal."
          maxLength={lengths.reason}
          value={reason}
          autoFocus
          onText={setReason}
        />
      )}
    </ActionDialog>
  );
}
