import { Fragment, useState } from "react";
import { type Purpose, purposes, type ProviderId } from "#contract/models.ts";
import type { ModelSettings } from "#features/models/contract.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Check, SelectField, TextField } from "#ui/kit/field.tsx";
import { useConnectModel } from "./queries.ts";

export const usedFor: Record<Purpose, string> = {
  triage: "Sorts mail; not used yet",
  answer: "Answers questions and comments",
  plan: "Plans commands, argues proposals",
  write: "Writes briefings, drafts and second opinions",
};

const withoutBlanks = (names: Partial<Record<Purpose, string>>): Partial<Record<Purpose, string>> =>
  Object.fromEntries(Object.entries(names).filter(([, name]) => name.trim() !== ""));

const none = { triage: "", answer: "", plan: "", write: "" };

/** Connects a language model, or changes the connection. */
export default function ConnectionForm({ settings, onClose }: { settings: ModelSettings; onClose: () => void }) {
  const { providers } = settings;
  const current = settings.connection?.setBy === "company" ? settings.connection : null;
  const [provider, setProvider] = useState<ProviderId>(current?.provider ?? "openai");
  const [baseUrl, setBaseUrl] = useState(current?.baseUrl ?? "");
  const [apiKey, setApiKey] = useState("");
  const [models, setModels] = useState<Record<Purpose, string>>(
    current?.models ?? providers.find(({ id }) => id === "openai")?.models ?? none,
  );
  const [fallbacks, setFallbacks] = useState<Partial<Record<Purpose, string>>>(current?.fallbacks ?? {});
  const [hidesPersonalDetails, setHides] = useState(current?.hidesPersonalDetails ?? true);
  const [consent, setConsent] = useState(false);
  const connect = useConnectModel(onClose);
  const chosen = providers.find(({ id }) => id === provider);
  const choose = (id: ProviderId): void => {
    setProvider(id);
    setBaseUrl("");
    setApiKey("");
    setModels(providers.find((one) => one.id === id)?.models ?? none);
    setFallbacks({});
  };
  const isKept = current?.provider === provider && (current.baseUrl ?? "") === baseUrl && current.keyEnd !== null;
  const submit = (): void =>
    connect.mutate({
      provider,
      baseUrl: baseUrl.trim() || null,
      apiKey: apiKey.trim() || null,
      models,
      fallbacks: withoutBlanks(fallbacks),
      hidesPersonalDetails,
      consent: true,
    });
  return (
    <Dialog title={current ? "Change provider" : "Add provider"} onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody className="grid content-start gap-4">
          <SelectField label="Provider" value={provider} onChange={({ target }) => choose(target.value as ProviderId)}>
            {providers.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Address"
            aside={chosen?.baseUrl ? "optional" : undefined}
            placeholder={chosen?.baseUrl ?? "https://models.example/v1"}
            inputMode="url"
            value={baseUrl}
            onChange={({ target }) => setBaseUrl(target.value)}
          />
          <TextField
            label="Key"
            aside={chosen?.needsKey ? undefined : "optional"}
            type="password"
            autoComplete="off"
            placeholder={isKept ? `Stored, ends in ${current.keyEnd}` : ""}
            hint="Stored encrypted and never shown again."
            value={apiKey}
            onChange={({ target }) => setApiKey(target.value)}
          />
          <fieldset className="grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
            <legend className="sr-only">Model per purpose</legend>
            {purposes.map((purpose) => (
              <Fragment key={purpose}>
                <TextField
                  label={sentenceCase(purpose)}
                  aside={usedFor[purpose]}
                  placeholder="Name of the model"
                  value={models[purpose]}
                  onChange={({ target }) => setModels({ ...models, [purpose]: target.value })}
                />
                <TextField
                  label={`${sentenceCase(purpose)}, fallback`}
                  aside="optional"
                  placeholder="Used when the model fails"
                  value={fallbacks[purpose] ?? ""}
                  onChange={({ target }) => setFallbacks({ ...fallbacks, [purpose]: target.value })}
                />
              </Fragment>
            ))}
          </fieldset>
          <Check
            label="Hide e-mail addresses and telephone numbers before sending"
            checked={hidesPersonalDetails}
            onChange={({ target }) => setHides(target.checked)}
          />
          <Check
            label={`I agree that questions and the records needed to answer them are sent to ${chosen?.label ?? "this provider"}`}
            checked={consent}
            onChange={({ target }) => setConsent(target.checked)}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!consent} pending={connect.isPending}>
            {current ? "Save" : "Connect"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
