import { useState } from "react";
import type { ModelSettings } from "#features/models/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useChangeBudget } from "./queries.ts";

/** Sets what model calls may cost in a month. */
export default function BudgetForm({ budget, onClose }: { budget: ModelSettings["budget"]; onClose: () => void }) {
  const [company, setCompany] = useState(String(budget.company));
  const [agent, setAgent] = useState(String(budget.agent));
  const change = useChangeBudget(onClose);
  const given = { company: Number(company), agent: Number(agent) };
  const isFilled = company.trim() !== "" && agent.trim() !== "";
  const isReadable = isFilled && Object.values(given).every((value) => Number.isFinite(value) && value >= 0);
  const { most } = budget;
  const isOver = most !== null && Math.max(given.company, given.agent) > most;
  return (
    <ActionDialog
      title="Model budget"
      onClose={onClose}
      className="grid content-start gap-4 sm:grid-cols-2"
      submit="Save"
      disabled={!isReadable || isOver}
      pending={change.isPending}
      onSubmit={() => {
        if (isReadable && !isOver) change.mutate(given);
      }}
    >
      <TextField label="Company, per month" prefix="$" inputMode="decimal" value={company} onText={setCompany} />
      <TextField label="Each agent, per month" prefix="$" inputMode="decimal" value={agent} onText={setAgent} />
      {!isReadable && <p className="text-sm text-danger sm:col-span-2">Enter amounts of 0 or more in US dollars.</p>}
      {most !== null && (
        <p className={`text-sm sm:col-span-2 ${isOver ? "text-danger" : "text-ink-3"}`}>
          The operator of this server pays at most ${most} a month. Connect your own model to spend more.
        </p>
      )}
    </ActionDialog>
  );
}
