import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { readDocument } from "./read-document.ts";

const read = (fileName: string, bytes: Uint8Array) => readDocument({ fileName, bytes });

describe("a text of another code page is read right or said", () => {
  const cyrillic = "Договор аренды склада: плата 48 000 рублей в год, срок уведомления девяносто дней.";
  /** The bytes of Cyrillic text in Windows-1251. */
  const inWindows1251 = (text: string) =>
    Buffer.from(
      Array.from(text, (letter) => {
        const code = letter.codePointAt(0) ?? 0;
        return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
      }),
    );
  test.each<[string, string, Uint8Array, RegExp]>([
    ["text in Windows-1251", "a.txt", inWindows1251(cyrillic), /Договор аренды склада/],
    ["Markdown in Windows-1251", "a.md", inWindows1251(`# Название\n\n${cyrillic}`), /Название\nДоговор аренды/],
    [
      "CSV in Windows-1251",
      "a.csv",
      inWindows1251("Клиент;Сумма\nДоговор аренды;48000\nПоставка товара;100\n"),
      /Клиент: Договор аренды; Сумма: 48000/,
    ],
    ["text in Shift-JIS", "a.txt", Buffer.from("93c396f182cc8c5f96f18f912e20904682cd89bf8e69816981", "hex"), /./],
  ])("%s", async (_name, fileName, bytes, text) => {
    const found = await read(fileName, bytes);
    expect(found.text).toMatch(text);
    expect(found.note).toMatch(/not in UTF-8|cannot be read/);
  });

  test("UTF-8 and UTF-16 need no word", async () => {
    expect((await read("a.txt", Buffer.from(cyrillic))).note).toBe(null);
    expect((await read("a.txt", Buffer.from(`\ufeff${cyrillic}`, "utf16le"))).text).toBe(cyrillic);
  });
});

describe("workbooks", () => {
  const workbook = () => {
    const book = utils.book_new();
    const prices = utils.aoa_to_sheet([
      ["Item", "Price", "From", "Stock"],
      ["Mug", 3.42, new Date(Date.UTC(2026, 8, 1)), 1200],
      ["Vase", 11.05, null, null],
    ]);
    utils.book_append_sheet(book, prices, "Prices");
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), "Empty");
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ["Team", "People"],
        ["Sales", 4],
      ]),
      "Staff",
    );
    return Buffer.from(write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array);
  };

  test("each sheet under its name, each row by its headings", async () => {
    const { kind, rows, text, passages } = await read("book.xlsx", workbook());
    expect([kind, rows]).toEqual(["xlsx", 3]);
    expect(text).toMatch(
      /^Prices\nItem: Mug; Price: 3\.42; From: 2026-09-01.*; Stock: 1200\nItem: Vase; Price: 11\.05\n/,
    );
    expect(text).toMatch(/Staff\nTeam: Sales; People: 4$/);
    expect(passages.map(({ headings }) => headings)).toEqual([["Prices"], ["Staff"]]);
  });

  test.each<[string, string, Uint8Array, RegExp]>([
    ["an encrypted one", "a.xlsx", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /encrypted/],
    ["one cut short", "a.xlsx", workbook().subarray(0, 500), /could not be read|broken/],
    ["an old one", "a.xls", Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /Save it as \.xlsx/],
    ["OpenDocument", "a.odt", Buffer.from("PK\u0003\u0004"), /Save it as \.docx/],
    ["rich text", "a.rtf", Buffer.from("{\\rtf1 x}"), /Save it as \.docx/],
    ["rich text named .txt", "a.txt", Buffer.from("{\\rtf1 x}"), /not what its name says/],
  ])("%s is refused in a sentence", async (_name, fileName, bytes, sentence) => {
    await expect(read(fileName, bytes)).rejects.toThrow(sentence);
  });
});
