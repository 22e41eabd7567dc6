import { useEffect } from "react";
import type { PushSettings } from "#features/notifications/push/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { Line } from "./line.tsx";
import { useAskForProof, useProveAddress } from "./push-queries.ts";

type Props = { settings: PushSettings; onChange: (mailed: { brief?: boolean; approvals?: boolean }) => void };

const lines = [
  { name: "brief", label: "Daily brief by mail", when: "when it is ready" },
  { name: "approvals", label: "Proposals by mail", when: "with a link that decides in your name, once" },
] as const;

/** What is mailed: switches, and the link that proves the address where it is not proven. */
export function MailLines({ settings, onChange }: Props) {
  const { mail } = settings;
  const ask = useAskForProof();
  const { mutate: prove } = useProveAddress();
  useEffect(() => {
    const token = /^#address=([\w-]+)$/.exec(location.hash)?.[1];
    if (!token) return;
    history.replaceState(null, "", location.pathname);
    prove(token);
  }, [prove]);
  return (
    <>
      {lines.map(({ name, label, when }) => (
        <Line
          key={name}
          label={label}
          hint={mail.isPossible ? `To ${mail.address}, ${when}.` : "This installation sends no mail."}
        >
          <Switch
            label={label}
            on={settings[name]}
            disabled={!mail.isPossible && !settings[name]}
            onChange={(on) => onChange({ [name]: on })}
          />
        </Line>
      ))}
      {(settings.brief || settings.approvals) && mail.isPossible && !mail.isProven && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3 text-sm">
          <p className="min-w-0 flex-1 basis-56 text-ink-2">
            {ask.isSuccess
              ? `Open the link in the mail to ${ask.data.sentTo}.`
              : "Confirm your address first: nothing is mailed to one that may be another person's."}
          </p>
          <Button small pending={ask.isPending} onClick={() => ask.mutate()}>
            {ask.isSuccess ? "Send it again" : "Send me a link"}
          </Button>
        </div>
      )}
    </>
  );
}
