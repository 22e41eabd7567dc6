import type { AvailableService, Connection, ConnectionStatus } from "#features/integrations/contract.ts";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";

const shown: Record<ConnectionStatus, readonly [label: string, tone: DotTone]> = {
  active: ["Active", "success"],
  pending: ["Setup Required", "warning"],
  error: ["Error", "danger"],
  inactive: ["Inactive", "idle"],
  expired: ["Expired", "danger"],
};

export const StatusMark = ({ status }: { status: ConnectionStatus }) => (
  <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap">
    <Dot tone={shown[status][1]} />
    {shown[status][0]}
  </span>
);

export const paramsOf = ({ id }: Pick<Connection, "id">) => ({ params: { id: String(id) as never } });

/** An address that a person enters at a service. */
export const AddressToEnter = ({ of: { how, address } }: { of: NonNullable<AvailableService["webhook"]> }) => (
  <p className="text-sm text-pretty text-ink-2">
    {how} <span className="font-mono text-xs wrap-anywhere">{address}</span>
  </p>
);
