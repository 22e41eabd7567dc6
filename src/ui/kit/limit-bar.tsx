type Props = { requested: number; limit: number; label: string; mark: string };

/** Grey within the limit, amber above it, with the limit labeled at its mark. */
export function LimitBar({ requested, limit, label, mark }: Props) {
  const whole = Math.max(requested, limit, 1);
  const inside = (Math.min(requested, limit) / whole) * 100;
  const at = (limit / whole) * 100;
  return (
    <div>
      <div role="img" aria-label={label} className="relative h-2 rounded-[2px] bg-pressed">
        {requested > limit && <span className="absolute inset-0 rounded-[2px] bg-dot-warning" />}
        <span className="absolute inset-y-0 left-0 rounded-l-[2px] bg-ink-3" style={{ width: `${inside}%` }} />
        <span
          className="absolute -top-1 -ml-px h-4 w-0.5 bg-ink shadow-[0_0_0_1.5px_var(--surface)]"
          style={{ left: `${at}%` }}
        />
      </div>
      <div className="num relative mt-1.5 h-4 text-xs text-ink-3" aria-hidden>
        <span
          className="absolute"
          style={at > 70 ? { right: 0 } : at < 30 ? { left: 0 } : { left: `${at}%`, translate: "-50%" }}
        >
          {mark}
        </span>
      </div>
    </div>
  );
}
