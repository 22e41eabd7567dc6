import { Upload, Users } from "lucide-react";
import type { ReactNode } from "react";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { importMetrics } from "#features/metrics/contract.ts";
import type { Agent } from "#features/agents/contract.ts";
import { initializeAgents, setupAgents } from "#features/setup/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { useInitializeAgents } from "./queries.ts";
import { ResetButton } from "./reset-button.tsx";

type Props = {
  agents: readonly Agent[];
  onSetup: () => void;
  onImport: () => void;
  children: ReactNode;
};

const icon = { size: 15, strokeWidth: 1.75, "aria-hidden": true } as const;

export function WorkforceManagement({ agents, onSetup, onImport, children }: Props) {
  const active = agents.filter(({ status }) => status === "active").length;
  const isEmpty = agents.length === 0;
  const initialize = useInitializeAgents();
  const may = useMay(initializeAgents);
  const maySetup = useMay(setupAgents);
  const mayImport = useMay(importMetrics);
  return (
    <Section title="AI Workforce Management">
      <div className="border-t border-line py-2.5">
        <p className={cx("mb-2 text-sm text-ink-3", !isEmpty && "max-md:hidden")}>
          {isEmpty
            ? may
              ? "Create all eight agents with defaults, or choose and configure them."
              : onlyWho(initializeAgents, "create it")
            : `${plural(agents.length, "agent")}, ${active} active.`}
          {!isEmpty && may && " You can undo a reset for 24 hours."}
        </p>
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {maySetup && (
            <Button small onClick={onSetup}>
              <Users {...icon} /> Setup AI Workforce
            </Button>
          )}
          {may && (
            <Button small pending={initialize.isPending} onClick={() => initialize.mutate()}>
              Initialize AI Workforce
            </Button>
          )}
          {mayImport && (
            <Button small onClick={onImport}>
              <Upload {...icon} /> Import files
            </Button>
          )}
          {!isEmpty && <ResetButton />}
        </div>
        {initialize.data && <p className="mt-2 text-sm text-ink-2">{initialize.data.message}</p>}
      </div>
      {children}
    </Section>
  );
}
