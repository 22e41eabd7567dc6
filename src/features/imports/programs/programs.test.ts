import { describe, expect, it } from "vitest";
import { fieldOfTarget } from "#features/imports/planning/fields.ts";
import { programs } from "#features/imports/programs/programs.ts";

const exports = programs.flatMap(({ label, exports: own }) =>
  own.map((one) => [`${label} ${one.label}`, one] as const),
);

it("keeps a key of its own for each program", () => {
  expect(new Set(programs.map(({ id }) => id)).size).toBe(programs.length);
});

describe.each(exports)("%s", (_, { target, headings, fields, always, words, overrides, leaves, negates }) => {
  const choicesOf = (name: string) => fieldOfTarget(target, name)?.choices ?? [];

  it("names fields that exist", () => {
    const named = [
      ...Object.values(fields).filter((name) => name !== null),
      ...Object.keys(always ?? {}),
      ...Object.keys(words ?? {}),
      ...(overrides ?? []).map(({ field }) => field),
      ...(negates ?? []).map(({ field }) => field),
    ];
    expect(named.filter((name) => fieldOfTarget(target, name) === null)).toEqual([]);
  });

  it("gives words choices that exist", () => {
    const given = [
      ...Object.entries(always ?? {}).map(([field, choice]) => [field, choice] as const),
      ...Object.entries(words ?? {}).flatMap(([field, own]) =>
        Object.values(own).map((choice) => [field, choice] as const),
      ),
      ...(overrides ?? []).flatMap(({ field, words: own }) =>
        Object.values(own).map((choice) => [field, choice] as const),
      ),
    ];
    expect(given.filter(([field, choice]) => !choicesOf(field).includes(choice))).toEqual([]);
  });

  it("is written bare", () => {
    const all = [
      ...headings.flat(),
      ...Object.keys(fields),
      ...Object.values(words ?? {}).flatMap((own) => Object.keys(own)),
      ...[...(overrides ?? []), ...(leaves ?? []), ...(negates ?? [])].map(({ heading }) => heading ?? ""),
      ...(leaves ?? []).flatMap((one) => one.words),
    ];
    expect(all.filter((text) => !/^[\p{Ll}\p{Lo}\p{N}]*$/u.test(text))).toEqual([]);
  });
});
