import { type SubmitEvent, useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { type EffectiveLimit } from "#features/authority/limits/rules.ts";
import { type Figures, policyFigures } from "#features/authority/contract.ts";
import type { LimitChange } from "#features/authority/versions/contract.ts";
import { currencySign } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { type FigureName, typeName } from "./limit-words.ts";

type Props = {
  role: LimitChange["role"];
  decisionType: string | null;
  figures: Figures;
  /** A type's own limits can be taken away. */
  isOwn: boolean;
  limit: EffectiveLimit | undefined;
  onChange: (change: LimitChange) => void;
  onClose: () => void;
};

const fields: { name: FigureName; label: string; hint: string; isPercent: boolean }[] = [
  { name: "perDecision", label: "Limit per decision", hint: "Blank: 10% of the agent's year budget", isPercent: false },
  {
    name: "alone",
    label: "Runs alone up to",
    hint: "Blank: as its authority allows. 0: always asks",
    isPercent: false,
  },
  { name: "discountPercent", label: "Discount per decision, %", hint: "Blank: no discounts", isPercent: true },
  {
    name: "aloneDiscountPercent",
    label: "Discount alone up to, %",
    hint: "Blank: as its authority allows",
    isPercent: true,
  },
];

const toText = (value: number | null): string => (value === null ? "" : String(value));
/** Without thousands separators; NaN for anything but a number. */
const toNumber = (text: string): number | null => {
  const plain = text.replaceAll(/[\s,]/g, "");
  return plain === "" ? null : /^\d{1,13}(\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
};

/** Changes one limit in the draft; nothing is saved yet. */
export function LimitDialog({ role, decisionType, figures, isOwn, limit, onChange, onClose }: Props) {
  const { currency } = useCompany();
  const [texts, setTexts] = useState(() => fields.map(({ name }) => toText(figures[name])));
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const shown = fields.map((field, at) => ({ ...field, at })).filter(({ isPercent }) => !isPercent || role === "Sales");
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const entered = Object.fromEntries(fields.map(({ name }, at) => [name, toNumber(texts[at] ?? "")]));
    const parsed = policyFigures.safeParse(entered);
    if (parsed.success) {
      onChange({ role, decisionType, figures: parsed.data });
      return onClose();
    }
    const entries = parsed.error.issues.map(({ path, message }) => [
      String(path[0]),
      message === "Use at most two decimals" ? message : "Enter an amount of 0 or more, such as 2500",
    ]);
    setErrors(Object.fromEntries(entries));
  };
  return (
    <Dialog
      title={`${typeName(decisionType)}, ${limit?.agentName ?? role}`}
      description={
        decisionType === null
          ? "For every type without limits of its own."
          : `Limits of its own, instead of the ${role}'s.`
      }
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <DialogBody className="grid gap-4">
          {shown.map(({ name, label, hint, isPercent, at }) => (
            <TextField
              key={name}
              label={label}
              hint={hint}
              error={errors[name]}
              inputMode="decimal"
              {...(isPercent ? {} : { prefix: currencySign(currency) })}
              value={texts[at] ?? ""}
              onText={(typed) => setTexts(texts.with(at, typed))}
            />
          ))}
          <p className="text-xs text-ink-3">
            {limit
              ? `${limit.agentName}'s ${limit.decisionAuthority} authority, autonomy and oversight can only lower this.`
              : "Authority, autonomy and oversight can only lower this."}
          </p>
        </DialogBody>
        <footer className="flex flex-none flex-wrap justify-end gap-2 border-t border-line p-4 md:px-6">
          {decisionType !== null && isOwn && (
            <Button
              className="mr-auto"
              onClick={() => {
                onChange({ role, decisionType, figures: null });
                onClose();
              }}
            >
              Use the {role}'s limits
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Add to draft
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
