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

const long = (heading: string, cellsOf: (at: number) => (string | number)[]) =>
  [heading, ...Array.from({ length: 900 }, (_, at) => cellsOf(at).join(";"))].join("\n");
/** The last lines alone are open, one in part. */
const cells = (at: number) => [
  `R-${at + 1}`,
  name(at),
  day(at % 12),
  day(at % 12, "04"),
  "100.00",
  at < 890 ? day(at % 12, "05") : "",
  at < 890 ? "100.00" : at === 895 ? "40.00" : "0",
];

it.each(["Cash booked", "Payments received", "Amount paid", "Zahlungseingang"])(
  "sees by the whole column what is open though hundreds of lines before are paid: %s",
  async (part) => {
    const { rows, open, fields } = await planned(long(`${heading.slice(0, -11)}${part}`, cells));
    expect(open).toEqual([]);
    expect(fields).toMatchObject({ [part]: "-openAmount" });
    expect((await rows())[895]).toMatchObject({ amount: 100, openAmount: 60 });
  },
);

it("asks where a single line tells what a part of an amount is", async () => {
  const { open } = await planned(
    long(heading, (at) => (at === 895 ? cells(at) : [...cells(0).slice(0, 5), day(1, "05"), "100.00"])),
  );
  expect(open.map(({ id }) => id)).toEqual(["missing:openAmount"]);
});

it.each(["Cash booked", "Payments received"])("goes by the status where no day of payment stands: %s", async (part) => {
  const text = long(`Invoice no;Customer;Invoice date;Due date;Total;Status;${part}`, (at) => [
    ...cells(at).slice(0, 5),
    at < 890 ? "Paid" : "Open",
    cells(at)[6] ?? "",
  ]);
  const { rows, open } = await planned(text);
  expect(open).toEqual([]);
  expect((await rows())[895]).toMatchObject({ openAmount: 60 });
});

it("takes what is left to pay under an unknown heading where all that is paid has none", async () => {
  const text = long(`${heading.slice(0, -11)}Lorem`, (at) => [
    ...cells(at).slice(0, 6),
    at < 890 ? "0" : at === 895 ? "60.00" : "100.00",
  ]);
  const { rows, open, fields } = await planned(text);
  expect(open).toEqual([]);
  expect(fields).toMatchObject({ Lorem: "openAmount" });
  expect((await rows())[895]).toMatchObject({ openAmount: 60 });
});
