import { useState } from "react";
import { isOwnAddress } from "#contract/addresses.ts";
import type { ProviderId } from "#contract/models.ts";
import type { ModelAccount, ModelSettings } from "#features/models/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Check, Options, SelectField, TextField } from "#ui/kit/field.tsx";
import ModelTrial from "./model-trial.tsx";
import { useSaveAccount } from "./queries.ts";

type Props = { settings: ModelSettings; account: ModelAccount | null; onClose: () => void };

/** Connects a provider, or changes the key and model of an account; its provider and address identify it. */
export default function AccountForm({ settings: { providers }, account, onClose }: Props) {
  const [provider, setProvider] = useState<ProviderId>(account?.provider ?? "openai");
  const [baseUrl, setBaseUrl] = useState(account?.baseUrl ?? "");
  const [apiKey, setApiKey] = useState("");
  const [model, setModel] = useState(account?.model ?? "");
  const [consent, setConsent] = useState(false);
  const save = useSaveAccount(onClose);
  const chosen = providers.find(({ id }) => id === provider);
  const isOwn = chosen?.isLocal === true && isOwnAddress(baseUrl.trim() || (chosen.baseUrl ?? ""));
  const asksConsent = !isOwn && !account?.consent;
  const fields = {
    provider,
    baseUrl: baseUrl.trim() || null,
    apiKey: apiKey.trim() || null,
    model: model.trim() || null,
    consent,
  };
  const lacksConsent = asksConsent && !consent;
  return (
    <ActionDialog
      title={account ? `Change ${chosen?.label}` : "Add provider"}
      onClose={onClose}
      className="grid content-start gap-4"
      submit={account ? "Save" : "Connect"}
      disabled={lacksConsent}
      pending={save.isPending}
      onSubmit={() => save.mutate(fields)}
    >
      {!account && (
        <>
          <SelectField
            label="Provider"
            value={provider}
            onText={(typed) => {
              setProvider(typed as ProviderId);
              setBaseUrl("");
              setApiKey("");
              setModel("");
            }}
          >
            <Options of={providers.map(({ id, label }) => [id, label])} />
          </SelectField>
          <TextField
            label="Address"
            aside={chosen?.baseUrl ? "optional" : undefined}
            placeholder={chosen?.baseUrl ?? "https://models.example/v1"}
            inputMode="url"
            value={baseUrl}
            onText={setBaseUrl}
          />
        </>
      )}
      <TextField
        label="Key"
        aside={chosen?.needsKey ? undefined : "optional"}
        type="password"
        autoComplete="off"
        placeholder={account?.keyEnd ? `Stored, ends in ${account.keyEnd}` : ""}
        hint="Stored encrypted and never shown again."
        value={apiKey}
        onText={setApiKey}
      />
      <TextField
        label="Model"
        aside={chosen?.models ? "optional" : undefined}
        placeholder={chosen?.models?.answer ?? "Name of the model"}
        hint="Used until you choose another model for a purpose."
        value={model}
        onText={setModel}
      />
      {asksConsent && (
        <Check
          label={`I agree that questions and the records needed to answer them are sent to ${chosen?.label ?? "this provider"}`}
          checked={consent}
          onChange={({ target }) => setConsent(target.checked)}
        />
      )}
      <ModelTrial account={fields} disabled={lacksConsent} />
    </ActionDialog>
  );
}
