import { useState } from "react";
import { formatModelCost } from "#contract/format.ts";
import { type Purpose, purposes } from "#contract/models.ts";
import type { ModelConnection, ModelSettings } from "#features/models/contract.ts";
import { nameOf } from "#features/models/web/accounts.ts";
import { useChooseModel } from "#features/models/web/queries.ts";
import { sentenceCase } from "#ui/format.ts";
import { Select } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { onDemand } from "#ui/on-demand.ts";

const ModelForm = onDemand(() => import("#features/models/web/model-form.tsx"));

const usedFor: Record<Purpose, string> = {
  triage: "Reads names in documents",
  answer: "Answers questions and comments",
  plan: "Plans commands, argues proposals",
  write: "Writes briefings, drafts and second opinions",
};

type Choice = { accountId: string; model: string };
type Assigned = ModelConnection["purposes"][Purpose];

const columns = "grid grid-cols-2 gap-x-3 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_56px_92px]";

export function Purposes({ settings, isAdmin }: { settings: ModelSettings; isAdmin: boolean }) {
  const { connection } = settings;
  if (!connection) return null;
  return (
    <Section title="Model per purpose">
      <div aria-hidden className={`${columns} py-1.5 text-sm text-ink-3 max-md:hidden`}>
        <span>Purpose</span>
        <span>Model</span>
        <span>Fallback, then rules</span>
        <span className="text-right">Median</span>
        <span className="text-right">Cost per call</span>
      </div>
      <ul>
        {purposes.map((purpose) => (
          <PurposeRow
            key={purpose}
            purpose={purpose}
            settings={settings}
            connection={connection}
            isEditable={isAdmin && connection.setBy === "company"}
          />
        ))}
      </ul>
    </Section>
  );
}

type RowProps = { purpose: Purpose; settings: ModelSettings; connection: ModelConnection; isEditable: boolean };

function PurposeRow({ purpose, settings, connection, isEditable }: RowProps) {
  const choose = useChooseModel();
  const [openForm, setOpenForm] = useState<"model" | "fallback" | null>(null);
  const { model, fallback } = connection.purposes[purpose];
  const used = settings.usage.purposes.find((one) => one.purpose === purpose);
  const change = (which: "model" | "fallback", to: Choice | null): void => {
    const chosen = which === "model" && to ? to : pick(model);
    const next = which === "fallback" ? to : fallback && pick(fallback);
    // A fallback that becomes the model is no longer the fallback.
    const isMoved = which === "model" && next && keyOf(next) === keyOf(chosen);
    choose.mutate({ purpose, ...chosen, fallback: isMoved ? null : next });
  };
  const picker = (which: "model" | "fallback", label: string) => (
    <ModelSelect
      label={label}
      value={which === "model" ? model : fallback}
      settings={settings}
      connection={connection}
      isOptional={which === "fallback"}
      isPending={choose.isPending}
      onOther={() => setOpenForm(which)}
      onChoose={(to) => change(which, to)}
    />
  );
  return (
    <li className={`${columns} items-center gap-y-1.5 border-t border-line py-2 max-md:py-3`}>
      <div className="max-md:col-span-2">
        <p className="font-medium">{sentenceCase(purpose)}</p>
        <p className="text-sm text-ink-3">{usedFor[purpose]}</p>
      </div>
      {isEditable ? (
        <>
          {picker("model", `Model for ${purpose}`)}
          {picker("fallback", `Fallback for ${purpose}`)}
        </>
      ) : (
        <>
          <span className="wrap-anywhere">{model.model}</span>
          <span className="wrap-anywhere">
            <span className="sr-only">Fallback: </span>
            {fallback?.model ?? "No fallback"}
          </span>
        </>
      )}
      <span className="num text-right max-md:hidden">
        <span className="sr-only">Median </span>
        {used?.milliseconds == null ? "—" : `${(used.milliseconds / 1_000).toFixed(1)} s`}
      </span>
      <span className="num text-right max-md:hidden">
        <span className="sr-only">Cost per call </span>
        {used ? formatModelCost(used.usd / used.calls) : "—"}
      </span>
      {openForm && (
        <ModelForm
          title={openForm === "model" ? `Model for ${purpose}` : `Fallback for ${purpose}`}
          settings={settings}
          accounts={connection.accounts}
          onChoose={(to) => change(openForm, to)}
          onClose={() => setOpenForm(null)}
        />
      )}
    </li>
  );
}

/** Only the operator's accounts have no id, and their purposes cannot be edited. */
const pick = ({ accountId, model }: Assigned["model"]): Choice => ({ accountId: accountId ?? "", model });

type SelectProps = {
  label: string;
  value: Assigned["model"] | null;
  settings: ModelSettings;
  connection: ModelConnection;
  isOptional: boolean;
  isPending: boolean;
  onOther: () => void;
  onChoose: (choice: Choice | null) => void;
};

const other = "other";
const keyOf = ({ accountId, model }: { accountId: string | null; model: string }): string => `${accountId} ${model}`;

/** The models of every account by name: suggested ones, those in use, and "Another model…" to enter one. */
function ModelSelect({ label, value, settings, connection, isOptional, isPending, onOther, onChoose }: SelectProps) {
  const { accounts } = connection;
  const inUse = Object.values(connection.purposes).flatMap(({ model, fallback }) => [
    model,
    ...(fallback ? [fallback] : []),
  ]);
  const groups = accounts.map((account) => {
    const known = settings.providers.find(({ id }) => id === account.provider);
    const named = inUse.filter(({ accountId }) => accountId === account.id).map(({ model }) => model);
    const models = [...(account.model ? [account.model] : []), ...Object.values(known?.models ?? {}), ...named];
    return { account, models: [...new Set(models)] };
  });
  return (
    <Select
      aria-label={label}
      className="h-10 w-full md:h-control"
      value={value ? keyOf(value) : ""}
      disabled={isPending}
      onText={(typed) => {
        if (typed === other) return onOther();
        const [accountId = "", ...model] = typed.split(" ");
        onChoose(accountId ? { accountId, model: model.join(" ") } : null);
      }}
    >
      {isOptional && <option value="">No fallback</option>}
      {groups.map(({ account, models }) => (
        <optgroup key={account.id} label={nameOf(settings, account, accounts)}>
          {models.map((model) => (
            <option key={model} value={keyOf({ accountId: account.id, model })}>
              {account.isOwn ? `${model} (own server)` : model}
            </option>
          ))}
        </optgroup>
      ))}
      <option value={other}>Another model…</option>
    </Select>
  );
}
