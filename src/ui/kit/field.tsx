import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

type Common = {
  label: ReactNode;
  /** A lighter note after the label: "optional". */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** `onText` gets what was typed or chosen. */
type OnText = { onText?: (text: string) => void };
type Heard = { target: { value: string } };
const heard = (onText: OnText["onText"]) => onText && { onChange: ({ target }: Heard) => onText(target.value) };

const inputClass = "control-edge w-full scroll-my-12 text-lg placeholder:text-ink-3 md:text-base";

/** Label, control and the error or hint below it, connected for screen readers. */
function Frame({
  label,
  aside,
  hint,
  error,
  className,
  children,
}: Common & { className?: string | undefined; children: (ids: { id: string; describedBy?: string }) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx("grid grid-cols-1 content-start gap-1.5", className)}>
      <label htmlFor={id} className="text-sm leading-[18px] font-medium">
        {label} {aside && <span className="font-normal text-ink-3">{aside}</span>}
      </label>
      {children({ id, ...(note ? { describedBy: `${id}-note` } : {}) })}
      {note && (
        <p id={`${id}-note`} className={cx("text-xs", error ? "text-danger" : "text-ink-3")}>
          {note}
        </p>
      )}
    </div>
  );
}

type InputProps = Common & OnText & Omit<ComponentProps<"input">, "id"> & { frame?: string; prefix?: string };

export function TextField({ label, aside, hint, error, frame, prefix, className, onText, ...rest }: InputProps) {
  return (
    <Frame label={label} aside={aside} hint={hint} error={error} className={frame}>
      {({ id, describedBy }) => (
        <span className="relative block">
          {prefix && (
            <span aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-3">
              {prefix}
            </span>
          )}
          <input
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            style={prefix ? { paddingLeft: `${18 + prefix.length * 8}px` } : undefined}
            {...rest}
            {...heard(onText)}
            className={cx(inputClass, "h-10 px-2.5 md:h-control", className)}
          />
        </span>
      )}
    </Frame>
  );
}

type AreaProps = Common & OnText & Omit<ComponentProps<"textarea">, "id"> & { frame?: string };

export function TextArea({ label, aside, hint, error, frame, className, onText, ...rest }: AreaProps) {
  return (
    <Frame label={label} aside={aside} hint={hint} error={error} className={frame}>
      {({ id, describedBy }) => (
        <textarea
          id={id}
          rows={2}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          {...rest}
          {...heard(onText)}
          className={cx(inputClass, "block px-2.5 py-2 leading-5", className)}
        />
      )}
    </Frame>
  );
}

type SelectProps = Common & OnText & Omit<ComponentProps<"select">, "id"> & { frame?: string };

export function SelectField({ label, aside, hint, error, frame, className, children, ...rest }: SelectProps) {
  return (
    <Frame label={label} aside={aside} hint={hint} error={error} className={frame}>
      {({ id, describedBy }) => (
        <Select id={id} aria-describedby={describedBy} {...rest} className={cx("h-10 w-full md:h-control", className)}>
          {children}
        </Select>
      )}
    </Frame>
  );
}

/** The browser's own select, styled. */
export function Select({ className, children, onText, ...rest }: ComponentProps<"select"> & OnText) {
  return (
    <span className="relative block min-w-0">
      <select
        {...rest}
        {...heard(onText)}
        className={cx(
          "control-edge max-w-full appearance-none truncate py-0 pr-[26px] pl-[9px] text-lg md:text-base",
          className,
        )}
      >
        {children}
      </select>
      <svg
        aria-hidden="true"
        width="14"
        height="14"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 text-ink-3"
      >
        <path d="m6 9 6 6 6-6" />
      </svg>
    </span>
  );
}

export const Check = ({ label, ...rest }: { label: string } & Omit<ComponentProps<"input">, "type">) => (
  <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 font-medium md:min-h-6">
    <input type="checkbox" {...rest} className="size-4 flex-none accent-accent-fill" />
    {label}
  </label>
);

/** A select's options. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, label: string])[] }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
