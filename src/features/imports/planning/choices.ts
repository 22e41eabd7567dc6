import type { Target } from "#features/imports/contract.ts";

/** What a person chose for a file, as it is stored. */
export type Choices = {
  target?: Target;
  codePage?: string;
  sheet?: string;
  /** It was made for another sheet of a workbook. */
  isSheet?: true;
  headingLine?: number;
  columns?: { heading: string; field: string | null }[];
  answers?: { question: string; item: string; answer: string }[];
  createParties?: boolean;
  /** What the older calls take instead of answers. */
  given?: {
    dateFormat?: string;
    decimalCommas?: boolean;
    /** A field absent from it has no column. */
    onlyColumns?: boolean;
    metric?: { name: string; currency: string | null };
  };
};

/** Answers of earlier files of the same source, by question and item. */
export type Remembered = ReadonlyMap<string, string>;
export const answerKey = (question: string, item: string): string => `${question}\n${item}`;

/** What a pass over the file under its plan counted. */
export type Facts = {
  /** The columns it was counted for. */
  of: string;
  /** Numbers that several lines have, those lines, and whether their amounts are equal. */
  repeated: { numbers: number; lines: number; isSameAmount: boolean; differing?: number; example: string } | null;
  /** Days that several lines have. */
  repeatedDays: number;
  /** Distinct names of customers and vendors in the file: the most frequent, and how many there are. */
  names: { customers: Named; vendors: Named };
  /** What is known of those names. */
  parties?: Record<"customers" | "vendors", { create: string[]; similar: { name: string; existing: string }[] }>;
};
type Named = { names: string[]; count: number };
