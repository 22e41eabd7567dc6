import { z } from "zod";
import type { Value } from "#contract/csv.ts";
import { currency, day, email, lengths, text } from "#contract/words.ts";
import type { Field } from "#features/records/fields/field.ts";
import type { Kind } from "#features/records/kinds/kind.ts";

const most = 1e12;
const within = (least: number, sentence: string) =>
  z.number().min(least, sentence).max(most, "Must be at most 1,000,000,000,000");

function valueOf({ name, type, choices = [], signed, clean = (value) => value }: Field): z.ZodType<Value> {
  switch (type) {
    case "line":
      return text(lengths.title).trim().min(1, "Is missing").overwrite(clean);
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
    case "share":
      return within(0, "Must be from 0 to 1").max(1, "Must be from 0 to 1");
    case "whole":
      return within(0, "Must be 0 or more").int("Must be a whole number");
    default:
      return signed ? within(-most, "Must be at least -1,000,000,000,000") : within(0, "Must be 0 or more");
  }
}

/** Whether every row has a value: it is required, or has a default whatever else is known. */
export const isAlwaysSet = (kind: Kind, { name, required }: Field): boolean =>
  required === true || (kind.defaults[name]?.({}) ?? null) !== null;

/** The schema of a described kind's fields. */
export function schemaOf(kind: Kind): z.ZodObject<Record<string, z.ZodType<Value | undefined>>> {
  const shape = Object.fromEntries(
    kind.fields.map((field) => {
      const value = valueOf(field);
      return [field.name, isAlwaysSet(kind, field) ? value : value.nullish()];
    }),
  );
  return z.strictObject(shape).superRefine((fields, ctx) => {
    const fault = kind.fault?.(fields as Parameters<NonNullable<Kind["fault"]>>[0]);
    if (fault) ctx.addIssue({ code: "custom", path: [fault.field], message: fault.sentence });
  });
}
