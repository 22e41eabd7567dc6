import type { ColumnFormat, DayOrder } from "#platform/reading/reading.ts";
import { wordsBy, wordsIn } from "#features/records/fields/field.ts";
import type { Target } from "#features/imports/contract.ts";

/**
 * A program that companies export from, as data. Headings and words are compared bare: lower-case letters and digits
 * alone, so "Open Balance" is written "openbalance" here, and "Proposal/Price Quote" is "proposalpricequote".
 */
export type Program = {
  /** The key under which answers are remembered, such as "quickbooks"; never changed later. */
  id: string;
  /** "QuickBooks Online" */
  label: string;
  exports: readonly Export[];
};

export type Export = {
  /** Its rows, as the program calls them: "invoices" in "QuickBooks Online invoices", "opportunities". */
  label: string;
  target: Target;
  /** A file is this export if it has all headings of one of these sets; the largest set that fits wins. */
  headings: readonly (readonly string[])[];
  /**
   * The field of each heading; null: known, and left out. "externalId" is the id at the source. Several headings of one
   * field: the first that the file has is taken; "-amount" is taken off the field (a column of money out beside one of
   * money in), "+amount" is added to it.
   */
  fields: Readonly<Record<string, string | null>>;
  /** Values of fields the file has no column for, such as { direction: "payable" } of bills. */
  always?: Readonly<Record<string, string>>;
  /** Choices by field and word of the program. Words that the fields know themselves (`Field.words`) are left out. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Headings that only rows of another kind fill, such as vendors among contacts: asked about. */
  aside?: readonly string[];
  /** Rows of another kind: left out where the column holds one of these words. */
  leaves?: readonly { heading: string; words: readonly string[] }[];
  /** Fields whose sign is turned: everywhere, or in rows where the column holds one of these words. */
  negates?: readonly { field: string; heading?: string; words?: readonly string[] }[];
  /** Fields that a word of another column settles, whatever their own column says. */
  overrides?: readonly { heading: string; field: string; words: Readonly<Record<string, string>> }[];
  /** What the rows of one number are: lines to be summed, or a total that repeats on each. Absent: the numbers tell. */
  sameNumber?: "line amounts" | "total repeats";
  /** How columns are read where the program is known to write them in one way, by heading. */
  formats?: Readonly<Record<string, Partial<ColumnFormat>>>;
};

/** "name: dealname, stage: dealstage stagename, nothing: age" as the fields of headings; "nothing" leaves them out. */
export const fieldsBy = (table: string): Record<string, string | null> =>
  Object.fromEntries(Object.entries(wordsBy(table)).map(([word, field]) => [word, field === "nothing" ? null : field]));

/**
 * Programs as text: statements with an equals sign, which go on until the next one. "negate amount = type: debit" turns
 * the amounts of lines with that word, "override stage = dealstatus won: won" lets another column settle a field.
 */
export function programsIn(table: string): Program[] {
  const programs: (Program & { exports: Writable[] })[] = [];
  for (const [head = "", value = ""] of statementsIn(table)) {
    const [what = "", ...more] = wordsIn(head);
    const name = more.join(" ");
    const one = programs.at(-1)?.exports.at(-1);
    if (what === "program") programs.push({ id: name, label: value, exports: [] });
    else if (what === "export")
      programs.at(-1)?.exports.push({ label: name, target: value as Target, headings: [], fields: {} });
    else if (one) state(one, what, name, value);
  }
  return programs;
}

/** What stands before the equals sign of each statement, and behind it. */
function statementsIn(table: string): string[][] {
  const statements: string[][] = [];
  for (const line of table.split("\n").map((text) => text.trim())) {
    const [head = "", ...values] = line.split(" = ");
    if (values.length > 0) statements.push([head, values.join(" = ")]);
    else if (line !== "") statements.push([...(statements.pop() ?? []), line]);
  }
  return statements.map(([head = "", ...values]) => [head, values.join(" ")]);
}

type Writable = { -readonly [Key in keyof Export]: Export[Key] };

function state(one: Writable, what: string, name: string, value: string): void {
  const [first = "", ...words] = wordsIn(value);
  if (what === "headings") one.headings = value.split("|").map(wordsIn);
  else if (what === "fields") one.fields = fieldsBy(value);
  else if (what === "always") one.always = { ...one.always, [name]: value };
  else if (what === "words") one.words = { ...one.words, [name]: wordsBy(value) };
  else if (what === "leave")
    one.leaves = [
      ...(one.leaves ?? []),
      { heading: name, words: wordsIn(value).map((word) => (word === "empty" ? "" : word)) },
    ];
  else if (what === "negate")
    one.negates = [
      ...(one.negates ?? []),
      value === "everywhere" ? { field: name } : { field: name, heading: first.slice(0, -1), words },
    ];
  else if (what === "override") one.overrides = [{ heading: first, field: name, words: wordsBy(words.join(" ")) }];
  else if (what === "aside") one.aside = wordsIn(value);
  else if (what === "lines") one.sameNumber = value === "line amounts" ? "line amounts" : "total repeats";
  else if (what === "format") one.formats = { ...one.formats, [name]: { dayOrder: value as DayOrder } };
  else throw new Error(`A program says "${what}", which means nothing.`);
}
