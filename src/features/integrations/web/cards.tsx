import { type ReactNode, useState } from "react";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import * as calls from "#features/integrations/contract.ts";
import { useNow } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { toast } from "#ui/toast.ts";
import { paramsOf, StatusMark } from "./parts.tsx";
import { toastOutcome, useChange, useConnections } from "./queries.ts";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The connections in Company settings; `empty` where there are none. */
export function ConnectionCards({ empty }: { empty: ReactNode }) {
  const { data, error } = useConnections();
  if (error && !data) return <Fault error={error} what="The integrations could not be loaded" />;
  if (!data) return <SkeletonRows rows={4} tall />;
  if (data.length === 0) return empty;
  return (
    <ul className="grid gap-x-14 lg:grid-cols-2">
      {data.map((one) => (
        <Card key={one.id} of={one} />
      ))}
    </ul>
  );
}

function Card({ of: one }: { of: calls.Connection }) {
  const { timeZone } = useCompany();
  const isAdmin = useIsAdmin();
  const now = useNow();
  const [isAsked, setAsked] = useState(false);
  const test = useChange(calls.testConnection, null, toastOutcome("Connection"));
  const remove = useChange(calls.disconnect, ["Disconnect Failed", "Failed to disconnect integration"], () => {
    toast("Integration Disconnected", "The integration has been disconnected successfully");
    setAsked(false);
  });
  const at = (moment: string | null, none: string) => (moment ? <Moment at={moment} timeZone={timeZone} /> : none);
  const isOver = one.expiresAt !== null && Date.parse(one.expiresAt) < Number(now);
  const facts = [
    ["Last Sync", at(one.lastSync, "Never")],
    ["Connected", at(one.createdAt, "Never")],
    ["Error Count", one.errorCount],
    ["Token Expires", at(one.expiresAt, "Never")],
  ] as const;
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{one.name}</span>
        <StatusMark status={one.status} />
        {isOver && one.status !== "expired" && <Tag>Expired</Tag>}
      </p>
      <p className="text-sm text-ink-2">{[one.type, one.agentAssignment].filter(Boolean).join(", ")}</p>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm md:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isAdmin && (
        <div className="mt-3 flex gap-2">
          <Button small pending={test.isPending} onClick={() => test.mutate(paramsOf(one))}>
            Test Connection
          </Button>
          <Button small onClick={() => setAsked(true)}>
            Disconnect
          </Button>
        </div>
      )}
      {isAsked && (
        <RemoveDialog
          of={one}
          verb="Disconnect"
          pending={remove.isPending}
          onRemove={() => remove.mutate(paramsOf(one))}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}
