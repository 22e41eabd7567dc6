import { useState } from "react";
import type { ModelAccount, ModelSettings } from "#features/models/contract.ts";
import { nameOf } from "#features/models/web/accounts.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";

type Props = {
  title: string;
  settings: ModelSettings;
  accounts: readonly ModelAccount[];
  onChoose: (choice: { accountId: string; model: string }) => void;
  onClose: () => void;
};

/** Names a model of a connected provider. */
export default function ModelForm({ title, settings, accounts, onChoose, onClose }: Props) {
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? "");
  const [model, setModel] = useState("");
  const provider = accounts.find(({ id }) => id === accountId)?.provider;
  const suggested = settings.providers.find(({ id }) => id === provider)?.models?.answer;
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      className="grid content-start gap-4"
      submit="Use model"
      disabled={!model.trim()}
      onSubmit={() => {
        if (!model.trim()) return;
        onChoose({ accountId, model: model.trim() });
        onClose();
      }}
    >
      <SelectField label="Provider" value={accountId} onText={setAccountId}>
        <Options of={accounts.map((account) => [account.id ?? "", nameOf(settings, account, accounts)])} />
      </SelectField>
      <TextField label="Model" placeholder={suggested ?? "Name of the model"} value={model} onText={setModel} />
    </ActionDialog>
  );
}
