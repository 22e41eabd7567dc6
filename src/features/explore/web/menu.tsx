import { useId } from "react";
import { cx } from "#ui/kit/cx.ts";
import { Select } from "#ui/kit/field.tsx";
import type { Options } from "./menus.ts";

type Props = {
  label: string;
  options: readonly Options[];
  value: string;
  disabled?: boolean;
  className?: string;
  onChange: (value: string) => void;
};

/** A menu of the query row, with its label above. */
export function Menu({ label, options, value, disabled, className, onChange }: Props) {
  const id = useId();
  return (
    <div className={cx("grid min-w-0 content-start gap-1", className)}>
      <label htmlFor={id} className="text-xs text-ink-2">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        disabled={disabled}
        onText={onChange}
        className="h-10 w-full text-base! md:h-control md:text-sm!"
      >
        {options.map((group) => {
          const entries = group.options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ));
          if (group.label === null) return entries;
          return (
            <optgroup key={group.label} label={group.label}>
              {entries}
            </optgroup>
          );
        })}
      </Select>
    </div>
  );
}
