import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "#contract/endpoint.ts";
import * as calls from "#features/mailroom/connecting/contract.ts";
import { connectMailbox } from "#features/mailroom/contract.ts";
import { useMailChange } from "#features/mailroom/web/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Check, Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { read } from "#ui/query.ts";
import { openAway } from "./open-away.ts";
import { ServerFields } from "./server-fields.tsx";

type Found = Answer<typeof calls.findMailbox>;
type SignIn = Answer<typeof calls.listSignIns>[number];

/** First the address; what is known of it decides what is asked next. `starts`: a sign-in that needs no address. */
export function ConnectMailbox({ starts, onDone }: { starts: string | null; onDone: () => void }) {
  const [address, setAddress] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: signIns = [] } = useQuery(read(calls.listSignIns, {}));
  const find = useMailChange(calls.findMailbox, "Address not looked up", (answer) => {
    setFound(answer);
    setChosen(null);
  });
  const preset = signIns.find(({ kind }) => kind === starts);
  if (!found && preset) return <WithSignIn address="" signIn={preset} />;
  const ways = found ? waysOf(found, signIns) : [];
  const way = ways.find(([id]) => id === chosen) ?? ways[0];
  const signIn = signIns.find(({ kind }) => kind === way?.[0]);
  return (
    <div className="grid max-w-2xl gap-3 py-2">
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          find.mutate({ body: { address: address.trim() } });
        }}
      >
        <TextField
          frame="min-w-52 flex-1"
          label="Email address to connect"
          type="email"
          autoComplete="off"
          value={address}
          onText={(text) => {
            setAddress(text);
            setFound(null);
          }}
        />
        <Button type="submit" look={found ? "plain" : "primary"} disabled={!address.trim()} pending={find.isPending}>
          Continue
        </Button>
      </form>
      {found && (
        <p role="status" className="text-sm text-pretty text-ink-2">
          {sentenceFor(found)}
        </p>
      )}
      {found && ways.length > 1 && (
        <SelectField label="How to connect" value={way?.[0]} onChange={({ target }) => setChosen(target.value)}>
          <Options of={ways} />
        </SelectField>
      )}
      {found && signIn && <WithSignIn key={signIn.kind} address={address.trim()} signIn={signIn} />}
      {found && !signIn && <WithPassword key={address} address={address.trim()} found={found} onDone={onDone} />}
    </div>
  );
}

const password = "password";

/** The ways to connect, the best first. */
function waysOf({ oauth, isOauthOnly }: Found, signIns: readonly SignIn[]): (readonly [string, string])[] {
  const isFirst = ({ kind }: SignIn) => kind === oauth;
  const names = signIns.map((one) => [one.kind, `Sign in with ${one.name}`] as const);
  const first = names.filter((_, at) => isFirst(signIns[at]!));
  const rest = names.filter((_, at) => !isFirst(signIns[at]!));
  const typed = isOauthOnly ? [] : [[password, "User and password (IMAP and SMTP)"] as const];
  return oauth ? [...first, ...typed, ...rest] : [...typed, ...rest];
}

const sentenceFor = ({ provider, hint, settings, isOauthOnly }: Found): string => {
  if (provider) return `This is ${provider}. ${(isOauthOnly && hint) || ""}`.trim();
  if (settings) return `Found ${settings["imapHost"]} for reading and ${settings["smtpHost"]} for sending.`;
  return "No servers were found for this address. Enter them, or choose how to sign in.";
};

/** What is processed, right beside the button that begins it. */
function Consent({ isGiven, onChange }: { isGiven: boolean; onChange: (isGiven: boolean) => void }) {
  return (
    <div className="grid gap-1">
      <p className="text-sm text-pretty text-ink-2">
        Email that arrives after you start is read and kept here for a year. Answers are laid down as drafts, and only
        what you send or open for sending leaves. Passwords and tokens are stored encrypted. Disconnecting deletes all
        of it.
      </p>
      <Check
        label="I agree to this for the company"
        checked={isGiven}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}

function WithPassword({ address, found, onDone }: { address: string; found: Found; onDone: () => void }) {
  const [typed, setTyped] = useState<Record<string, string>>(found.settings ?? {});
  const [consent, setConsent] = useState(false);
  const connect = useMailChange(connectMailbox, "Mailbox not connected", onDone);
  const put = (name: string) => (value: string) => setTyped({ ...typed, [name]: value });
  const settings = Object.fromEntries(Object.entries({ address, ...typed }).filter(([, value]) => value.trim() !== ""));
  const isWhole = settings["password"] && settings["imapHost"] && settings["smtpHost"];
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate({ body: { kind: "imap", settings, consent: true } });
      }}
    >
      <TextField
        label="Password"
        hint={found.hint ?? "Many providers need an app password, created in the account's security settings."}
        type="password"
        autoComplete="off"
        value={typed["password"] ?? ""}
        onText={put("password")}
      />
      <ServerFields typed={typed} put={put} isOpen={found.settings === null} />
      <Consent isGiven={consent} onChange={setConsent} />
      {connect.error && <p className="text-sm text-pretty text-danger">{connect.error.message}</p>}
      <div>
        <Button type="submit" look="primary" disabled={!consent || !isWhole} pending={connect.isPending}>
          Connect {address}
        </Button>
      </div>
    </form>
  );
}

function WithSignIn({ address, signIn }: { address: string; signIn: SignIn }) {
  const [client, setClient] = useState({ client_id: "", client_secret: "" });
  const [consent, setConsent] = useState(false);
  const away = openAway();
  const begin = useMailChange(calls.beginSignIn, "Sign-in not begun", ({ authUrl }) => away.go(authUrl));
  const { kind, name, provider, redirect, scopes, needsAddress } = signIn;
  const isWhole = client.client_id.trim() && client.client_secret.trim() && consent;
  return (
    <form
      noValidate
      className="grid max-w-2xl gap-3 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        away.open();
        const credentials = { ...client, ...(needsAddress && { address }) };
        begin.mutate({ body: { kind, credentials, consent: true } }, { onError: away.close });
      }}
    >
      <p className="text-sm text-pretty text-ink-2">
        For {provider}, create an OAuth client of your own with this redirect address and these scopes, then enter its
        ID and secret.
      </p>
      <ul className="grid gap-1 font-mono text-xs">
        {[redirect, ...scopes].map((one) => (
          <li key={one} className="wrap-anywhere">
            {one}
          </li>
        ))}
      </ul>
      <TextField
        label="Client ID"
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
      <Consent isGiven={consent} onChange={setConsent} />
      {begin.error && <p className="text-sm text-pretty text-danger">{begin.error.message}</p>}
      <div>
        <Button type="submit" look="primary" disabled={!isWhole} pending={begin.isPending}>
          Sign in with {name}
        </Button>
      </div>
    </form>
  );
}
