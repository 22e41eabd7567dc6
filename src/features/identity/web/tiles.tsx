import type { ReactNode } from "react";
import { cx } from "#ui/kit/cx.ts";

export type Tile = { name: string; value: ReactNode; note?: ReactNode; title?: string };

/** Figures in a row: two columns on a phone, four otherwise. */
export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <dl className="mb-5 grid grid-cols-2 border-t border-b border-t-line-strong border-b-line md:mb-10 md:grid-cols-4">
    {tiles.map(({ name, value, note, title }) => (
      <div
        key={name}
        className="min-w-0 border-line py-3 odd:pr-3.5 even:border-l even:pl-3.5 nth-[n+3]:border-t md:border-l md:px-4! md:first:border-l-0 md:first:pl-0! md:nth-[n+3]:border-t-0"
      >
        <dt className="text-sm text-ink-2">{name}</dt>
        <dd
          title={title}
          className={cx(
            "num mt-1 text-[20px] leading-[30px] font-medium tracking-tighter md:text-fig",
            title && "cursor-help underline decoration-line-control decoration-dotted decoration-1 underline-offset-4",
          )}
        >
          {value}
        </dd>
        {note && <dd className="mt-1 text-xs text-pretty text-ink-3">{note}</dd>}
      </div>
    ))}
  </dl>
);

/** Terms and values, one below the other. */
export const Terms = ({ rows }: { rows: readonly (readonly [string, ReactNode, string?])[] }) => (
  <dl>
    {rows.map(([term, value, title]) => (
      <div key={term} className="flex min-h-row items-center justify-between gap-4 border-t border-line py-1.5">
        <dt className="flex-none text-ink-2">{term}</dt>
        <dd title={title} className="min-w-0 text-right wrap-anywhere tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);
