import { z } from "zod";
import type { Value } from "#contract/csv.ts";
import { formatNumber } from "#contract/format.ts";
import { currency, day, email, lengths, text } from "#contract/words.ts";
import type { Field } from "#features/records/fields/field.ts";
import type { Fields, Kind } from "#features/records/kinds/kind.ts";

/** The largest whole number, which a column of four bytes holds, and the largest of all. */
const mostWhole = 1e9;
const mostOfAll = 1e12;

function numberOf({ type, signed, least = signed ? -mostOfAll : 0, most = mostOf(type) }: Field): z.ZodNumber {
  const isScale = most <= 10;
  const within = `Must be from ${least} to ${most}`;
  const tooSmall = least < 0 ? `Must be at least ${formatNumber(least)}` : `Must be ${least} or more`;
  return z
    .number()
    .min(least, isScale ? within : tooSmall)
    .max(most, isScale ? within : `Must be at most ${formatNumber(most)}`);
}
const mostOf = (type: Field["type"]): number => (type === "share" ? 1 : type === "whole" ? mostWhole : mostOfAll);

function valueOf(field: Field): z.ZodType<Value> {
  const { name, type, choices = [], isShort, clean = (value) => value } = field;
  switch (type) {
    case "line":
      return text(isShort ? lengths.name : lengths.title)
        .trim()
        .min(1, "Is missing")
        .overwrite(clean);
    case "text":
      return text(lengths.text);
    case "email":
      return email;
    case "day":
      return day.overwrite(clean);
    case "flag":
      return z.boolean();
    case "choice":
      return name === "currency" ? currency : z.enum([...choices]);
    case "whole":
      return numberOf(field).int("Must be a whole number");
    default:
      return numberOf(field);
  }
}

export function schemaOf({ fields, fault }: Kind): z.ZodObject<Record<string, z.ZodType<Value | undefined>>> {
  const shape = Object.fromEntries(
    fields.map((field) => {
      const value = valueOf(field);
      return [field.name, field.required || field.always ? value : value.nullish()];
    }),
  );
  return z.strictObject(shape).superRefine((row, ctx) => {
    const found = fault?.(row as Fields);
    if (found) ctx.addIssue({ code: "custom", path: [found.field], message: found.sentence });
  });
}
