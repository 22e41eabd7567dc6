import { useState } from "react";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { setUpCredentials } from "#features/integrations/contract.ts";
import * as calls from "#features/mailroom/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Check, TextField } from "#ui/kit/field.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useEmailStatus, useMailboxes, useMailChange } from "./queries.ts";

/** The mailboxes, how they stand, and what they may send alone. */
export function MailboxSettings({ timeZone }: { timeZone: string }) {
  const isAdmin = useIsAdmin();
  const { data: status } = useEmailStatus();
  const { data: boxes = [] } = useMailboxes();
  return (
    <Section title="Mailbox">
      {boxes.map((box) => (
        <Box key={box.id} box={box} timeZone={timeZone} isAdmin={isAdmin} />
      ))}
      {isAdmin && boxes.length === 0 && (
        <>
          <Gmail status={status} />
          <Connect />
        </>
      )}
      {!isAdmin && boxes.length === 0 && <p className="text-sm text-ink-2">Ask an admin to connect a mailbox.</p>}
    </Section>
  );
}

function Box({ box, timeZone, isAdmin }: { box: calls.MailboxView; timeZone: string; isAdmin: boolean }) {
  const { id, address, running, lastGoodAt, lastError, categories: open } = box;
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
        <div>
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

/** Gmail: the client of the company's own Google app, then Google's page in a window of its own. */
function Gmail({ status }: { status: calls.EmailStatus | undefined }) {
  const [client, setClient] = useState({ client_id: "", client_secret: "" });
  const open = () => window.open(calls.gmailPath, "_blank", "noopener");
  const store = useMailChange(setUpCredentials, "Gmail not set up", open);
  return (
    <form
      noValidate
      className="grid gap-3 border-b border-line py-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        store.mutate({ body: { integrationId: "gmail", credentials: client } });
      }}
    >
      <p className="text-sm text-pretty text-ink-2">
        Gmail: create an OAuth client in Google Cloud with this redirect address, then enter its id and secret.
      </p>
      {status?.requiredRedirectUris.map((uri) => (
        <p key={uri} className="font-mono text-xs wrap-anywhere">
          {uri}
        </p>
      ))}
      <TextField
        label="Client id"
        autoComplete="off"
        value={client.client_id}
        onText={(client_id) => setClient({ ...client, client_id })}
      />
      <TextField
        label="Client secret"
        type="password"
        autoComplete="off"
        value={client.client_secret}
        onText={(client_secret) => setClient({ ...client, client_secret })}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          small
          disabled={!client.client_id.trim() || !client.client_secret.trim()}
          pending={store.isPending}
        >
          Save and open Google
        </Button>
        {status?.configured && (
          <Button small onClick={open}>
            Setup Gmail API
          </Button>
        )}
      </div>
    </form>
  );
}

const fields = [
  ["address", "Address", "email"],
  ["user", "User", "text"],
  ["password", "App password", "password"],
  ["imapHost", "IMAP server", "text"],
  ["smtpHost", "SMTP server", "text"],
] as const;

function Connect() {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [consent, setConsent] = useState(false);
  const connect = useMailChange(calls.connectMailbox, "Mailbox not connected");
  const settings = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ""));
  return (
    <form
      noValidate
      className="grid gap-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate({ body: { kind: "imap", settings, consent: true } });
      }}
    >
      <p className="text-sm text-ink-2">Any mailbox, by IMAP and SMTP:</p>
      {fields.map(([name, label, type]) => (
        <TextField
          key={name}
          label={label}
          type={type}
          autoComplete="off"
          value={typed[name] ?? ""}
          onText={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <Check
        label="Its letters may be read and stored here"
        checked={consent}
        onChange={({ target }) => setConsent(target.checked)}
      />
      <div>
        <Button
          type="submit"
          look="primary"
          small
          disabled={!consent || !settings["address"]}
          pending={connect.isPending}
        >
          Connect
        </Button>
      </div>
    </form>
  );
}
