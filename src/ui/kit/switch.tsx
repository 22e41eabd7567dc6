import { cx } from "./cx.ts";

type Props = {
  label: string;
  on: boolean;
  disabled?: boolean;
  title?: string | undefined;
  onChange: (on: boolean) => void;
};

/** Outlined, so that eight of them stay quieter than one button; the click target is larger than the switch. */
export function Switch({ label, on, disabled, title, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      title={title}
      onClick={() => onChange(!on)}
      className="grid h-9 w-7 flex-none place-items-center rounded-control md:h-7"
    >
      <span
        className={cx(
          "relative block h-4 w-7 rounded-full border transition-colors",
          on ? "border-accent bg-accent-wash" : "border-line-control",
        )}
      >
        <span
          className={cx(
            "absolute top-0.5 left-0.5 size-2.5 rounded-full transition-transform",
            on ? "translate-x-3 bg-accent" : "bg-line-control",
          )}
        />
      </span>
    </button>
  );
}
