import { describe, expect, it } from "vitest";
import { answers, day, money, name, planned, table } from "../../../../test/plans.ts";

const cents = (amount: number) => amount.toFixed(2);
const invoices = (headings: string, cellsOf: (at: number) => (string | number)[]) =>
  table(`Invoice no;Customer;Invoice date;Due date;${headings}`, (at) => [
    `R-${at + 1}`,
    name(at),
    day(at),
    day(at, "04"),
    ...cellsOf(at),
  ]);
const amountsOf = async (rows: () => Promise<object[]>) =>
  (await rows()).map((row) => ("amount" in row ? row.amount : row));
const ids = (asked: { id: string }[]) => asked.map(({ id }) => id);

describe("tax beside the amount of an invoice", () => {
  const withTax = (rate: number, heading = "Amount;VAT") =>
    invoices(heading, (at) => [cents(100 + at * 7), cents((100 + at * 7) * rate)]);

  it("comes on top where only that makes even rates", async () => {
    const { open, rows, preview } = await planned(withTax(0.19));
    expect(open).toEqual([]);
    expect(preview.questions.find(({ id }) => id === "missing:beside:VAT")?.items).toMatchObject([
      { answer: "beside", because: "the rates are even in this way" },
    ]);
    expect((await amountsOf(rows))[1]).toBe(127.33);
  });

  it("is in the amount where only that makes even rates, or where it is called gross", async () => {
    const within = await planned(withTax(0.19 / 1.19));
    expect(within.open).toEqual([]);
    expect((await amountsOf(within.rows))[1]).toBe(107);
    const gross = await planned(withTax(0.2, "Gross;VAT"));
    expect(gross.open).toEqual([]);
  });

  it.each([
    ["a quarter of the net is a fifth of the gross", (at: number) => [cents(100 + at * 5), cents((100 + at * 5) / 5)]],
    ["the rates differ", (at: number) => [money(at), cents(at * 3.17 + 1.23)]],
  ])("is asked about where both are possible: %s", async (_, cellsOf) => {
    const text = invoices("Amount;VAT", cellsOf);
    expect(ids((await planned(text)).open)).toEqual(["missing:beside:VAT"]);
    const inside = await planned(text, answers(["missing:beside:VAT", "in"]));
    const beside = await planned(text, answers(["missing:beside:VAT", "beside"]));
    const [without, within] = [await amountsOf(inside.rows), await amountsOf(beside.rows)];
    expect(Number(within[2])).toBeGreaterThan(Number(without[2]));
  });

  it.each(["Amount;VAT;Total", "Total;Tax amount;Amount", "Amount;Tax;Gross"])(
    "tells which of several amounts is the whole by its sums: %s",
    async (headings) => {
      const isFirst = headings.startsWith("Total");
      const text = invoices(headings, (at) => {
        const [net, tax] = [100 + at * 7.5, 19 + at];
        return isFirst ? [cents(net + tax), cents(tax), cents(net)] : [cents(net), cents(tax), cents(net + tax)];
      });
      const { open, rows } = await planned(text);
      expect(open).toEqual([]);
      expect((await amountsOf(rows))[2]).toBe(136);
    },
  );

  it("asks which of two amounts it is where no sum tells, whatever their headings", async () => {
    for (const headings of ["Gross;Total", "Amount;Total", "Amount;Gross amount"]) {
      const text = invoices(headings, (at) => [money(at), money(at + 2)]);
      expect([headings, ids((await planned(text)).open)]).toEqual([headings, ["heading:amount"]]);
    }
  });

  it("asks about two columns whose amounts are alike only in the first lines", async () => {
    const lines = Array.from({ length: 300 }, (_, at) => {
      const amounts = [money(at), money(at < 250 ? at : at + 1)];
      return [`R-${at + 1}`, name(at), "2026-03-11", "2026-04-11", ...amounts].join(";");
    });
    const text = ["Invoice no;Customer;Invoice date;Due date;Amount;Total", ...lines].join("\n");
    expect(ids((await planned(text)).open)).toEqual(["heading:amount"]);
  });

  it("asks nothing about two columns of the same amounts", async () => {
    expect((await planned(invoices("Amount;Total", (at) => [money(at), money(at)]))).open).toEqual([]);
  });
});

describe("fees beside amounts", () => {
  const bank = (hasBalance: boolean, isWithin = false) => {
    let balance = 1_000;
    return table(`Date;Description;Amount;Fee${hasBalance ? ";Balance" : ""}`, (at) => {
      const [amount, fee] = [at % 2 ? -10 - at : 50 + at, at % 4 === 0 ? 1.5 : 0];
      balance += amount - (isWithin ? 0 : fee);
      return [day(at), `Shop ${at}`, cents(amount), cents(fee), ...(hasBalance ? [cents(balance)] : [])];
    });
  };
  const target = { target: "transactions" as const };

  it("are taken off the amounts of a bank where the balance moves by both", async () => {
    const { open, rows, preview } = await planned(bank(true), target);
    expect(open).toEqual([]);
    expect(preview.notes).toContain('"Fee" is taken off "Amount": "Balance" moves by both.');
    expect((await amountsOf(rows)).slice(0, 2)).toEqual([48.5, -11]);
  });

  it("are in the amounts where the balance moves by those alone", async () => {
    const { open, rows } = await planned(bank(true, true), target);
    expect(open).toEqual([]);
    expect((await amountsOf(rows)).slice(0, 2)).toEqual([50, -11]);
  });

  it("are asked about without a balance", async () => {
    expect(ids((await planned(bank(false), target)).open)).toEqual(["missing:beside:Fee"]);
    const beside = await planned(bank(false), { ...target, ...answers(["missing:beside:Fee", "beside"]) });
    expect((await amountsOf(beside.rows)).slice(0, 2)).toEqual([48.5, -11]);
  });

  it("are taken off money that went out as well", async () => {
    const text = table("Date;Description;Amount;Fee", (at) => [day(at), `Shop ${at}`, money(at), "2.00"]);
    const { rows } = await planned(text, {
      ...target,
      ...answers(["missing:beside:Fee", "beside"], ["sign:Amount", "out"]),
    });
    expect((await amountsOf(rows))[0]).toBe(-103.25);
  });
});

describe("what came in of payments", () => {
  const target = { target: "payments" as const };

  it.each([
    ["Amount;Fee;Total", 1],
    ["Gross;Commission;Net payout", -1],
  ])("is told by the sums: %s", async (headings, sign) => {
    const text = table(`Date;Type;${headings};Reference`, (at) => [
      day(at),
      "charge",
      cents(100 + at),
      cents(sign * 3),
      cents(97 + at),
      `tx${at}x`,
    ]);
    const { open, rows } = await planned(text, target);
    expect(open).toEqual([]);
    expect((await rows())[1]).toMatchObject({ amount: 101, fee: 3, net: 98 });
  });

  it("has fees that are costs, however they are written", async () => {
    const text = table("Date;Type;Amount;Fee;Reference", (at) => [day(at), "charge", money(at), "-3.00", `tx${at}x`]);
    expect((await (await planned(text, target)).rows())[0]).toMatchObject({ amount: 101.25, fee: 3 });
  });

  const settlement = (other: number) =>
    table("Date;Type;Product sales;Shipping credits;Selling fees;Other;Total;Order id", (at) => {
      const isBack = at % 4 === 3;
      const [sales, shipping, fees] = isBack ? [-40, 0, 6] : [100 + at, 4, -15];
      return [
        day(at),
        isBack ? "refund" : "charge",
        ...[sales, shipping, fees, other, sales + shipping + fees + other].map(cents),
        `o-${at}`,
      ];
    });

  it("is the sum of a settlement's columns: the sale is what came in and its fees", async () => {
    const { open, rows } = await planned(settlement(0), target);
    expect(open).toEqual([]);
    const [sale, , , back] = await rows();
    expect(sale).toMatchObject({ type: "charge", amount: 104, fee: 15, net: 89 });
    expect(back).toMatchObject({ type: "refund", amount: -40, fee: -6, net: -34 });
  });

  it("asks about a part that only lowers it and does not say why", async () => {
    const { open } = await planned(settlement(-2), target);
    expect(
      open.map(({ id, items }) => [id, items.filter(({ answer }) => answer === null).map(({ item }) => item)]),
    ).toEqual([["parts:Total", ["Other"]]]);
    const chosen = await planned(settlement(-2), {
      ...target,
      answers: [{ question: "parts:Total", item: "Other", answer: "fee" }],
    });
    expect(chosen.open).toEqual([]);
    expect((await chosen.rows())[0]).toMatchObject({ amount: 104, fee: 17, net: 87 });
  });

  it("stands in two columns, one for each way", async () => {
    const text = table("Date;Type;Debit;Credit;Reference", (at) => [
      day(at),
      at % 3 ? "charge" : "refund",
      at % 3 ? "" : "20.00",
      at % 3 ? "100.00" : "",
      `tx${at}`,
    ]);
    const { open, rows } = await planned(text, target);
    expect(open).toEqual([]);
    expect((await amountsOf(rows)).slice(0, 2)).toEqual([-20, 100]);
  });
});

it("asks whose invoices with a customer and a vendor on each line are", async () => {
  const text = table("Invoice no;Customer;Supplier;Invoice date;Total", (at) => [
    `R-${at + 1}`,
    name(at),
    "Own Ltd",
    day(at),
    money(at),
  ]);
  expect(ids((await planned(text)).open)).toEqual(["missing:direction"]);
});

it("takes what a shop's orders came to, their fees and what was left of them by their figures", async () => {
  const text = table(
    "Order date;Order no;Buyer;Goods;Discount;Shipping;Order total;Card processing fees;Order net",
    (at) => {
      const [goods, discount, shipping] = [20 + at * 3.1, at % 3 ? 0 : 2.5, 4.5];
      const total = goods - discount + shipping;
      const fee = Math.round(total * 3) / 100 + 0.25;
      const cents = [goods, discount, shipping, total, fee, total - fee].map((amount) => amount.toFixed(2));
      return [day(at), 2_900_000 + at * 77, name(at), ...cents];
    },
  );
  const { fields, preview } = await planned(text, { target: "payments" });
  expect(fields).toMatchObject({ "Order total": "amount", "Card processing fees": "fee", "Order net": "net" });
  expect(preview.notes).toContain('"Order net" is "Order total" after "Card processing fees".');
});
