import { useState } from "react";
import type { WebhooksPage } from "#features/webhooks/contract.ts";
import {
  addHook,
  changeHook,
  endHookRotation,
  type HookTarget,
  type IncomingHook,
  removeHook,
  rotateHookSecret,
} from "#features/webhooks/incoming/contract.ts";
import { curlExample } from "#features/webhooks/incoming/example.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Head, Steps } from "#ui/kit/entry.tsx";
import { SelectField, TextField } from "#ui/kit/field.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { IncomingMessages } from "./incoming-messages.tsx";
import { Log, Rotation } from "./parts.tsx";
import { useChange } from "./queries.ts";
import { ShownOnce } from "./shown-once.tsx";

type Shown = readonly (readonly [string, string])[];
type Target = WebhooksPage["targets"][number];

/** Addresses that take rows. */
export function Incoming({ page, timeZone }: { page: WebhooksPage; timeZone: string }) {
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const addButton = (look: "plain" | "quiet") => (
    <Button small look={look} onClick={() => setAdding(true)}>
      Add address
    </Button>
  );
  return (
    <Section title="Rows from other programs" actions={page.incoming.length > 0 && addButton("quiet")}>
      {page.incoming.length === 0 ? (
        <Empty title="No address yet" actions={addButton("plain")}>
          A till, a shop or a script posts rows to a signed address; they become records or figures at once.
        </Empty>
      ) : (
        <ul>
          {page.incoming.map((one) => (
            <Row
              key={one.id}
              one={one}
              target={page.targets.find(({ target }) => target === one.target)}
              timeZone={timeZone}
              onSecret={(secret) => setShown([["Secret", secret]])}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddForm
          targets={page.targets}
          onAdded={(texts) => {
            setAdding(false);
            setShown(texts);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {shown && <ShownOnce title="Address and secret" texts={shown} onClose={() => setShown(null)} />}
    </Section>
  );
}

function AddForm({
  targets,
  onAdded,
  onClose,
}: {
  targets: readonly Target[];
  onAdded: (texts: Shown) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  const [target, setTarget] = useState("figures");
  const chosen = targets.find((one) => one.target === target);
  const add = useChange(addHook, "Address not added", ({ address, secret }) => {
    const here = address.replace(/^https?:\/\/[^/]+/, location.origin);
    const example = curlExample({ address: here, secret, row: chosen?.example ?? {} });
    onAdded([
      ["Address", here],
      ["Secret", secret],
      ["Example that runs", example],
    ]);
  });
  return (
    <Dialog
      title="Add an address for rows"
      description="Each message is signed; a row sent twice changes nothing."
      onClose={onClose}
    >
      <DialogBody className="grid gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={100}
          placeholder="Till in the shop"
          onChange={({ target: input }) => setName(input.value)}
        />
        <SelectField label="Rows become" value={target} onChange={({ target: input }) => setTarget(input.value)}>
          {targets.map((one) => (
            <option key={one.target} value={one.target}>
              {one.label}
            </option>
          ))}
        </SelectField>
        {chosen && <Fields target={chosen} />}
        {add.error && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(add.error)}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          pending={add.isPending}
          disabled={name.trim() === ""}
          onClick={() => add.mutate({ body: { name, target: target as HookTarget } })}
        >
          Add address
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** The names a row may use. */
const Fields = ({ target: { fields, needsId } }: { target: Target }) => (
  <div className="text-sm">
    <p className="font-medium">Fields</p>
    <p className="mt-0.5 text-ink-2">
      Days as YYYY-MM-DD, numbers with a point. The headings that files may use are understood as well.
      {needsId && " Every row needs an id of yours."}
    </p>
    <ul className="mt-1.5 flex flex-wrap gap-1.5">
      {fields.map(({ name, label, required }) => {
        const isNeeded = required || (needsId && name === "externalId");
        return (
          <li key={name} title={label} className="rounded-badge bg-pressed px-1.5 py-0.5 font-mono text-xs">
            {name}
            {isNeeded && <b> required</b>}
          </li>
        );
      })}
    </ul>
  </div>
);

function Row({
  one,
  target,
  timeZone,
  onSecret,
}: {
  one: IncomingHook;
  target: Target | undefined;
  timeZone: string;
  onSecret: (secret: string) => void;
}) {
  const { id, name, isOn, lastAt } = one;
  const params = { id };
  const change = useChange(changeHook, "Address not changed");
  const remove = useChange(removeHook, "Address not removed");
  const rotate = useChange(rotateHookSecret, "No new secret", ({ secret }) => onSecret(secret));
  const end = useChange(endHookRotation, "Previous secret not ended");
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <Head
        name={name}
        detail={`Rows become ${target?.label ?? one.target}. Their ids begin with ${one.key}.`}
        tone={isOn ? "success" : "idle"}
        state={isOn ? "On" : "Off"}
      >
        <Switch
          label={`${name} is on`}
          on={isOn}
          disabled={change.isPending}
          onChange={(on) => change.mutate({ params, body: { isOn: on } })}
        />
      </Head>
      <p className="mt-0.5 text-sm text-ink-3">
        {lastAt ? (
          <>
            Last message <Moment at={lastAt} timeZone={timeZone} />
          </>
        ) : (
          "No message yet"
        )}
      </p>
      <Rotation until={one.oldSecretUntil} timeZone={timeZone} words="Both secrets are accepted" end={end} id={id} />
      <Steps
        of={name}
        steps={[["New secret", () => rotate.mutate({ params }), rotate.isPending]]}
        remove={() => remove.mutate({ params })}
        what="The rows it brought stay."
      />
      <Log title="Last 100 messages">
        {(isOpen) => <IncomingMessages hook={one} target={target} isOpen={isOpen} timeZone={timeZone} />}
      </Log>
    </li>
  );
}
