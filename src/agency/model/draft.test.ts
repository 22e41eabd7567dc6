import { describe, expect, test } from "vitest";
import { Desk } from "#agency/model/desk.ts";
import { DraftReader, stringsIn } from "#agency/model/draft.ts";
import { formatLine } from "#contract/report.ts";

describe("strings of unfinished JSON", () => {
  test.each([
    ["nothing yet", "", []],
    ["another property", '{"answered":true', []],
    ["the property without its value", '{"headline"', []],
    ["an open quote", '{"headline": "', []],
    ["half a word", '{"headline":"Cust', []],
    ["whole words, and half a word", '{"headline":"Customers owe mo', ["Customers owe"]],
    ["a finished string", '{"headline":"Customers owe more.","points":[', ["Customers owe more."]],
    ["a quote inside", '{"headline":"The \\"big\\" one is late', ['The "big" one is']],
    ["a backslash at the end", '{"headline":"One two\\', ["One"]],
    ["half an escape", '{"headline":"One two \\u00e', ["One two"]],
    ["an escape", '{"headline":"Caf\\u00e9 Euro is', ["Café Euro"]],
    ["the name inside another string", '{"note":"\\"headline\\": \\"no\\"","headline":"Yes."', ["Yes."]],
    ["words before the JSON", 'Here it is: {"headline" : "Fine."}', ["Fine."]],
    ["an unreadable escape", '{"headline":"a \\x b c"', []],
    ["a number", '{"headline":7', []],
  ])("%s", (_name, json, strings) => {
    expect(stringsIn(json, "headline").filter(Boolean)).toEqual(strings);
  });

  test.each([
    ["an open list", '{"points":[', []],
    ["finished ones and one being written", '{"points":["One.", "Two three fo', ["One.", "Two three"]],
    ["a closed list", '{"points":["One."],"missing":["not this"]', ["One."]],
    ["an empty list", '{"points":[],"missing":["not this"]', []],
    ["brackets in strings", '{"points":["a ] b","c"]', ["a ] b", "c"]],
  ])("%s", (_name, json, strings) => {
    expect(stringsIn(json, "points")).toEqual(strings);
  });
});

const modelText = {
  text: "Open: {total}",
  figures: [
    {
      id: "total",
      label: "Open invoices",
      value: 6_000,
      unit: "money" as const,
      currency: "USD" as const,
      range: null,
      formula: null,
      source: { label: "3 rows", href: null, asOf: null },
    },
  ],
  facts: [],
  origins: [],
};

test("a draft binds its figures, ends before a sentence with a flaw, and never shows half a citation", () => {
  const desk = new Desk("run.");
  const whole =
    '{"answered":true,"headline":"They owe {f1} in all.","points":["Watch Acme.","Or {f9}.","No."],"missing":[]}';
  const reader = new DraftReader(desk);
  reader.add(whole);
  // Nothing has been read.
  expect(reader.read()).toBe(null);
  desk.add(modelText);
  reader.restart();
  const seen = new Set<string>();
  for (const piece of whole) {
    reader.add(piece);
    const draft = reader.read();
    if (draft) seen.add(draft.lines.map((line) => formatLine(line, draft.figures)).join(" | "));
  }
  expect([...seen]).toEqual(
    [
      "They",
      "They owe",
      "They owe $6,000",
      "They owe $6,000 in",
      "They owe $6,000 in all.",
      "They owe $6,000 in all. | Watch",
      "They owe $6,000 in all. | Watch Acme.",
      "They owe $6,000 in all. | Watch Acme. | Or",
      "They owe $6,000 in all. | Watch Acme.",
    ].filter((one, at, all) => all.indexOf(one) === at),
  );
  reader.restart();
  reader.add('{"headline":"They owe 7,777."');
  expect(reader.read()).toBe(null);
});

test("a draft is cut to what a report may hold before its numbers are bound", () => {
  const desk = new Desk();
  desk.add({ ...modelText, text: "7,777" });
  const reader = new DraftReader(desk);
  reader.add('{"headline":"');
  for (let at = 0; at < 1_000; at += 1) reader.add("7,777 ");
  const [line = []] = reader.read()?.lines ?? [];
  expect(formatLine(line, []).length).toBeLessThanOrEqual(1_000);
  reader.restart();
  reader.add(`{"headline":"One.","points":[${'"Two.",'.repeat(1_000)}`);
  expect(reader.read()?.lines).toHaveLength(13);
});
