import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { initializeAgents } from "#features/setup/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useInitializeAgents } from "./queries.ts";
import { ResetButton } from "./reset-button.tsx";

export function WorkforceManagement({ agents, active }: { agents: number; active: number }) {
  const initialize = useInitializeAgents();
  const may = useMay(initializeAgents);
  return (
    <Section title="AI Workforce Management">
      <div className="border-t border-line py-2">
        <div>Workforce</div>
        <div className="text-sm text-ink-3">
          {agents === 0
            ? may
              ? "Create all eight agents with defaults"
              : onlyWho(initializeAgents, "create it")
            : `${plural(agents, "agent")}, ${active} active, working by rules`}
        </div>
        {initialize.data && <p className="mt-1 text-sm text-ink-2">{initialize.data.message}</p>}
      </div>
      {may && (
        <div className="flex flex-wrap gap-2 pb-3">
          <Button small pending={initialize.isPending} onClick={() => initialize.mutate()}>
            Initialize AI Workforce
          </Button>
          {agents > 0 && <ResetButton />}
        </div>
      )}
    </Section>
  );
}
