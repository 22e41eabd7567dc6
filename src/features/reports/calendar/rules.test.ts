import { expect, test } from "vitest";
import { icsOf } from "./rules.ts";

const due = { key: "tasks:/?task=1:dueOn", day: "2026-12-31", title: "Call Elm", detail: "", href: "/?task=1" };
const ics = (title: string) =>
  icsOf({
    name: "Due",
    note: "",
    at: new Date("2026-11-28T04:05:06.789Z"),
    address: new URL("https://room.example:8080"),
    dues: [{ ...due, title }],
  });

test("an entry takes a whole day, ends on the next one and leads to its page", () => {
  expect(ics("Call Elm").split("\r\n").slice(9, 18)).toEqual([
    "BEGIN:VEVENT",
    "UID:tasks:/?task=1:dueOn@room.example",
    "DTSTAMP:20261128T040506Z",
    "DTSTART;VALUE=DATE:20261231",
    "DTEND;VALUE=DATE:20270101",
    "SUMMARY:Call Elm",
    "URL:https://room.example:8080/?task=1",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]);
});

test("no text ends its line, and no line is longer than 75 bytes", () => {
  const text = ics(`A; B, C\\ D\nEND:VEVENT\r\nX:1 ${"界".repeat(100)}`);
  expect(text).toContain("SUMMARY:A\\; B\\, C\\\\ D\\nEND:VEVENT \\nX:1");
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  const lines = text.split("\r\n");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n ", "")).toContain("界".repeat(100));
});
