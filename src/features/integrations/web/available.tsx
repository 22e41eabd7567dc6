import { useState } from "react";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import {
  type AvailableService,
  authorizeConnection,
  initializeConnection,
  setUpCredentials,
} from "#features/integrations/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { toast } from "#ui/toast.ts";
import { AddressToEnter, StatusMark } from "./parts.tsx";
import { useAvailable, useChange } from "./queries.ts";

export function Available() {
  const { data, error } = useAvailable();
  const [asked, setAsked] = useState<AvailableService | null>(null);
  if (error && !data) return <Fault error={error} what="The services could not be loaded" />;
  if (!data) return <SkeletonRows rows={8} tall />;
  return (
    <>
      <ul className="grid gap-x-14 lg:grid-cols-2">
        {data.map((one) => (
          <Service key={one.id} of={one} onAsk={() => setAsked(one)} />
        ))}
      </ul>
      {asked && <Credentials of={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const goTo = ({ authUrl }: { authUrl: string | null }) => {
  if (authUrl) window.location.assign(authUrl);
};

function Service({ of: one, onAsk }: { of: AvailableService; onAsk: () => void }) {
  const isAdmin = useIsAdmin();
  const begin = useChange(
    initializeConnection,
    ["Initialization Failed", "Failed to initialize integration"],
    ({ status }) => {
      toast("Integration Initialized", "Integration has been set up successfully");
      if (status === "pending") onAsk();
    },
  );
  const authorize = useChange(authorizeConnection, ["Setup Failed", "Failed to set up integration"], goTo);
  const connect = () => {
    if (one.oauthReady) authorize.mutate({ params: { type: one.id } });
    else if (one.id === "gmail" && one.status === "available")
      begin.mutate({ body: { integrationId: one.id, config: {} } });
    else onAsk();
  };
  const { status } = one;
  const missing = one.fills.filter(({ isMissing }) => isMissing).map(({ what }) => what);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3" data-service={one.id}>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{one.name}</span>
          <Tag line>{one.category}</Tag>
          {status !== "available" && status !== "unavailable" && <StatusMark status={status} />}
        </p>
        <p className="text-sm text-pretty text-ink-2">{one.description}</p>
        <p className="text-sm text-ink-3">Works with {one.agentAssignment}</p>
        {missing.length > 0 && (
          <p className="text-sm text-pretty text-ink-2">
            {one.name} would fill {missing.join(", ")}
          </p>
        )}
        {one.note && <p className="text-sm text-pretty text-ink-3">{one.note}</p>}
      </div>
      <Button
        small
        disabled={!isAdmin || status === "active" || status === "unavailable" || begin.isPending || authorize.isPending}
        title={isAdmin ? undefined : "Only admins connect services"}
        onClick={connect}
      >
        Connect Integration
      </Button>
    </li>
  );
}

function Credentials({ of: one, onClose }: { of: AvailableService; onClose: () => void }) {
  const [given, setGiven] = useState<Record<string, string>>({});
  const store = useChange(setUpCredentials, ["Setup Failed", "Failed to set up integration"], ({ authUrl }) => {
    if (authUrl) return goTo({ authUrl });
    toast("Integration Connected", "Your integration has been set up successfully");
    onClose();
  });
  const credentials = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ""));
  return (
    <ActionDialog
      title={`Connect ${one.name}`}
      description="What you enter is encrypted before it is stored, and never shown again."
      submit="Connect"
      pending={store.isPending}
      disabled={Object.keys(credentials).length === 0}
      onSubmit={() => store.mutate({ body: { integrationId: one.id, credentials } })}
      onClose={onClose}
      className="grid gap-4"
    >
      <p className="text-sm text-pretty text-ink-2">{one.help}</p>
      {one.fields.map(({ name, label, isSecret }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          type={isSecret ? "password" : "text"}
          autoComplete="off"
          spellCheck={false}
          value={given[name] ?? ""}
          onText={(text) => setGiven({ ...given, [name]: text })}
        />
      ))}
      {one.authType === "oauth2" && (
        <AddressToEnter
          of={{
            how: `Register this return address at ${one.name}:`,
            address: `${window.location.origin}/integrations/return/${one.id}`,
          }}
        />
      )}
      {one.webhook && <AddressToEnter of={one.webhook} />}
    </ActionDialog>
  );
}
