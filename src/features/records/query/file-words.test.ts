import { expect, it } from "vitest";
import { wordsOf } from "./file-words.ts";

const role = { title: "title" };

it("names rows and fields as all files of a kind do, without what the headings of an export share", () => {
  const { rows, fields } = wordsOf(
    [
      { fileName: "roast log.xlsx", columns: [{ field: "title", column: "Batch" }] },
      {
        fileName: "crm.csv",
        columns: [
          { field: "title", column: "Deal - Title" },
          { field: "customerName", column: "Deal - Organization" },
          { field: "ownerName", column: "Deal - Owner" },
        ],
      },
    ],
    role,
  );
  expect(rows).toEqual(["roast log", "batches"]);
  expect(fields.get("customerName")).toEqual(["Organization"]);
  expect(fields.get("title")).toEqual(["Batch", "Title"]);
});

it.each([
  ["Job no", "jobs"],
  ["BookingRef", "bookings"],
  ["Delivery #", "deliveries"],
  ["Number", null],
  ["Name of the guest", null],
])("rows numbered by %s are %s", (column, noun) => {
  const { rows } = wordsOf([{ fileName: "x.csv", columns: [{ field: "number", column }] }], role);
  expect(rows).toEqual(noun === null ? [] : [noun]);
});
