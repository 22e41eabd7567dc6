import { z } from "zod";
import { day, lengths, text } from "#contract/words.ts";

/** The largest amount the product takes, in any currency. */
const largest = 1e12;

const printable = (key: string): string => key.replace(/[^\p{L}\p{N}_ .-]/gu, "?").slice(0, 40);
const plainly = (name: string, wanted: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `${name} is missing: send ${wanted}` : `${name} must be ${wanted}`;

/** A figure between two bounds; `name` and `wanted` go into the sentence that refuses another. */
export const figure = (name: string, wanted: string, least: number, most: number) =>
  z
    .number({ error: plainly(name, wanted) })
    .min(least, `${name} must be ${wanted}`)
    .max(most, `${name} must be ${wanted}`);

/** An amount in the company's currency, from a hundredth to 1e12. */
export const amount = (name: string, least = 0.01) =>
  figure(name, `a number from ${least.toLocaleString("en")} to ${largest.toLocaleString("en")}`, least, largest);

/** A share, 0 to 1. */
export const share = (name: string) => figure(name, "a number from 0 to 1", 0, 1);

const line = (max: number) => text(max).trim().min(1, "Leave out what is empty");

const givenEvidence = z.strictObject({
  kind: line(lengths.name),
  reference: line(lengths.title),
  /** As it was read, with its unit. */
  value: z.union([line(lengths.name), z.number().transform((value) => value.toLocaleString("en"))]),
  asOf: day.optional(),
});
export type GivenEvidence = z.output<typeof givenEvidence>;

/** What every context may carry besides its figures. */
export const commonContext = {
  /** What it is about; becomes the title. */
  subject: line(200).optional(),
  purpose: line(200).optional(),
  counterparty: line(lengths.name).optional(),
  evidence: z.array(givenEvidence).max(20, "Send at most 20 evidence rows").optional(),
};

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
  return z.preprocess((given) => {
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
}
