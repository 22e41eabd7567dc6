import { useState } from "react";
import type { Answer } from "#contract/endpoint.ts";
import type { findLocalModels } from "#features/models/contract.ts";
import { useSaveAccount } from "#features/models/web/queries.ts";
import { Button, type ButtonLook } from "#ui/kit/button.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import ModelTrial from "./model-trial.tsx";

type Props = Answer<typeof findLocalModels>[number] & { look: ButtonLook };

/** A model server on this machine, connected with one click. */
export default function LocalServer({ provider, label, models, look }: Props) {
  const [model, setModel] = useState(models[0] ?? "");
  const save = useSaveAccount(() => undefined, "It answers questions from now on");
  const account = { provider, baseUrl: null, apiKey: null, model, consent: false };
  return (
    <section
      aria-label={`${label} on this machine`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line-strong bg-surface p-3.5 md:p-5"
    >
      <div>
        <h3 className="font-medium wrap-anywhere">
          {label} on this machine, {model}
        </h3>
        <p className="mt-0.5 max-w-[60ch] text-ink-2">
          It also answers questions that no rule knows. Nothing leaves this machine, and it costs nothing.
        </p>
      </div>
      <ModelTrial account={account}>
        {models.length > 1 && (
          <Select aria-label="Model" className="h-10 min-w-32 md:h-control" value={model} onText={setModel}>
            <Options of={models.map((one) => [one, one])} />
          </Select>
        )}
        <Button look={look} pending={save.isPending} onClick={() => save.mutate(account)}>
          Connect {label}
        </Button>
      </ModelTrial>
    </section>
  );
}
