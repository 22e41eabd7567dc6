import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { agentRole } from "#contract/roles.ts";
import type { Agent } from "#features/agents/contract.ts";
import { isCapable } from "#features/agents/rules.ts";
import { EarnedLevels } from "#features/authority/web/levels.tsx";
import { type Executive, type ExecutiveForm, executiveForm } from "#features/executives/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { isStale } from "#ui/kit/stale.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { type Leaving, useSending, useUnsaved, useUnsavedForm } from "#ui/kit/use-leave.ts";
import { ExecutiveFields } from "./executive-fields.tsx";
import { useEditExecutive } from "./queries.ts";
import { RetireExecutive } from "./retire-executive.tsx";

function valuesOf({ name, role, emailAddress, capabilities, systemProps }: Agent): ExecutiveForm {
  const { decisionAuthority, budgetLimit, customInstructions, reportsTo } = systemProps;
  const flags = agentRole(role).capabilities.map((flag) => [flag, isCapable({ capabilities }, flag)] as const);
  return {
    name,
    emailAddress,
    budgetLimit,
    decisionAuthority,
    customInstructions,
    reportsTo,
    capabilities: Object.fromEntries(flags),
  };
}

type Props = {
  executive: Executive;
  team: readonly Agent[];
  retiring: boolean;
  onRetiring: (retiring: boolean) => void;
  leaving: Leaving;
  onClose: () => void;
};

/** Keeps the state it was opened with, so that saving detects changes by others. */
export function EditExecutive({ executive, team, retiring, onRetiring, leaving, onClose }: Props) {
  const [seen, setSeen] = useState(executive);
  const { agent } = seen;
  const form = useForm<ExecutiveForm>({ resolver: zodResolver(executiveForm), defaultValues: valuesOf(agent) });
  const edit = useEditExecutive(agent.id, onClose);
  const { isDirty } = form.formState;
  const [reason, setReason] = useState("");
  useUnsavedForm(leaving, form);
  useSending(leaving, edit.isPending);
  useUnsaved(leaving, () => reason.trim() !== "");
  const stale = isStale(edit.error);
  const reload = () => {
    setSeen(executive);
    form.reset(valuesOf(executive.agent));
    edit.reset();
  };
  if (retiring)
    return (
      <RetireExecutive
        executive={executive}
        team={team}
        reason={reason}
        onReason={setReason}
        leaving={leaving}
        onBack={() => onRetiring(false)}
        onClose={onClose}
      />
    );
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => edit.isPending || edit.mutate({ ...values, updatedAt: seen.updatedAt }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <ExecutiveFields role={agent.role} id={agent.id} team={team} limit={executive.limit} form={form} />
        <section aria-label="Earned levels" className="mt-5">
          <h3 className="text-sm leading-[18px] font-medium">Earned levels</h3>
          <p className="mt-0.5 mb-2 text-xs text-ink-3">
            What the record allows per type of decision. The lowest of it and your settings applies.
          </p>
          <EarnedLevels agentId={agent.id} />
        </section>
        <section aria-label="Retire" className="mt-5 flex items-center gap-3 border-t border-line pt-4">
          <p className="min-w-0 flex-1 text-sm text-pretty text-ink-2">
            {isDirty
              ? `Save or discard your changes before you retire ${agent.name}.`
              : `Retiring removes ${agent.name} from the team. History keeps the name.`}
          </p>
          <Button look="destructive" small disabled={isDirty} onClick={() => onRetiring(true)}>
            Retire…
          </Button>
        </section>
        {edit.isError && (
          <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
            {sentenceOf(edit.error)}
            {stale && executive.updatedAt !== seen.updatedAt && (
              <Button small onClick={reload}>
                Reload
              </Button>
            )}
          </div>
        )}
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} />
      ) : (
        <DialogFoot note={isDirty ? undefined : "No changes yet."}>
          <Button disabled={edit.isPending} onClick={leaving.leave}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={!isDirty} pending={edit.isPending}>
            {edit.isPending ? "Saving..." : "Save Changes"}
          </Button>
        </DialogFoot>
      )}
    </form>
  );
}
