import { useState } from "react";
import { addWebhook, changeWebhook, type Webhook, type WebhooksPage } from "#features/webhooks/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Check, TextField } from "#ui/kit/field.tsx";
import { useChange } from "./queries.ts";

/** Adds a webhook, or changes one. */
export function WebhookForm({
  webhook,
  events,
  onAdded,
  onClose,
}: {
  webhook: Webhook | null;
  events: WebhooksPage["events"];
  onAdded: (secret: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState(webhook?.name ?? "");
  const [address, setAddress] = useState(webhook?.address ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.events ?? []);
  const add = useChange(addWebhook, "Webhook not added", ({ secret }) => onAdded(secret));
  const change = useChange(changeWebhook, "Webhook not changed", onClose);
  const { error, isPending } = webhook ? change : add;
  const body = { name, address, events: [...chosen] };
  const save = () => (webhook ? change.mutate({ params: { id: webhook.id }, body }) : add.mutate({ body }));
  const toggle = (types: readonly string[], on: boolean) =>
    setChosen([...chosen.filter((one) => !types.includes(one)), ...(on ? types : [])]);
  const groups = [...Map.groupBy(events, ({ group }) => group)];
  return (
    <Dialog
      title={webhook ? "Change webhook" : "Add webhook"}
      description="Boardroom posts each chosen event to this address, signed, in order, and again for three days if it fails."
      onClose={onClose}
      wide
    >
      <DialogBody className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField label="Name" value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
          <TextField
            label="Address"
            type="url"
            value={address}
            placeholder="https://"
            onChange={({ target }) => setAddress(target.value)}
          />
        </div>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">
            Events <span className="font-normal text-ink-3">{chosen.length} chosen</span>
          </legend>
          <div className="columns-1 gap-x-8 sm:columns-2 lg:columns-3">
            {groups.map(([group, all]) => {
              const types = all.map(({ type }) => type);
              const isWhole = types.every((type) => chosen.includes(type));
              return (
                <div key={group} className="mb-3 grid break-inside-avoid">
                  {types.length > 1 ? (
                    <Check label={group} checked={isWhole} onChange={() => toggle(types, !isWhole)} />
                  ) : (
                    <span className="font-medium">{group}</span>
                  )}
                  <div className="grid pl-6 *:font-normal">
                    {all.map(({ type, label }) => (
                      <Check
                        key={type}
                        label={label}
                        checked={chosen.includes(type)}
                        onChange={({ target }) => toggle([type], target.checked)}
                      />
                    ))}
                  </div>
                </div>
              );
            })}
          </div>
        </fieldset>
        {error && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(error)}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          pending={isPending}
          disabled={name.trim() === "" || address.trim() === "" || chosen.length === 0}
          onClick={save}
        >
          {webhook ? "Save" : "Add webhook"}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
