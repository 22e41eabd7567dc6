import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile } from "../../../../test/sound.ts";
import { addDays } from "#contract/days.ts";
import { concludeOutliers, spendOutliers } from "#features/expertise/cfo/outliers.ts";
import type { Bill } from "#features/records/payables/rows.ts";

const bill = (
  at: number,
  amount: number,
  vendor: string | null = "Cloudbase",
  category: string | null = null,
): Bill => ({
  id: `${vendor}-${category}-${at}`,
  number: `B-${at}`,
  vendor,
  category,
  issuedOn: addDays(friday.today, -at * 10),
  amount,
});
/** Between 950 and 1,050, newest first. */
const usual = Array.from({ length: 20 }, (_, at) => bill(at + 1, 950 + ((at * 37) % 100)));

test("finds a planted outlier, and no usual bills", () => {
  expect(spendOutliers(usual, friday.today)).toEqual([]);
  const planted = { ...bill(2, 9_000), id: "planted" };
  const found = spendOutliers([...usual, planted], friday.today);
  expect(found.map((one) => one.bill.id)).toEqual(["planted"]);
  const conclusion = concludeOutliers({ bills: [...usual, planted], anyPayables: true }, friday);
  expectSound(conclusion);
  expect(answer(conclusion, "outliers")).toMatch(
    /^A bill of \$9,000 from Cloudbase on 31 Oct 2026 stands out: \$\d{3,4} is usual/,
  );
  expect(conclusion.concerns).toMatchObject([
    { key: "outlier:planted", kind: "risk", href: "/records/invoices/planted" },
  ]);
});

test("finds an outlier within its category; old or low ones are not reported", () => {
  const across = usual.map((one, at) => ({ ...one, vendor: `Vendor ${at}`, category: at % 2 ? "Rent" : "rent" }));
  const planted = { ...bill(3, 8_000, "Vendor 99", "Rent"), id: "planted" };
  expect(spendOutliers([...across, planted], friday.today).map((one) => one.bill.id)).toEqual(["planted"]);
  expect(spendOutliers([...usual, { ...bill(30, 9_000), id: "old" }], friday.today)).toEqual([]);
  expect(spendOutliers([...usual, { ...bill(2, 40), id: "low" }], friday.today)).toEqual([]);
});

test("no bills is a gap; too few give no outliers; names stay plain text", () => {
  const unknown = concludeOutliers({ bills: [], anyPayables: false }, friday);
  expectSound(unknown);
  expect([unknown.answers, unknown.missing.length]).toEqual([{}, 1]);
  const few = concludeOutliers({ bills: [bill(1, 10), bill(2, 10_000)], anyPayables: true }, friday);
  expectSound(few);
  expect(answer(few, "outliers")).toBe("No bill of the last 90 days stands out among 2 compared.");
  for (const name of hostile) {
    const bills = [...usual, bill(2, 9_000)].map((one) => ({ ...one, vendor: name, number: name }));
    const conclusion = concludeOutliers({ bills, anyPayables: true }, friday);
    expectSound(conclusion);
    expect(answer(conclusion, "outliers")).toContain(name);
  }
});
