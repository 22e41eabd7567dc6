import { useState } from "react";
import type { ModelAccount, ModelSettings } from "#features/models/contract.ts";
import { nameOf } from "#features/models/web/accounts.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
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
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          if (!model.trim()) return;
          onChoose({ accountId, model: model.trim() });
          onClose();
        }}
      >
        <DialogBody className="grid content-start gap-4">
          <SelectField label="Provider" value={accountId} onChange={({ target }) => setAccountId(target.value)}>
            <Options of={accounts.map((account) => [account.id ?? "", nameOf(settings, account, accounts)])} />
          </SelectField>
          <TextField
            label="Model"
            placeholder={suggested ?? "Name of the model"}
            value={model}
            onChange={({ target }) => setModel(target.value)}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!model.trim()}>
            Use model
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
