import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Select } from "./field.tsx";

type Props = {
  /** What it is of: "Owner of Oak fit-out". */
  label: string;
  value: string;
  /** Choices by value; else a text or a day is typed. */
  options?: ReactNode;
  type?: "text" | "date";
  disabled?: boolean;
  onKeep: (value: string) => void;
  children: ReactNode;
};

/** What is shown, changed where it stands: a click opens it, Enter or leaving keeps it, Escape leaves it as it was. */
export function InlineEdit({ label, value, options, type = "text", disabled, onKeep, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isSettled = useRef(false);
  const close = (returns: boolean) => {
    setOpen(false);
    if (returns) requestAnimationFrame(() => opener.current?.focus());
  };
  const keep = (typed: string, returns: boolean) => {
    close(returns);
    if (typed !== value) onKeep(typed);
  };
  if (!isOpen)
    return (
      <button
        ref={opener}
        type="button"
        title={`Change: ${label}`}
        disabled={disabled}
        className="-mx-1.5 inline-flex max-w-full min-w-0 cursor-pointer items-center gap-2 rounded-control px-1.5 py-0.5 text-left text-[inherit] hover:bg-surface hover:ring-1 hover:ring-line-strong"
        onClick={() => {
          isSettled.current = false;
          setOpen(true);
        }}
      >
        {typeof children === "string" ? <span className="min-w-0 truncate">{children}</span> : children}
      </button>
    );
  if (options)
    return (
      <Select
        autoFocus
        aria-label={label}
        className="h-7! w-full text-sm!"
        value={value}
        onText={(chosen) => keep(chosen, true)}
        onKeyDown={({ key }) => key === "Escape" && close(true)}
        onBlur={() => close(false)}
      >
        {options}
      </Select>
    );
  const settle = (typed: string, returns: boolean) => {
    // Removing the field takes the focus from it, too.
    if (isSettled.current) return;
    isSettled.current = true;
    keep(typed, returns);
  };
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === "Enter") settle(currentTarget.value.trim(), true);
    else if (key === "Escape") settle(value, true);
  };
  return (
    <input
      autoFocus
      aria-label={label}
      type={type}
      defaultValue={value}
      className="control-edge h-7 w-full min-w-32 px-1.5 text-sm"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => settle(currentTarget.value.trim(), false)}
    />
  );
}
