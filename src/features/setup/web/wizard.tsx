import { Check } from "lucide-react";
import { useState } from "react";
import type { AgentRoleId } from "#contract/roles.ts";
import type { AgentSetup } from "#features/setup/contract.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { cx } from "#ui/kit/cx.ts";
import { useLeave, useUnsaved } from "#ui/kit/use-leave.ts";
import { ConfigureAgents } from "./configure-agents.tsx";
import { SelectRoles } from "./select-roles.tsx";
import { StartWorking } from "./start-working.tsx";

const steps = ["Select Roles", "Configure Agents", "Start"] as const;

export default function SetupWizard({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [roles, setRoles] = useState<AgentRoleId[]>([]);
  /** Values of step 2, kept while going back to step 1. */
  const [drafts, setDrafts] = useState<readonly AgentSetup[]>([]);
  const leaving = useLeave(onClose);
  useUnsaved(leaving, () => step < 3 && drafts.length > 0);
  return (
    <Dialog
      wide
      title="AI Workforce Setup Wizard"
      description="Configure your specialized AI agents with custom roles, capabilities, and decision authority."
      aside={<Steps at={step} />}
      onClose={leaving.leave}
    >
      {step === 1 ? (
        <SelectRoles roles={roles} onChange={setRoles} leaving={leaving} onNext={() => setStep(2)} />
      ) : step === 3 ? (
        <StartWorking onClose={onClose} />
      ) : (
        <ConfigureAgents
          roles={roles}
          drafts={drafts}
          leaving={leaving}
          onBack={(agents) => {
            setDrafts(agents);
            setStep(1);
          }}
          onCreated={() => setStep(3)}
        />
      )}
    </Dialog>
  );
}

const Steps = ({ at }: { at: 1 | 2 | 3 }) => (
  <ol className="flex w-full gap-5 text-sm whitespace-nowrap md:ml-auto md:w-auto md:pt-[3px] md:pr-9">
    {steps.map((name, index) => {
      const current = index + 1 === at;
      const done = index + 1 < at;
      return (
        <li
          key={name}
          aria-current={current ? "step" : undefined}
          className={cx("flex items-center gap-2", current ? "font-medium" : "text-ink-3")}
        >
          <span
            className={cx(
              "grid size-[18px] place-items-center rounded-full text-[11px] font-medium",
              current ? "bg-ink text-surface" : "shadow-[inset_0_0_0_1px_var(--line-strong)]",
              done && "text-ink-2",
            )}
          >
            {done ? <Check size={11} strokeWidth={2.5} aria-label="Done" /> : index + 1}
          </span>
          {name}
        </li>
      );
    })}
  </ol>
);
