import { expect, test } from "vitest";
import { isWanted, quietUntil, shownOf } from "./rules.ts";

const quiet = (from: string, to: string, time: string) => quietUntil({ from, to, timeZone: "UTC" }, "2026-12-31", time);

test("quiet hours end on the same day or the next one, and not at their own end", () => {
  expect(quiet("22:00", "07:00", "23:30")).toEqual({ day: "2027-01-01", time: "07:00" });
  expect(quiet("22:00", "07:00", "06:59")).toEqual({ day: "2026-12-31", time: "07:00" });
  expect(quiet("22:00", "07:00", "22:00")).toEqual({ day: "2027-01-01", time: "07:00" });
  expect(quiet("12:00", "13:00", "12:30")).toEqual({ day: "2026-12-31", time: "13:00" });
  for (const time of ["07:00", "21:59", "12:00"]) expect(quiet("22:00", "07:00", time)).toBeNull();
  expect(quiet("12:00", "13:00", "13:00")).toBeNull();
});

test("what waits for a person is wanted by everyone, the rest by those who chose all", () => {
  expect(isWanted("proposal", { about: "needs-you" })).toBe(true);
  expect(isWanted("import", { about: "needs-you" })).toBe(false);
  expect(isWanted("import", { about: "all" })).toBe(true);
});

test("several notifications become one line, long ones fit", () => {
  const notice = {
    kind: "proposal" as const,
    subject: "1",
    title: "Packing line, £85,000",
    detail: "D-1",
    href: "/decisions/1",
  };
  expect(shownOf([])).toBeNull();
  expect(shownOf([notice])).toMatchObject({ href: "/decisions/1", open: "Open proposal", tag: "proposal:1" });
  const many = shownOf(Array.from({ length: 40 }, () => ({ ...notice, title: "界".repeat(200) })));
  expect(many).toMatchObject({ title: "40 notifications since your quiet hours began", href: "/" });
  expect(Buffer.byteLength(JSON.stringify(many))).toBeLessThan(3_900);
});
