import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import type { Ending, Endings } from "#features/records/services/rows.ts";
import { concludeEndings } from "#features/expertise/cto/endings.ts";

const row = (kind: Endings["kind"], of: Partial<Endings>): Endings => ({
  kind,
  all: 3,
  unknown: 0,
  ended: 0,
  within14: 0,
  within30: 0,
  within60: 0,
  origins: [],
  ...of,
});
const next = (name: string, kind: Ending["kind"], renewsOn: string): Ending => ({
  id: name,
  name,
  kind,
  renewsOn,
  vendor: null,
});

test("services past their end, and ending within 14, 30 and 60 days", () => {
  const conclusion = concludeEndings(
    {
      endings: [
        row("certificate", { ended: 1, within14: 1, within30: 1, within60: 2 }),
        row("domain", { unknown: 2, within60: 1 }),
      ],
      next: [
        next("shop.example", "certificate", "2026-11-18"),
        next("api.example", "certificate", "2026-11-30"),
        next("brand.example", "domain", "2027-01-10"),
      ],
    },
    friday,
  );
  expectSound(conclusion);
  expect(["ended", "within_14", "within_30", "within_60"].map((id) => value(conclusion, id))).toEqual([1, 1, 1, 3]);
  expect(answer(conclusion, "ending")).toBe(
    "1 certificate ends within 30 days; 1 certificate is past its day. shop.example (certificate) ended 2 days ago; api.example (certificate) ends in 10 days; brand.example (domain) ends in 51 days.",
  );
  expect(conclusion.concerns.map(({ dueOn, kind }) => [dueOn, kind])).toEqual([
    ["2026-11-18", "risk"],
    ["2026-11-30", "risk"],
  ]);
  expect(conclusion.missing).toMatchObject([{ what: "When 2 records of 6 end" }]);
});

test("no records is a gap, no upcoming end is an answer, names stay plain text", () => {
  const unknown = concludeEndings({ endings: [], next: [] }, friday);
  expectSound(unknown);
  expect([unknown.answers, unknown.missing.length]).toEqual([{}, 1]);
  const calm = concludeEndings({ endings: [row("token", {})], next: [] }, friday);
  expectSound(calm);
  expect(answer(calm, "ending")).toBe(
    "No certificate, domain, token or licence ends within 30 days (0 within 14, 0 within 60); nothing is past its day.",
  );
  for (const name of hostile) {
    const conclusion = concludeEndings(
      { endings: [row("token", { within14: 1 })], next: [next(name, "token", friday.today)] },
      friday,
    );
    expectSound(conclusion);
    expect(answer(conclusion, "ending")).toContain(`${name} (token) ends today.`);
  }
});
