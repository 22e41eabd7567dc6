import { ChevronDown, RefreshCw, Trash2, Upload, Users } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import type { Agent } from "#features/agents/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { openImport } from "#features/imports/contract.ts";
import { initializeAgents, resetData, setupAgents } from "#features/setup/contract.ts";
import { useInitializeAgents } from "#features/setup/web/queries.ts";
import { useConfirmedReset } from "#features/setup/web/reset-button.tsx";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import type { MenuGroup, MenuItem } from "#ui/kit/menu.tsx";
import { testsOf } from "./decision-testing.tsx";

const Menu = onDemand(() => import("#ui/kit/menu.tsx"));
const icon = { size: 15, strokeWidth: 1.75, "aria-hidden": true } as const;

type Props = {
  agents: readonly Agent[];
  onSetup: () => void;
  onImport: () => void;
  onTest: (test: ReturnType<typeof testsOf>[number]) => void;
};

/** The actions from the bottom of the page, repeated in a menu at its top. */
export function ManageMenu({ agents, onSetup, onImport, onTest }: Props) {
  const [open, setOpen] = useState(false);
  const initialize = useInitializeAgents();
  const reset = useConfirmedReset();
  const mayTest = useMay(makeDecision);
  const may = {
    setup: useMay(setupAgents),
    initialize: useMay(initializeAgents),
    import: useMay(openImport),
    reset: useMay(resetData) && agents.length > 0,
  };
  const item = (isAllowed: boolean, menuItem: MenuItem): MenuItem[] => (isAllowed ? [menuItem] : []);
  const groups: MenuGroup[] = [
    {
      items: [
        ...item(may.setup, { label: "Setup AI Workforce", icon: <Users {...icon} />, onChoose: onSetup }),
        ...item(may.initialize, {
          label: "Initialize AI Workforce",
          icon: <RefreshCw {...icon} />,
          onChoose: () => initialize.mutate(),
        }),
        ...item(may.import, { label: "Import files", icon: <Upload {...icon} />, onChoose: onImport }),
      ],
    },
    {
      title: "Autonomous Decision Testing. Runs a sample proposal, marked as a test, never counted.",
      items: mayTest
        ? testsOf(agents).map((test) => ({
            label: `${test.role}: ${test.name}`,
            icon: <AgentBadge role={test.role} />,
            onChoose: () => onTest(test),
          }))
        : [],
    },
    {
      items: item(may.reset, {
        label: "Reset Data...",
        icon: <Trash2 {...icon} />,
        tone: "danger",
        onChoose: reset.ask,
      }),
    },
  ].filter(({ items }) => items.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="relative">
      <Button
        small
        aria-haspopup="menu"
        aria-expanded={open}
        pending={initialize.isPending || reset.isPending}
        onClick={() => setOpen(!open)}
      >
        Manage <ChevronDown {...icon} />
      </Button>
      {open && <Menu label="Manage" groups={groups} onClose={() => setOpen(false)} />}
    </div>
  );
}
