import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { type Scope, scopeMeaning, scopes } from "#contract/scopes.ts";
import { lengths } from "#contract/words.ts";
import { uselessScope } from "#features/accounts/tokens/rules.ts";
import { useUser } from "#features/accounts/web/queries.ts";
import { sentenceOf } from "#ui/api.ts";
import { copyText } from "#ui/copy.ts";
import { CopyField } from "#ui/kit/copy-field.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Check, SelectField, TextField } from "#ui/kit/field.tsx";
import { useCreateToken } from "./queries.ts";

const lives = [
  [7, "7 days"],
  [30, "30 days"],
  [90, "90 days"],
  [365, "1 year"],
] as const;

/** Creates a token, then shows it once. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateToken();
  if (create.data) return <Shown token={create.data.token} onClose={onClose} />;
  return <Form create={create} onClose={onClose} />;
}

function Form({ create, onClose }: { create: ReturnType<typeof useCreateToken>; onClose: () => void }) {
  const user = useUser();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>(["read"]);
  const [days, setDays] = useState(90);
  const useful = scopes.filter((scope) => user && uselessScope(user.role, [scope]) === null);
  const toggle = (scope: Scope, isOn: boolean) =>
    setChosen(scopes.filter((one) => (one === scope ? isOn : chosen.includes(one))));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name, scopes: [...chosen], expiresInDays: days });
  };
  return (
    <Dialog title="Create an API token" onClose={onClose}>
      <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-4">
          <TextField
            label="What it is for"
            placeholder="Nightly figures"
            required
            maxLength={lengths.name}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm leading-[18px] font-medium">What it may do</legend>
            {useful.map((scope) => (
              <div key={scope} className="grid grid-cols-[104px_minmax(0,1fr)] items-center gap-x-3">
                <Check
                  label={scope}
                  checked={chosen.includes(scope)}
                  onChange={({ target }) => toggle(scope, target.checked)}
                />
                <span className="text-sm text-pretty text-ink-2">{scopeMeaning[scope]}</span>
              </div>
            ))}
            <p className="text-xs text-ink-3">A token never does more than your role allows at the time.</p>
          </fieldset>
          <SelectField
            label="Expires in"
            frame="md:w-40"
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
          >
            {lives.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {create.error && (
            <p role="alert" className="text-sm text-danger">
              {sentenceOf(create.error)}
            </p>
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" pending={create.isPending} disabled={chosen.length === 0}>
            Create token
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function Shown({ token, onClose }: { token: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <Dialog title="Your new API token" onClose={onClose}>
      <DialogBody className="grid content-start gap-3">
        <p className="text-pretty text-ink-2">
          Copy it now: it isn't shown again. Whoever has it can do what it may do. What it can call is on the{" "}
          <Link href="/developers" className="underline underline-offset-2">
            Developers page
          </Link>
          .
        </p>
        <CopyField label="Token" value={token} isCopied={copied} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" onClick={() => void copyText(token).then(setCopied)}>
          Copy token
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
