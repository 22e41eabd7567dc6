import { useState } from "react";
import { agentRole } from "#contract/roles.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { useLeave } from "#ui/kit/use-leave.ts";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { AddExecutive } from "./add-executive.tsx";
import { EditExecutive } from "./edit-executive.tsx";
import { useExecutive } from "./queries.ts";

/** Edits or retires an agent, or adds one if `id` is null. */
export default function ExecutiveDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data: team, error: teamError } = useAgents();
  const { data: executive, error } = useExecutive(id);
  const [retiring, setRetiring] = useState(false);
  const leaving = useLeave(onClose);
  const agent = executive?.agent;
  const title = id === null ? "Add agent" : retiring ? `Retire ${agent?.name}?` : "Edit agent";
  const subtitle = id === null ? "One agent per role, with the role's defaults." : agent && agentRole(agent.role).name;
  const shared = { leaving, onClose };
  return (
    <Dialog title={title} description={agent ? `${agent.name}, ${subtitle}` : (subtitle ?? "")} onClose={leaving.leave}>
      {id === null && team ? (
        <AddExecutive team={team} {...shared} />
      ) : executive && team ? (
        <EditExecutive executive={executive} team={team} retiring={retiring} onRetiring={setRetiring} {...shared} />
      ) : (
        <DialogBody>
          {(error ?? teamError) ? (
            <Fault error={error ?? teamError} what="Couldn't load the agent" />
          ) : (
            <SkeletonRows rows={6} tall />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}
