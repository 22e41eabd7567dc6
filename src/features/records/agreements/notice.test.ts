import { expect, test } from "vitest";
import { committed, termOf } from "#features/records/agreements/notice.ts";

const terms = { endsOn: "2026-12-31", noticeDays: 30, autoRenews: false, renewalMonths: null };
const today = "2026-11-20";

test("the notice deadline is the end minus the notice period", () => {
  expect(termOf(terms, today)).toEqual({
    endsOn: "2026-12-31",
    noticeBy: "2026-12-01",
    noticeKnown: true,
    renews: false,
    months: 0,
  });
});

test("without an end there is no deadline, without a notice period it is the end", () => {
  expect(termOf({ ...terms, endsOn: null }, today)).toBeNull();
  expect(termOf({ ...terms, noticeDays: null }, today)).toMatchObject({ noticeBy: "2026-12-31", noticeKnown: false });
  expect(termOf({ ...terms, noticeDays: 0 }, today)).toMatchObject({ noticeBy: "2026-12-31", noticeKnown: true });
});

test("a renewed contract is in a later term", () => {
  const renewed = { endsOn: "2024-01-31", noticeDays: 10, autoRenews: true, renewalMonths: 1 };
  // November has no 31st: its last day is used.
  expect(termOf(renewed, today)).toMatchObject({ endsOn: "2026-11-30", noticeBy: "2026-11-20", months: 1 });
  expect(termOf({ ...renewed, renewalMonths: 24 }, today)).toMatchObject({ endsOn: "2028-01-31" });
  expect(termOf({ ...renewed, renewalMonths: null }, today)).toMatchObject({ endsOn: "2027-01-31", months: 12 });
  expect(termOf({ ...renewed, endsOn: today }, today)).toMatchObject({ endsOn: today });
  expect(termOf({ ...renewed, endsOn: "2025-11-20", renewalMonths: 12 }, today)).toMatchObject({ endsOn: today });
  expect(termOf({ ...renewed, endsOn: "2025-11-19", renewalMonths: 12 }, today)).toMatchObject({
    endsOn: "2027-11-19",
  });
});

test("an ended contract that does not renew stays ended", () => {
  expect(termOf({ ...terms, endsOn: "2025-01-01" }, today)).toMatchObject({ endsOn: "2025-01-01", renews: false });
});

test("a renewal's commitment depends on its length", () => {
  const term = termOf({ ...terms, autoRenews: true, renewalMonths: 6 }, today);
  expect(term && committed(1000, term)).toBe(500);
  const never = termOf(terms, today);
  expect(never && committed(1000, never)).toBe(0);
});
