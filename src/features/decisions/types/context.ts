import { formatNumber } from "#contract/format.ts";
import { z } from "zod";
import { day, lengths, text } from "#contract/words.ts";
import { type FormField, ownPage } from "#features/decisions/contract.ts";
import { type FieldText, fieldsOf, registerFields, hiddenInForm, unwrapOptional, withFormText } from "./form.ts";

/** The largest amount accepted, in any currency. */
const largest = 1e12;

const printable = (key: string): string => key.replace(/[^\p{L}\p{N}_ .-]/gu, "?").slice(0, 40);
/** A field's name in its errors, which is its key in a context. */
type Named = { name: string };
const named = new WeakMap<z.core.$ZodType, Named>();
function nameFields(shape: z.core.$ZodShape): void {
  for (const [name, schema] of Object.entries(shape)) {
    const field = named.get(unwrapOptional(schema));
    if (field) field.name = name;
  }
}

/** A field of a form, whose errors name it. */
function fieldOf<Schema extends z.ZodType>(
  of: (field: Named) => Schema,
  labels: Parameters<typeof withFormText>[1],
): Schema {
  const field = { name: "" };
  const schema = of(field);
  named.set(schema, field);
  return withFormText(schema, labels);
}

const typeError = (field: Named, wanted: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `${field.name} is missing: send ${wanted}` : `${field.name} must be ${wanted}`;

const numberBetween = (field: Named, wanted: string, least: number, most: number) => {
  const error = typeError(field, wanted);
  return z.number({ error }).min(least, { error }).max(most, { error });
};
const describeRange = (least: number, most: number): string =>
  `a number from ${formatNumber(least)} to ${formatNumber(most)}`;
const numberField = (unit: FormField["unit"], labels: FieldText, least: number, most: number) =>
  fieldOf((field) => numberBetween(field, describeRange(least, most), least, most), { unit, ...labels, least, most });

/** In the company's currency. */
export const amount = (labels: FieldText, least = 0.01) => numberField("money", labels, least, largest);

/** 0 to `most`. */
export const share = (labels: FieldText, most = 1) => numberField("share", labels, 0, most);

export const number = (labels: FieldText & { unit?: "count" | "percent" | "days" }, least: number, most: number) =>
  numberField("count", labels, least, most);

/** Also reads "14" and "14 months". */
const parseMonths = (given: unknown): unknown => {
  if (typeof given !== "string" || given.length > lengths.figure) return given;
  const match = /^(\d{1,3}(?:\.\d{1,2})?)(?:\s*months?)?$/i.exec(given.trim());
  return match ? Number(match[1]) : given;
};

/** 1 to `most`. */
export const months = (labels: FieldText, most: number) =>
  fieldOf((field) => z.preprocess(parseMonths, numberBetween(field, `a number of months from 1 to ${most}`, 1, most)), {
    ...labels,
    unit: "months",
    least: 1,
    most,
  });

/** `options` maps each value to its label in the form. */
export function choice<Word extends string>(labels: FieldText, options: Record<Word, string>) {
  const known = Object.keys(options) as [Word, ...Word[]];
  const wanted = `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
  return fieldOf((field) => z.enum(known, { error: typeError(field, wanted) }), {
    ...labels,
    unit: "choice",
    options: Object.entries<string>(options).map(([value, label]) => ({ value, label })),
  });
}

export const dayOf = (labels: FieldText) =>
  fieldOf(
    (field) => {
      const error = typeError(field, "a date (YYYY-MM-DD)");
      return z.string({ error }).refine((given) => day.safeParse(given).success, { error });
    },
    { ...labels, unit: "date" },
  );

export const line = (labels: FieldText, max: number) =>
  withFormText(text(max).trim().min(1, "Leave the field out instead of sending it empty"), {
    ...labels,
    unit: "text",
    most: max,
  });

/** The figure that records the result, so that the forecast is resolved from it. */
export const resultFigure = (label: string) =>
  line({ label, hint: "Its name under Figures. It then resolves the forecast." }, lengths.name).optional();

export function rows<Shape extends z.core.$ZodShape>(
  name: string,
  labels: FieldText,
  shape: Shape,
  [least, most]: [least: number, most: number],
) {
  const count = least > 0 ? `${least} to ${most}` : `at most ${most}`;
  const countError = `Send ${count} rows`;
  nameFields(shape);
  const list = z
    .array(z.strictObject(shape), { error: `${name} must be a list` })
    .min(least, countError)
    .max(most, countError);
  return withFormText(list, { ...labels, unit: "list", least, most, columns: fieldsOf(shape) });
}

/** Optional fields of every context. */
export const commonContext = {
  /** Becomes the title. */
  subject: line({ label: "Title", hint: "A short name for the proposal" }, 200).optional(),
  purpose: line({ label: "Purpose", hint: "Requests with the same purpose share one limit" }, 200).optional(),
  counterparty: line(
    { label: "Counterparty", hint: "The company or person on the other side" },
    lengths.name,
  ).optional(),
  evidence: rows(
    "evidence",
    { label: "Evidence", hint: "Sources for the figures. Without any, confidence is capped at 50%." },
    {
      kind: line({ label: "Kind", hint: "Document, email, measurement" }, lengths.name),
      reference: line({ label: "Source" }, lengths.title),
      /** With its unit. */
      value: withFormText(
        z.union([line({ label: "" }, lengths.name), z.number().transform((value) => formatNumber(value))]),
        {
          label: "Value",
          unit: "text",
          most: lengths.name,
        },
      ),
      asOf: withFormText(day, { label: "As of", unit: "date" }).optional(),
      /** The page that shows it; set by agents, so hidden in the form. */
      href: hiddenInForm(ownPage).optional(),
    },
    [0, 20],
  ).optional(),
  /** Of an outside agent; it is scored by them beside the formula's. Programs send them, so they are hidden in the form. */
  forecasts: hiddenInForm(
    rows(
      "forecasts",
      { label: "Forecasts" },
      {
        claim: line({ label: "Claim" }, lengths.title),
        probability: share({ label: "Probability" }),
        dueOn: dayOf({ label: "Due" }),
        /** A figure of the company and its target resolve it; else a person does. */
        metric: line({ label: "Figure" }, lengths.name).optional(),
        target: numberField("count", { label: "Target" }, -largest, largest).optional(),
        test: choice({ label: "Test" }, { atLeast: "At least", atMost: "At most" }).optional(),
      },
      [0, 3],
    ),
  ).optional(),
};
export type GivenForecast = NonNullable<z.output<(typeof commonContext)["forecasts"]>>[number];
export type GivenEvidence = NonNullable<z.output<(typeof commonContext)["evidence"]>>[number];

/** A strict schema that also accepts `aliases` (alias → field name). */
export function contextOf<Shape extends z.core.$ZodShape>(shape: Shape, aliases: Record<string, string>) {
  nameFields(shape);
  const known = Object.keys(shape).join(", ");
  const schema = z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `"${printable(issue.keys[0] ?? "")}" is not a known field. Known fields: ${known}`
        : issue.code === "invalid_type"
          ? `Send an object with: ${known}`
          : undefined,
  });
  const canonical = new Map(Object.entries(aliases));
  const context = z.preprocess((given) => {
    if (given === null || typeof given !== "object" || Array.isArray(given)) return given;
    // Null means unknown, like leaving the field out.
    const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
    // An alias of a field that is already set is kept, so that it is rejected as unknown.
    const renamed = ([key, value]: [string, unknown]): [string, unknown] => {
      const name = canonical.get(key);
      return name && !Object.hasOwn(given, name) ? [name, value] : [key, value];
    };
    return Object.fromEntries(entries.map(renamed));
  }, schema);
  registerFields(context, fieldsOf(shape));
  return context;
}
