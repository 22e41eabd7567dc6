import { authorizeConnection } from "#features/integrations/contract.ts";
import * as calls from "#features/mailroom/connecting/contract.ts";
import type { MailboxView } from "#features/mailroom/contract.ts";
import { useMailChange } from "#features/mailroom/web/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { openAway } from "./open-away.ts";

/** Tries what the mailbox needs, and signs in again where that is how it is reached. */
export function CheckMailbox({ box: { id, kind, connectionId, lastError } }: { box: MailboxView }) {
  const check = useMailChange(calls.checkMailbox, "Mailbox not checked");
  const away = openAway();
  const again = useMailChange(authorizeConnection, "Sign-in not begun", ({ authUrl }) => away.go(authUrl));
  const findings = check.data?.findings ?? [];
  const isAway = connectionId !== null && (lastError !== null || findings.some(({ isOk }) => !isOk));
  return (
    <>
      <Button small pending={check.isPending} onClick={() => check.mutate({ params: { id } })}>
        Check
      </Button>
      {isAway && (
        <Button
          small
          pending={again.isPending}
          onClick={() => {
            away.open();
            again.mutate({ params: { type: kind } }, { onError: away.close });
          }}
        >
          Sign in again
        </Button>
      )}
      {findings.length > 0 && (
        <ul role="status" className="order-last grid basis-full gap-1.5 py-1 text-sm">
          {findings.map(({ what, isOk, note }) => (
            <li key={what} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2">
              <Dot tone={isOk ? "success" : "danger"} />
              <span className="text-pretty">
                {what}: {isOk ? "works" : "does not work"}
                {note && <span className="block wrap-anywhere text-ink-2">{note}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
