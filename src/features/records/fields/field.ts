import { currencies, type Currency } from "#contract/words.ts";

export type FieldType = "line" | "text" | "email" | "money" | "number" | "whole" | "share" | "day" | "flag" | "choice";

/** A field of a kind of records: its label, its headings in files, and how cells are parsed. */
export type Field = {
  name: string;
  label: string;
  type: FieldType;
  required?: true;
  choices?: readonly string[];
  /** The currency of amounts that do not have that of their record. */
  currency?: Currency;
  words?: Readonly<Record<string, string>>;
  /** What a word of a choice says about other fields: a "credit memo" in a column of types. */
  says?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The field that keeps the word a file uses for a choice, such as the company's own name of a stage. */
  wordIn?: string;
  /** Other headings of this field, in lower case letters and digits. */
  headings?: readonly string[];
  /** Has a value in every row, by default. */
  always?: true;
  isShort?: boolean;
  /** The name of its column, if it is not the field's in snake case. */
  column?: string;
  least?: number;
  most?: number;
  /** Digits of a number, and those behind the point. */
  digits?: readonly [number, number];
  /** An amount that may be negative. */
  signed?: true;
  /** About a person: a name, an address, free text. */
  personal?: true;
  /** Of a row only members and admins may see; sums of many rows stay visible to all. */
  confidential?: true;
  /** How a value is stored: "2026-03-14" as the first of its month, an account number by its last digits. */
  clean?: (value: string) => string;
};

/** "open: sent viewed, paid: settled" as the choices of words. */
export const wordsBy = (table: string): Record<string, string> =>
  Object.fromEntries(
    table.split(",").flatMap((entry) => {
      const [name = "", words = ""] = entry.split(":");
      return wordsIn(words).map((word) => [word, name.trim()]);
    }),
  );
export const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Headings are bare, as those of files are compared: lower-case letters and digits. */
const ofType =
  <const T extends FieldType>(type: T) =>
  <const N extends string>(name: N, label: string, headings = "") => ({
    name,
    label,
    type,
    headings: wordsIn(headings),
  });
export const line = ofType("line");
export const text = ofType("text");
export const day = ofType("day");
export const money = ofType("money");
export const number = ofType("number");
export const whole = ofType("whole");
export const share = ofType("share");
export const flag = ofType("flag");

/** A field with choices, each with its bare words in files. */
export const choice = <const N extends string, const C extends string>(
  name: N,
  label: string,
  headings: string,
  choices: Readonly<Record<C, string>>,
) => ({
  name,
  label,
  type: "choice" as const,
  choices: Object.keys(choices) as C[],
  words: wordsBy(
    Object.entries(choices)
      .map((entry) => entry.join(":"))
      .join(),
  ),
  headings: wordsIn(headings),
});

type With<F, More> = Omit<F, keyof More> & More;
const withMore =
  <const More extends Partial<Field>>(more: More) =>
  <const F extends Field>(field: F): With<F, More> => ({ ...field, ...more });
export const signed = withMore({ signed: true });
export const personal = withMore({ personal: true });
export const needed = withMore({ required: true });
export const short = withMore({ isShort: true });
export const within = <const F extends Field>(least: number, most: number, field: F) => ({ ...field, least, most });
export const hours = <const N extends string>(name: N, label: string, headings: string) => ({
  ...within(0, 1e6, number(name, label, headings)),
  digits: [10, 2] as const,
});
/** Every row has a value: it has a default whatever else is known. */
export const always = withMore({ always: true });

export const email = personal({ ...line("email", "Email", "emailaddress mail contactemail"), type: "email" });
export const owner = short(
  personal(
    line("ownerName", "Owner", "accountowner dealowner accountmanager assignee assignedto responsible salesrep"),
  ),
);
export const notes = personal(text("notes", "Notes", "note comment comments remarks memo"));
export const currency = {
  name: "currency",
  label: "Currency",
  type: "choice",
  choices: currencies,
  words: wordsBy("EUR: €, GBP: £, INR: ₹, PLN: zł, BRL: r$, USD: us$"),
  headings: wordsIn("currencycode curr isocurrency"),
} as const satisfies Field;
export const customer = short(
  personal(
    line(
      "customerName",
      "Customer",
      "client clientname account accountname company companyname billto organization organisation",
    ),
  ),
);
export const vendor = short(personal(line("vendorName", "Vendor", "supplier suppliername provider payee billfrom")));
export const channel = short(line("channel", "Channel", "leadsource utmsource originalsource"));
