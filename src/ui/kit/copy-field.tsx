import { TextField } from "#ui/kit/field.tsx";

type Props = {
  /** What it is: "Link". */
  label: string;
  value: string;
  /** What came of copying it; undefined: nobody did yet. */
  isCopied: boolean | undefined;
};

/** A text that is shown once, to be copied. */
export function CopyField({ label, value, isCopied }: Props) {
  return (
    <>
      <TextField
        label={label}
        readOnly
        value={value}
        onFocus={({ target }) => target.select()}
        className="font-mono text-sm!"
      />
      <p role="status" className="text-sm text-ink-2">
        {isCopied === true && "Copied."}
        {isCopied === false && `Copying failed. Select the ${label.toLowerCase()} and copy it.`}
      </p>
    </>
  );
}
