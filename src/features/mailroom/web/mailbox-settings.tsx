import { useState } from "react";
import { useSearchParams } from "wouter";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import type { ConnectRefusal } from "#features/integrations/contract.ts";
import { CheckMailbox } from "#features/mailroom/connecting/web/check-mailbox.tsx";
import { ConnectMailbox } from "#features/mailroom/connecting/web/connect-mailbox.tsx";
import * as calls from "#features/mailroom/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Check } from "#ui/kit/field.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useEmailStatus, useMailboxes, useMailChange } from "./queries.ts";

/** Why a sign-in ended without a mailbox. */
const refusals: Partial<Record<ConnectRefusal, string>> = {
  cancelled: "You did not agree, so nothing was connected.",
  expired: "The sign-in took too long or was used already. Begin again.",
  refused: "The sign-in was refused.",
  scopes: "A permission was left out.",
  unavailable: "The service could not be reached. Try again.",
};

/** The mailboxes, how they stand, and what they may send alone. */
export function MailboxSettings({ timeZone }: { timeZone: string }) {
  const isAdmin = useIsAdmin();
  const { data: status } = useEmailStatus();
  const { data: boxes = [] } = useMailboxes();
  const [search] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const refused = refusals[search.get("refused") as ConnectRefusal];
  return (
    <Section title="Mailbox">
      {refused && (
        <p role="alert" className="py-2 text-sm text-pretty text-danger">
          {refused} {status?.lastError}
        </p>
      )}
      {boxes.map((box) => (
        <Box key={box.id} box={box} timeZone={timeZone} isAdmin={isAdmin} />
      ))}
      {isAdmin && (boxes.length === 0 || isAdding) && (
        <div className={cx(boxes.length > 0 && "border-t border-line")}>
          <ConnectMailbox starts={search.get("setup")} onDone={() => setAdding(false)} />
        </div>
      )}
      {isAdmin && boxes.length > 0 && !isAdding && (
        <div className="border-t border-line py-2.5">
          <Button small onClick={() => setAdding(true)}>
            Connect another mailbox
          </Button>
        </div>
      )}
      {!isAdmin && boxes.length === 0 && <p className="text-sm text-ink-2">Ask an admin to connect a mailbox.</p>}
    </Section>
  );
}

function Box({ box, timeZone, isAdmin }: { box: calls.MailboxView; timeZone: string; isAdmin: boolean }) {
  const { id, address, running, lastGoodAt, lastError, isByDate, categories: open } = box;
  const change = useMailChange(calls.changeMailbox, "Mailbox not changed");
  const remove = useMailChange(calls.removeMailbox, "Mailbox not disconnected");
  const set = (body: Parameters<typeof change.mutate>[0]["body"]) => change.mutate({ params: { id }, body });
  const question = `Disconnect ${address}? Its credentials and letters are deleted here.`;
  return (
    <div className="grid gap-2 border-t border-line py-2.5">
      <p className="font-medium wrap-anywhere">{address}</p>
      <p className="text-sm text-ink-2">
        {running ? "Read every two minutes" : "Not running"}
        {lastGoodAt && (
          <>
            , last read <Moment at={lastGoodAt} timeZone={timeZone} />
          </>
        )}
      </p>
      {lastError && <p className="text-sm text-pretty wrap-anywhere text-danger">{lastError}</p>}
      {isByDate && (
        <p className="text-sm text-pretty text-ink-2">
          The mailbox lost its history, so email was last read by date. Nothing is answered twice.
        </p>
      )}
      <fieldset disabled={!isAdmin || change.isPending}>
        <legend className="text-sm text-ink-2">May send alone, without a person</legend>
        <div className="flex flex-wrap gap-x-4">
          {calls.categories.map((role) => (
            <Check
              key={role}
              label={role}
              checked={open.includes(role)}
              onChange={({ target }) =>
                set({ categories: target.checked ? [...open, role] : open.filter((one) => one !== role) } as never)
              }
            />
          ))}
        </div>
      </fieldset>
      {isAdmin && (
        <div className="flex flex-wrap items-start gap-2">
          <CheckMailbox box={box} />
          <Button
            small
            look="destructive"
            pending={remove.isPending}
            onClick={() => window.confirm(question) && remove.mutate({ params: { id } })}
          >
            Disconnect
          </Button>
        </div>
      )}
    </div>
  );
}
