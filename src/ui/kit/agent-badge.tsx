import * as lucide from "lucide-react";
import type { AgentRoleId } from "#contract/roles.ts";
import { cx } from "./cx.ts";

const icons: Record<AgentRoleId, lucide.LucideIcon> = {
  CEO: lucide.Compass,
  CFO: lucide.Landmark,
  CTO: lucide.Cpu,
  CMO: lucide.Megaphone,
  Sales: lucide.Handshake,
  "Customer Success": lucide.LifeBuoy,
  Operations: lucide.Workflow,
  Legal: lucide.Scale,
};

const grey = "bg-agent-other-wash text-agent-other";
const colours: Partial<Record<AgentRoleId, string>> = {
  CEO: "bg-agent-ceo-wash text-agent-ceo",
  CFO: "bg-agent-cfo-wash text-agent-cfo",
  Sales: "bg-agent-sales-wash text-agent-sales",
  CMO: "bg-agent-cmo-wash text-agent-cmo",
};

/** A role's color and icon; the name is shown beside it. */
export function AgentBadge({ role, large }: { role: AgentRoleId; large?: boolean }) {
  const Icon = icons[role];
  return (
    <span
      aria-hidden
      data-role={role}
      className={cx(
        "grid flex-none place-items-center",
        large ? "size-7 rounded-control" : "size-[22px] rounded-[5px]",
        colours[role] ?? grey,
      )}
    >
      <Icon size={large ? 16 : 14} strokeWidth={2} />
    </span>
  );
}

/** A person's icon; the name is shown beside it. */
export const PersonBadge = () => (
  <span aria-hidden className={cx("grid size-[22px] flex-none place-items-center rounded-[5px]", grey)}>
    <lucide.User size={14} strokeWidth={2} />
  </span>
);

/** Marcus CFO */
export const AgentName = ({ name, role }: { name: string; role: string }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="font-medium text-ink">{name}</span> <span className="text-ink-3">{role}</span>
  </span>
);
