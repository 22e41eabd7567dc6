import { expect, test } from "vitest";
import { nameKey } from "#features/records/naming/name-key.ts";
import { isNobody, isSimilar, proposalsFor } from "#features/records/naming/rules.ts";

test.each([
  ["Müller & Söhne", "MULLER SOHNE"],
  ["Acme, Ltd.", "acme ltd"],
  ["S.A. Légère", "SA Legere"],
  ["Ａcme", "Acme"],
  ["O’Brien's", "OBriens"],
  ["  Acme   Robotics ", "acme-robotics"],
])("%s is %s", (one, other) => {
  expect(proposalsFor([one], [other])).toEqual({ create: [], similar: [], equal: [one], nobody: [] });
});

test.each([
  ["Acme Ltd", "Acme"],
  ["Acme GmbH & Co. KG", "Acme Inc"],
  ["Nordwind", "Nordwnid"],
  ["Hostlly", "Hostly"],
  ["Data Works", "Dataworks"],
  ["Lopez, Maria", "Maria Lopez"],
  ["Acme Robotics", "Acme"],
])("%s may be %s, which is asked", (one, other) => {
  expect(isSimilar(nameKey(one), nameKey(other))).toBe(true);
  expect(proposalsFor([one], [other]).similar).toEqual([{ name: one, existing: other }]);
});

test.each([
  ["Store 12", "Store 13"],
  ["Mars", "Marx"],
  ["Alder", "Beech"],
  ["IBM", "ICM"],
  ["North Star", "South Star"],
  ["Berg", "Bergmann"],
])("%s is not %s", (one, other) => {
  expect(proposalsFor([one], [other])).toEqual({ create: [one], similar: [], equal: [], nobody: [] });
});

test.each([
  "",
  " ",
  "-",
  "Total",
  "GRAND TOTAL",
  "Sub-total",
  "Cash",
  "Cash sale",
  "Various",
  "Misc.",
  "n/a",
  "4711",
  "Walk-in customer",
  "Diverse",
  "Unknown Vendor",
])("%j names nobody", (name) => {
  expect(isNobody(name)).toBe(true);
});
test.each(["Total Tools", "Cash Converters", "7-Eleven", "Guest House Lily", "山田商店"])("%s is a name", (name) => {
  expect(isNobody(name)).toBe(false);
});

test("of several spellings the most frequent is created, and one that is only similar is asked", () => {
  expect(proposalsFor(["Acme Ltd", "ACME LTD.", "Acme Inc", "Beta", "Total"], ["Béta"])).toEqual({
    create: ["Acme Ltd"],
    similar: [{ name: "Acme Inc", existing: "Acme Ltd" }],
    equal: ["Beta"],
    nobody: ["Total"],
  });
});
