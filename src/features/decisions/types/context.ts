import { grouped } from "#contract/format.ts";
import { z } from "zod";
import { day, lengths, text } from "#contract/words.ts";
import { ownPage } from "#features/decisions/contract.ts";
import { type FieldWords, fieldsOf, rememberFields, unasked, worded } from "./form.ts";

/** The largest amount the product takes, in any currency. */
const largest = 1e12;

const printable = (key: string): string => key.replace(/[^\p{L}\p{N}_ .-]/gu, "?").slice(0, 40);
const plainly = (name: string, wanted: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `${name} is missing: send ${wanted}` : `${name} must be ${wanted}`;

/** A figure between two bounds; `name` and `wanted` go into the sentence that refuses another. */
const figure = (name: string, wanted: string, least: number, most: number) =>
  z
    .number({ error: plainly(name, wanted) })
    .min(least, `${name} must be ${wanted}`)
    .max(most, `${name} must be ${wanted}`);
const between = (least: number, most: number): string => `a number from ${grouped(least)} to ${grouped(most)}`;

/** An amount in the company's currency, from a hundredth to 1e12. */
export const amount = (name: string, words: FieldWords, least = 0.01) =>
  worded(figure(name, between(least, largest), least, largest), { ...words, unit: "money", least, most: largest });

/** A share, 0 to 1, or to less. */
export const share = (name: string, words: FieldWords, most = 1) =>
  worded(figure(name, between(0, most), 0, most), { ...words, unit: "share", least: 0, most });

/** A number of something, or of percent or days where `unit` says so. */
export const number = (
  name: string,
  words: FieldWords & { unit?: "count" | "percent" | "days" },
  least: number,
  most: number,
) => worded(figure(name, between(least, most), least, most), { unit: "count", ...words, least, most });

/** "14" and "14 months" are numbers of months too. */
const monthsOf = (given: unknown): unknown => {
  if (typeof given !== "string" || given.length > lengths.figure) return given;
  const read = /^(\d{1,3}(?:\.\d{1,2})?)(?:\s*months?)?$/i.exec(given.trim());
  return read ? Number(read[1]) : given;
};

/** A number of months, 1 to `most`. */
export const months = (name: string, words: FieldWords, most: number) =>
  worded(z.preprocess(monthsOf, figure(name, `a number of months from 1 to ${most}`, 1, most)), {
    ...words,
    unit: "months",
    least: 1,
    most,
  });

/** One of several words; each with what a form calls it. */
export function choice<Word extends string>(name: string, words: FieldWords, options: Record<Word, string>) {
  const known = Object.keys(options) as [Word, ...Word[]];
  const wanted = `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
  return worded(z.enum(known, { error: plainly(name, wanted) }), {
    ...words,
    unit: "choice",
    options: Object.entries<string>(options).map(([value, label]) => ({ value, label })),
  });
}

/** A calendar day, YYYY-MM-DD. */
export const dayOf = (name: string, words: FieldWords) =>
  worded(
    z.string({ error: plainly(name, "a day as YYYY-MM-DD") }).refine((given) => day.safeParse(given).success, {
      error: `${name} must be a day as YYYY-MM-DD`,
    }),
    { ...words, unit: "date" },
  );

/** A line of text. */
export const line = (words: FieldWords, max: number) =>
  worded(text(max).trim().min(1, "Leave out what is empty"), { ...words, unit: "text", most: max });

/** Rows of the same columns. */
export function rows<Shape extends z.core.$ZodShape>(
  name: string,
  words: FieldWords,
  shape: Shape,
  [least, most]: [least: number, most: number],
) {
  const bounds = least > 0 ? `Send ${least} to ${most}` : `Send at most ${most}`;
  const many = `${bounds} ${words.label.toLowerCase()}`;
  const list = z
    .array(z.strictObject(shape), { error: `${name} must be a list` })
    .min(least, many)
    .max(most, many);
  return worded(list, { ...words, unit: "list", least, most, columns: fieldsOf(shape) });
}

/** What every context may carry besides its figures. */
export const commonContext = {
  /** What it is about; becomes the title. */
  subject: line({ label: "Title", hint: "What it is about, in a few words" }, 200).optional(),
  purpose: line({ label: "Purpose", hint: "Requests for the same purpose are counted together" }, 200).optional(),
  counterparty: line({ label: "Other side", hint: "The company or person it is with" }, lengths.name).optional(),
  evidence: rows(
    "evidence",
    { label: "Evidence rows", hint: "What the figures stand on; without any the confidence stays at 50% or less" },
    {
      kind: line({ label: "Kind", hint: "Document, mail, measurement" }, lengths.name),
      reference: line({ label: "What it is" }, lengths.title),
      /** As it was read, with its unit. */
      value: worded(z.union([line({ label: "" }, lengths.name), z.number().transform((value) => grouped(value))]), {
        label: "What it says",
        unit: "text",
        most: lengths.name,
      }),
      asOf: worded(day, { label: "As of", unit: "date" }).optional(),
      /** The page it stands on; written by executives, not asked of a person. */
      href: unasked(ownPage).optional(),
    },
    [0, 20],
  ).optional(),
};
export type GivenEvidence = NonNullable<z.output<(typeof commonContext)["evidence"]>>[number];

/** Takes the fields of a context and other spellings of their names, gives its schema; unknown names are refused. */
export function contextOf<Shape extends z.core.$ZodShape>(shape: Shape, spellings: Record<string, string>) {
  const known = Object.keys(shape).join(", ");
  const schema = z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `"${printable(issue.keys[0] ?? "")}" is not known here. Known: ${known}`
        : issue.code === "invalid_type"
          ? `Send an object with: ${known}`
          : undefined,
  });
  const canonical = new Map(Object.entries(spellings));
  const context = z.preprocess((given) => {
    if (given === null || typeof given !== "object" || Array.isArray(given)) return given;
    // Null says "not known", the same as leaving it out.
    const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
    // A second spelling of a name that is there stays as it is, and is refused as unknown.
    const renamed = ([key, value]: [string, unknown]): [string, unknown] => {
      const name = canonical.get(key);
      return name && !Object.hasOwn(given, name) ? [name, value] : [key, value];
    };
    return Object.fromEntries(entries.map(renamed));
  }, schema);
  rememberFields(context, fieldsOf(shape));
  return context;
}
