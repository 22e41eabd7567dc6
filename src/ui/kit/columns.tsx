import { cx } from "./cx.ts";

type Head = { name: string; isRight?: boolean; isWide?: boolean };
type Column = string | Head;

const headOf = (column: Column): Head => (typeof column === "string" ? { name: column } : column);
/** A column of numbers. */
export const right = (column: Column): Head => ({ ...headOf(column), isRight: true });
/** A column that phones leave out; its cells are `max-md:hidden`. */
export const wide = (column: Column): Head => ({ ...headOf(column), isWide: true });

/** The head of a table. */
export const Columns = ({ of, className }: { of: readonly Column[]; className?: string }) => (
  <thead className={className}>
    <tr>
      {of.map(headOf).map(({ name, isRight, isWide }) => (
        <th key={name} scope="col" className={cx(isRight && "text-right!", isWide && "max-md:hidden") || undefined}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
