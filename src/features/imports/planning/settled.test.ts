import { expect, it } from "vitest";
import { day, money, name, planned, table } from "../../../../test/plans.ts";

const heading = "Invoice no;Customer;Invoice date;Due date;Total;Paid on;Cash booked";
/** Paid in whole, in part, or not at all. */
const line = (at: number, part: string) => [
  `R-${at + 1}`,
  name(at),
  day(at),
  day(at, "04"),
  money(at),
  at < 6 ? day(at, "05") : "",
  at < 6 ? money(at) : at < 9 ? part : "0",
];

it("takes off what was received where it is all of what was paid, and less of the rest", async () => {
  const { preview, open, rows, fields } = await planned(table(heading, (at) => line(at, "50.00")));
  expect(open).toEqual([]);
  expect(fields).toMatchObject({ "Cash booked": "-openAmount" });
  expect(preview.notes.join()).toContain('"Cash booked" is taken off the amount: the rest is open.');
  expect((await rows()).slice(6, 7)).toMatchObject([{ amount: 326.25, openAmount: 276.25 }]);
});

it("takes off what was received in part on a day of payment", async () => {
  const text = table(heading, (at) => [
    ...line(at, "0").slice(0, 5),
    at < 8 ? day(at, "05") : "",
    at < 6 ? money(at) : at < 8 ? "20.00" : "0",
  ]);
  const { rows, fields } = await planned(text);
  expect(fields).toMatchObject({ "Cash booked": "-openAmount" });
  expect((await rows()).slice(6, 7)).toMatchObject([{ amount: 326.25, openAmount: 306.25 }]);
});

it("takes nothing off where a line without a day of payment has all of it", async () => {
  const { fields } = await planned(table(heading, (at) => line(at, money(at))));
  expect(fields).not.toMatchObject({ "Cash booked": "-openAmount" });
});
