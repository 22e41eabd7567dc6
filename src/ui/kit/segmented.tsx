import { type ReactNode, useId } from "react";

type Option<Value extends string> = { value: Value; label: string; icon?: ReactNode };
type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice of a few options, as radio buttons. */
export function Segmented<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex gap-px rounded-control bg-pressed p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-[30px] min-w-[30px] cursor-pointer items-center justify-center rounded-badge px-2 text-sm font-medium text-ink-2 has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line-strong)] has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent md:h-6"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
            {...(option.icon ? { "aria-label": option.label, title: option.label } : {})}
          />
          {option.icon ?? option.label}
        </label>
      ))}
    </fieldset>
  );
}
