import { useCompany } from "#features/accounts/web/queries.ts";
import { type Reset, undoReset } from "#features/setup/reset/contract.ts";
import { exactTime, plural } from "#ui/format.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { refreshAll } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";

type Props = { reset: Reset; contents: string; onClose: () => void };

export default function UndoDialog({ reset, contents, onClose }: Props) {
  const { timeZone } = useCompany();
  const undo = useSend(undoReset, () => ({ body: { id: reset.id } }), {
    done: ({ undoneItems: { agents, decisions, communications }, newer = [] }) => {
      const amounts = [plural(agents, "agent"), plural(decisions, "decision"), plural(communications, "communication")];
      const kept = newer.map(({ what, rows }) => `${rows} of the ${what}`).join(", ");
      const exception = kept && `. Not restored, because newer ones replaced them: ${kept}`;
      toast("Reset Undone", `Restored ${amounts.join(", ")}${exception}`);
      void refreshAll();
      onClose();
    },
  });
  return (
    <ActionDialog
      title="Undo the reset?"
      description={`The data was reset on ${exactTime(reset.resetAt, timeZone)}.`}
      onClose={onClose}
      className="grid content-start gap-2"
      submit={undo.isPending ? "Undoing..." : "Undo Reset"}
      pending={undo.isPending}
      busy={undo.isPending}
      onSubmit={() => undo.mutate()}
    >
      <p>This restores {contents}.</p>
      <p className="text-ink-2">
        {reset.tasks > 0 &&
          `${plural(reset.tasks, "task")} ${reset.tasks === 1 ? "gets its agent" : "get their agents"} back. `}
        {reset.decisions > 0 && "Decisions past their deadline expire."}
      </p>
      {undo.isError && <Problem of={undo.error} />}
    </ActionDialog>
  );
}
