import { expect, test } from "vitest";
import { recordKinds } from "#features/records/contract.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { guessDateFormat, guessDecimalCommas, guessMapping, mappingFault } from "#features/records/imports/mapping.ts";
import { reader } from "#features/records/imports/reading.ts";
import { csvLine } from "#contract/csv.ts";
import { headingOf } from "#features/records/imports/written-csv.ts";

const mapped = (kind: Parameters<typeof guessMapping>[0], heading: string[]) =>
  Object.fromEntries(guessMapping(kind, heading).map(({ field, column }) => [field, column]));

test("headings of other programs are recognized, each column once", () => {
  expect(mapped("deals", ["Record ID", "Deal Name", "Deal Stage", "Amount", "Create Date", "Close Date"])).toEqual({
    externalId: "Record ID",
    name: "Deal Name",
    stage: "Deal Stage",
    amount: "Amount",
    openedOn: "Create Date",
    expectedCloseOn: "Close Date",
  });
  expect(mapped("invoices", ["No.", "Client", "Invoice Date", "Due Date", "Total", "State"])).toEqual({
    number: "No.",
    customerName: "Client",
    issuedOn: "Invoice Date",
    dueOn: "Due Date",
    amount: "Total",
    status: "State",
  });
  // A field's own name takes precedence over an alias of another.
  expect(mapped("tickets", ["name", "title", "opened_on"])).toEqual({ title: "title", openedOn: "opened_on" });
  expect(mapped("customers", ["", "!!", "ＮＡＭＥ"])).toEqual({ name: "ＮＡＭＥ" });
});

test("the product's own templates are mapped completely", () => {
  for (const kind of recordKinds) {
    const heading = headingOf(kind)
      .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .map((cell) => cell.replaceAll('"', ""));
    expect(guessMapping(kind, heading).map(({ field }) => field)).toEqual([
      "externalId",
      ...fieldsOf[kind].map(({ name }) => name),
    ]);
  }
});

test("a mapping's fault names what is missing", () => {
  const name = { field: "name", column: "A" };
  expect(mappingFault("customers", [name], ["A"])).toBeNull();
  expect(mappingFault("customers", [])).toContain('"Name"');
  expect(mappingFault("customers", [name, { field: "name", column: "B" }])).toBe("Two columns are chosen for name");
  expect(mappingFault("customers", [name, { field: "amount", column: "B" }])).toBe("amount is no field of customers");
  expect(mappingFault("customers", [name], ["B"])).toBe('The file has no column "A"');
});

test("date and number formats are guessed from unambiguous cells", () => {
  expect(guessDateFormat([["1/2/2026"], ["13/2/2026"]], [0])).toBe("DD/MM/YYYY");
  expect(guessDateFormat([["1/2/2026"], ["1/13/2026"]], [0])).toBe("MM/DD/YYYY");
  expect(guessDateFormat([["2026-01-02 10:00"]], [0])).toBe("YYYY-MM-DD");
  expect(guessDecimalCommas([["1.234,50"]], [0], ",")).toBe(true);
  expect(guessDecimalCommas([["1,234.50"]], [0], ";")).toBe(false);
  expect(guessDecimalCommas([["12"]], [0], ";")).toBe(true);
});

test("a line is parsed with defaults and its own id, or a derived one", () => {
  const mapping = [
    { field: "externalId", column: "id" },
    { field: "name", column: "name" },
  ];
  const read = reader("customers", ["id", "name", "other"], mapping, {
    dateFormat: "YYYY-MM-DD",
    decimalCommas: false,
  });
  expect(read([" 7 ", "Acme", "x"])).toMatchObject({ externalId: "7", fields: { name: "Acme", status: "active" } });
  expect(read(["", "Acme Ltd", ""])).toMatchObject({ externalId: "acme ltd" });
  expect(read(["7", ""])).toEqual({ fault: "It has 2 columns where the heading has 3." });
  expect(read(["7", "", ""])).toEqual({ fault: "Name is missing." });
});

test("no exported cell is a formula in a spreadsheet; numbers stay numbers", () => {
  expect(csvLine(["=1+1", "+1", "-1", "@x", "\tx", "\n=x", "＝1", "＋1", "－1", "＠x", -5, true, null, 'a"b'])).toBe(
    `'=1+1,'+1,'-1,'@x,"'\tx","'\n=x",'＝1,'＋1,'－1,'＠x,-5,yes,,"a""b"`,
  );
});
