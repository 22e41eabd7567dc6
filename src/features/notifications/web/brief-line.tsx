import { useEffect } from "react";
import type { PushSettings } from "#features/notifications/push/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { Line } from "./line.tsx";
import { useAskForProof, useProveAddress } from "./push-queries.ts";

type Props = { settings: PushSettings; onChange: (on: boolean) => void };

/** The daily brief by mail: a switch, and the link that proves the address where it is not proven. */
export function BriefLine({ settings: { brief, mail }, onChange }: Props) {
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
      <Line
        label="Daily brief by mail"
        hint={mail.isPossible ? `To ${mail.address}, when it is ready.` : "This installation sends no mail."}
      >
        <Switch label="Daily brief by mail" on={brief} disabled={!mail.isPossible && !brief} onChange={onChange} />
      </Line>
      {brief && mail.isPossible && !mail.isProven && (
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
