import { useState } from "react";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import * as calls from "#features/integrations/contract.ts";
import { Link } from "wouter";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { toast } from "#ui/toast.ts";
import { AddressToEnter, paramsOf, StatusMark } from "./parts.tsx";
import { toastOutcome, useAvailable, useChange, useConnections } from "./queries.ts";
import { RevenueSource } from "#features/metrics/web/revenue-source.tsx";
import { useFreshness } from "#features/records/web/source-note.tsx";
import { refresh } from "#ui/query.ts";
import { RemoveDialog } from "./remove-dialog.tsx";

export function Active() {
  const { data, error } = useConnections();
  if (error && !data) return <Fault error={error} what="The connections could not be loaded" />;
  if (!data) return <SkeletonRows rows={4} tall />;
  if (data.length === 0) return <Empty title="No integrations connected yet">Connect a service under Available.</Empty>;
  return (
    <>
      <RevenueSource />
      <ul>
        {data.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
    </>
  );
}

function Row({ of: one }: { of: calls.Connection }) {
  const { timeZone } = useCompany();
  const isAdmin = useIsAdmin();
  const twice = useFreshness().data?.find(({ source }) => source === one.type)?.doubles ?? [];
  const webhook = useAvailable().data?.find(({ id }) => id === one.type)?.webhook;
  const [isAsked, setAsked] = useState(false);
  const test = useChange(calls.testConnection, ["Connection Failed"], toastOutcome("Connection"));
  const sync = useChange(calls.syncConnection, ["Sync Failed"], toastOutcome("Sync"));
  const on = useChange(calls.activateConnection, ["Activation Failed"], ({ message }) => {
    toast("Integration Activated", message);
  });
  const off = useChange(calls.deactivateConnection, ["Deactivation Failed"], ({ message }) => {
    toast("Integration Deactivated", message);
  });
  const remove = useChange(calls.disconnect, ["Removal Failed"], ({ message }) => {
    toast("Integration Removed", message);
    setAsked(false);
  });
  const keep = useChange(calls.keepOne, ["Not Removed"], ({ message }) => {
    toast("Own Records Removed", message);
    void refresh("metrics", "records");
  });
  const isPending = [test, sync, on, off, remove, keep].some((change) => change.isPending);
  const cannot = !isAdmin || isPending || one.status === "pending";
  const isOff = one.status === "inactive";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{one.name}</span>
          <StatusMark status={one.status} />
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {[one.account, one.agentAssignment && `works with ${one.agentAssignment}`].filter(Boolean).join(", ")}
        </p>
        <p className="text-sm text-ink-3">
          Last sync: {one.lastSync ? <Moment at={one.lastSync} timeZone={timeZone} /> : "Never"}
        </p>
        {isAdmin && webhook && (
          <details className="text-sm text-ink-3">
            <summary>Faster updates</summary>
            <AddressToEnter of={webhook} />
          </details>
        )}
        {twice.length > 0 && (
          <div className="text-sm text-pretty text-warning">
            {twice.map(({ sentence }) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        )}
        {one.problem && <p className="text-sm text-pretty text-danger">{one.problem}</p>}
      </div>
      <div className="flex items-center gap-2">
        <Switch
          label={`${one.name} is on`}
          on={!isOff && one.status !== "pending"}
          disabled={cannot}
          onChange={(next) => (next ? on : off).mutate(paramsOf(one))}
        />
        {one.page && (
          <Link href={one.page} className={buttonClass("plain", true)}>
            Settings
          </Link>
        )}
        {one.status === "expired" && isAdmin && (
          <Link href="/integrations?tab=available" className={buttonClass("plain", true)}>
            Reconnect
          </Link>
        )}
        <Button small disabled={cannot || isOff} pending={test.isPending} onClick={() => test.mutate(paramsOf(one))}>
          Test
        </Button>
        <Button small disabled={cannot || isOff} pending={sync.isPending} onClick={() => sync.mutate(paramsOf(one))}>
          Sync
        </Button>
        {twice.some(({ isOwn }) => isOwn) && (
          <Button small disabled={cannot} pending={keep.isPending} onClick={() => keep.mutate(paramsOf(one))}>
            Keep those of {one.name}
          </Button>
        )}
        <Button small disabled={!isAdmin || isPending} onClick={() => setAsked(true)}>
          Remove
        </Button>
      </div>
      {isAsked && (
        <RemoveDialog
          of={one}
          verb="Remove"
          pending={remove.isPending}
          onRemove={() => remove.mutate(paramsOf(one))}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}
