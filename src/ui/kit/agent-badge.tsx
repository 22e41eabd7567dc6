import {
  Compass,
  Cpu,
  Handshake,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  Scale,
  User,
  Workflow,
} from "lucide-react";
import type { AgentRoleId } from "#contract/roles.ts";
import { cx } from "./cx.ts";

const icons: Record<AgentRoleId, LucideIcon> = {
  CEO: Compass,
  CFO: Landmark,
  CTO: Cpu,
  CMO: Megaphone,
  Sales: Handshake,
  "Customer Success": LifeBuoy,
  Operations: Workflow,
  Legal: Scale,
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
    <User size={14} strokeWidth={2} />
  </span>
);

/** Marcus CFO */
export const AgentName = ({ name, role }: { name: string; role: string }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="font-medium text-ink">{name}</span> <span className="text-ink-3">{role}</span>
  </span>
);
