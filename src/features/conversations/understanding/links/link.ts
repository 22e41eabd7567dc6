import type { CalendarUnit, MeasureKind, QueryField } from "#contract/query.ts";
import type { Term } from "../query/terms.ts";
import type { Mark } from "./marks.ts";

/** What some words of a question mean in rows of one kind. */
export type Meaning =
  | { kind: "mark"; mark: Mark }
  | { kind: "time" }
  | { kind: "unit"; unit: CalendarUnit }
  | { kind: "number"; value: number; unit: "day" | "hour" | "%" | "" }
  /** The rows themselves, or some of them. */
  | { kind: "rows"; term: Term }
  /** `isVerb`: what happened on a day, which asks for it only beside a time or "when". */
  /** `table`: the own table that alone calls the field so. */
  | { kind: "field"; field: QueryField; of?: MeasureKind; view?: string | undefined; isVerb?: boolean; table?: string }
  | { kind: "value"; field: QueryField; values: readonly (string | number)[]; isWithin?: boolean; isPart?: boolean };

/** A meaning with the place of its words; `weight`: how much it says that the rows are of this kind. */
export type Link = Meaning & { at: number; length: number; weight: number };

export type LinkOf<Kind extends Meaning["kind"]> = Extract<Link, { kind: Kind }>;
