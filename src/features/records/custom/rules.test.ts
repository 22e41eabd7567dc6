import { expect, test } from "vitest";
import { choicesFrom, customFault, fitCustom, keyOf, readTyped, writeTyped } from "./rules.ts";

const shape = (type: Parameters<typeof writeTyped>[0], choices: string[] = []) => ({ type, choices });

test("what a form shows of a value is read as the same value", () => {
  for (const value of [0, -3, 12.5, 1e15, 0.1 + 0.2])
    expect(readTyped(shape("number"), writeTyped("number", value))).toEqual({ value });
  for (let points = -250; points <= 1000; points += 1) {
    const value = Number((points / 1000).toPrecision(15));
    expect(readTyped(shape("percent"), writeTyped("percent", value)), String(value)).toEqual({ value });
  }
  for (const value of [1.5, 0.070_01, 12.345_678])
    expect(readTyped(shape("percent"), writeTyped("percent", value))).toEqual({ value });
  for (const value of [true, false]) expect(readTyped(shape("flag"), writeTyped("flag", value))).toEqual({ value });
  expect(readTyped(shape("day"), writeTyped("day", "2028-02-29"))).toEqual({ value: "2028-02-29" });
  expect(readTyped(shape("choice", ["A", "A+"]), "a+")).toEqual({ value: "A+" });
  expect(readTyped(shape("text"), "  ")).toBeNull();
});

test("a percentage is typed in points, a number is none", () => {
  expect(readTyped(shape("percent"), "15")).toEqual({ value: 0.15 });
  expect(readTyped(shape("percent"), "0.5 %")).toEqual({ value: 0.005 });
  expect(readTyped(shape("percent"), "lots")).toHaveProperty("fault");
  expect(readTyped(shape("number"), "15%")).toHaveProperty("fault");
  expect(readTyped(shape("money"), "1,200.005")).toEqual({ value: 1200.01 });
  for (const unfit of ["2027-02-29", "1899-12-31", "20255-01-01", "31.12.2026"])
    expect(readTyped(shape("day"), unfit), unfit).toHaveProperty("fault");
});

test("keys are plain, and never one that is taken", () => {
  expect(keyOf("Contract size (€)", new Set())).toBe("contract_size");
  expect(keyOf("Ré-gion", new Set(["re_gion"]))).toBe("re_gion_2");
  expect(keyOf("'; DROP TABLE deals; --", new Set())).toBe("drop_table_deals");
  expect(keyOf("💶", new Set(["field", "field_2"]))).toBe("field_3");
  for (const label of ["x".repeat(100), "_", "__proto__", "constructor", "a".repeat(39) + "-b"])
    expect(keyOf(label, new Set(["constructor"]))).toMatch(/^[a-z0-9_]{1,48}$/);
});

test("values that do not fit are left empty and named; names of an object's own are no fields", () => {
  const field = {
    key: "size",
    label: "Size",
    type: "number" as const,
    choices: [],
    currency: null,
    hidden: false,
    inList: false,
    removedUntil: null,
  };
  expect(fitCustom([field], { size: Number.NaN })).toEqual({ custom: { size: null }, emptied: ["size"] });
  expect(fitCustom([field], { size: "", constructor: "x" } as never)).toEqual({
    custom: { size: null },
    emptied: ["constructor"],
  });
  expect(customFault([field], { toString: 1 } as never)).toBe('There is no field "toString"');
  expect(customFault([field], { size: Infinity })).toBe("Size is not a number");
  expect(choicesFrom(["West", " west", "", "East"])).toEqual(["West", "East"]);
});
