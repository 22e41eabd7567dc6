import { wholePercent } from "../format.ts";

/** A neutral grey bar with its number; the tick marks the base rate. */
export function Confidence({
  value,
  rate,
  name = "Confidence",
}: {
  value: number;
  rate?: number | null;
  name?: string;
}) {
  const text = wholePercent(value);
  return (
    <span
      className="inline-flex h-5 items-center gap-2 align-top"
      title={rate == null ? `${name} ${text}` : `${name} ${text}, base rate ${wholePercent(rate)}`}
    >
      <span aria-hidden className="relative h-1 w-[72px] rounded-[2px] bg-pressed">
        <span className="absolute inset-y-0 left-0 rounded-[2px] bg-ink-2" style={{ width: text }} />
        {rate != null && (
          <span className="absolute -top-[3px] h-2.5 w-px bg-ink-3" style={{ left: wholePercent(rate) }} />
        )}
      </span>
      <span className="num font-medium">
        <span className="sr-only">{name} </span>
        {text}
      </span>
    </span>
  );
}
