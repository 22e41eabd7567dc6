import { useState } from "react";
import type { ModelSettings } from "#features/models/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { useSetPrice } from "./queries.ts";

type Props = { prices: ModelSettings["prices"]; today: string; onClose: () => void };

/** Sets what a model costs from a day on. */
export default function PriceForm({ prices, today, onClose }: Props) {
  const textOf = (at: number, which: "input" | "output"): string => String(prices[at]?.[which] ?? "");
  const [at, setAt] = useState(0);
  const [validFrom, setValidFrom] = useState(today);
  const [input, setInput] = useState(textOf(at, "input"));
  const [cached, setCached] = useState("");
  const [output, setOutput] = useState(textOf(at, "output"));
  const set = useSetPrice(onClose);
  const given = {
    input: Number(input),
    cachedInput: cached.trim() === "" ? Number(input) : Number(cached),
    output: Number(output),
  };
  const isReadable =
    input.trim() !== "" &&
    output.trim() !== "" &&
    Object.values(given).every((value) => Number.isFinite(value) && value >= 0);
  const chosen = prices[at];
  const choose = (next: number): void => {
    setAt(next);
    setInput(textOf(next, "input"));
    setCached("");
    setOutput(textOf(next, "output"));
  };
  return (
    <ActionDialog
      title="Set price"
      onClose={onClose}
      className="grid content-start gap-4 sm:grid-cols-2"
      submit="Save"
      disabled={!isReadable || !validFrom}
      pending={set.isPending}
      onSubmit={() => {
        if (!chosen || !isReadable || !validFrom) return;
        set.mutate({ provider: chosen.provider, model: chosen.model, validFrom, ...given });
      }}
    >
      <SelectField label="Model" value={at} onText={(typed) => choose(Number(typed))}>
        <Options of={prices.map(({ model }, place) => [place, model])} />
      </SelectField>
      <TextField label="From" type="date" value={validFrom} onText={setValidFrom} />
      <TextField label="Input" prefix="$" inputMode="decimal" value={input} onText={setInput} />
      <TextField label="Output" prefix="$" inputMode="decimal" value={output} onText={setOutput} />
      <TextField
        label="Cached input"
        aside="optional"
        prefix="$"
        inputMode="decimal"
        placeholder={input}
        value={cached}
        onText={setCached}
      />
      <p className="text-sm text-ink-3 sm:col-span-2">
        US dollars per million tokens. Calls from that day on are reserved and counted at this price.
      </p>
    </ActionDialog>
  );
}
