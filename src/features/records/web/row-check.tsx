export type Selection = { selected: ReadonlySet<string>; select: (next: ReadonlySet<string>) => void };

type Props = { of: readonly string[]; label: string; selection: Selection };

/** Selects one row, or all of a page. */
export function RowCheck({ of, label, selection: { selected, select } }: Props) {
  const isOn = of.length > 0 && of.every((id) => selected.has(id));
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      onChange={() => {
        const next = new Set(selected);
        for (const id of of) {
          if (isOn) next.delete(id);
          else next.add(id);
        }
        select(next);
      }}
      className="block size-4 flex-none accent-accent-fill"
    />
  );
}
