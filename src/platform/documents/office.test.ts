import { describe, expect, test } from "vitest";
import { makeDocx, makePptx, shape, wordFile } from "../../../test/documents.ts";
import { readDocument } from "./read-document.ts";

const read = (bytes: Uint8Array, fileName = "a.docx") => readDocument({ fileName, bytes });
const t = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;
const r = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr>${t(text)}</w:r>`;
const p = (inner: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const part = (tag: string, inner: string) =>
  `<w:${tag} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${inner}</w:${tag}>`;
const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(r(text))}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
const table = (...rows: string[]) => `<w:tbl>${rows.join("")}</w:tbl>`;

describe("a paragraph of a Word file", () => {
  const box = (text: string) => `<w:txbxContent>${p(r(text))}</w:txbxContent>`;
  test.each<[string, string, string]>([
    [
      "around a text box",
      p(r("Both ") + `<w:r><w:drawing>${box("The box.")}</w:drawing></w:r>` + r("halves.")),
      "Both halves.\nThe box.",
    ],
    [
      "around an old shape",
      p(r("Both ") + `<w:r><w:pict><v:shape>${box("The box.")}</v:shape></w:pict></w:r>` + r("halves.")),
      "Both halves.\nThe box.",
    ],
    [
      "around content for two versions of Word",
      p(
        `${r("Both ")}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box("The box.")}</mc:Choice><mc:Fallback>${box("The box.")}</mc:Fallback></mc:AlternateContent></w:r>${r("halves.")}`,
      ),
      "Both halves.\nThe box.",
    ],
    [
      "with tracked changes",
      p(r("Pay in ") + `<w:del>${r("thirty")}</w:del><w:ins>${r("sixty")}</w:ins>` + r(" days.")),
      "Pay in sixty days.",
    ],
    [
      "that was moved",
      p(`<w:moveFrom>${r("The penalty.")}</w:moveFrom>${r("First.")}`) + p(`<w:moveTo>${r("The penalty.")}</w:moveTo>`),
      "First.\nThe penalty.",
    ],
    ["whose end was deleted", p(r("One "), "<w:rPr><w:del/></w:rPr>") + p(r("paragraph.")), "One paragraph."],
    [
      "with older properties",
      p(r("Text"), '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange>'),
      "Text",
    ],
    ["with hidden text", p(r("Seen ") + r("secret", "<w:vanish/>") + r(" seen")), "Seen [hidden: secret] seen"],
    ["with text that is not hidden", p(r("Seen", '<w:vanish w:val="0"/>')), "Seen"],
    [
      "with hyphens",
      p(`<w:r>${t("INV")}<w:noBreakHyphen/>${t("20417, agree")}<w:softHyphen/>${t("ment")}</w:r>`),
      "INV-20417, agreement",
    ],
    [
      "with tabs and line ends",
      p(`<w:r>${t("Fee")}<w:tab/>${t("500")}<w:br/>${t("Next")}</w:r>`, "<w:tabs><w:tab/></w:tabs>"),
      "Fee 500\nNext",
    ],
    [
      "with symbols",
      p(
        `<w:r>${t("5 ")}<w:sym w:font="Symbol" w:char="F0B1"/>${t(" 1 ")}<w:sym w:font="Wingdings" w:char="F0FC"/></w:r>`,
      ),
      "5 ± 1 ✓",
    ],
    [
      "with a field",
      p(
        `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x</w:instrText>${t("code")}</w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r("Section 4")}<w:r><w:fldChar w:fldCharType="end"/></w:r>${r(" holds.")}`,
      ),
      "Section 4 holds.",
    ],
    ["with a power", p(r("10") + r("2", '<w:vertAlign w:val="superscript"/>') + r(" units")), "10^2 units"],
    [
      "with a fraction",
      p("<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>"),
      "(1)/(2)",
    ],
    [
      "in a content control",
      `<w:sdt><w:sdtPr/><w:sdtContent>${p(r("Filled in."))}</w:sdtContent></w:sdt>`,
      "Filled in.",
    ],
    [
      "with a control nobody filled in",
      p(
        `${r("Name: ")}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${r("Click here")}</w:sdtContent></w:sdt>`,
      ),
      "Name:",
    ],
  ])("%s", async (_name, body, text) => expect((await read(wordFile(body))).text).toBe(text));
});

test("what was left out of a Word file is counted", async () => {
  const body = p(`<w:del>${r("x")}</w:del>${r("Text")}<w:r><w:drawing><a:blip/></w:drawing></w:r>`);
  const comments = part("comments", `<w:comment w:id="1">${p(r("Why?"))}</w:comment>`);
  const { note } = await read(wordFile(body, { "comments.xml": comments }));
  expect(note).toBe("1 tracked deletion, 1 picture and 1 comment were not read.");
});

test("footnotes stand below the paragraph that refers to them, headers and footers once", async () => {
  const header = part(
    "hdr",
    p(r("Acme Ltd") + `<w:r><w:tab/>${t("Page ")}</w:r><w:fldSimple w:instr=" PAGE ">${r("3")}</w:fldSimple>`),
  );
  const body = `${p(`${r("Due in 30 days")}<w:r><w:footnoteReference w:id="2"/></w:r>${r(".")}`)}${p(r("End."))}
    <w:sectPr><w:headerReference r:id="r2"/><w:headerReference r:id="r2"/></w:sectPr>`;
  const footnotes = part(
    "footnotes",
    `<w:footnote w:type="separator" w:id="0">${p(r("---"))}</w:footnote><w:footnote w:id="2">${p(r("Except in May."))}</w:footnote>`,
  );
  const { text } = await read(wordFile(body, { "footnotes.xml": footnotes, "header1.xml": header }));
  expect(text).toBe("Header: Acme Ltd\nDue in 30 days [1].\n[1] Except in May.\nEnd.");
});

test("numbers of lists and headings of any language are kept", async () => {
  const styles = part(
    "styles",
    `<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
     <w:style w:styleId="Eigene"><w:name w:val="Eigene"/><w:basedOn w:val="berschrift1"/></w:style>
     <w:style w:styleId="Geheim"><w:rPr><w:vanish/></w:rPr></w:style>`,
  );
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = part(
    "numbering",
    `<w:abstractNum w:abstractNumId="5">${level(0, "decimal", "%1.")}${level(1, "decimal", "%1.%2")}${level(2, "lowerLetter", "(%3)")}</w:abstractNum>
     <w:abstractNum w:abstractNumId="6">${level(0, "bullet", "•")}</w:abstractNum>
     <w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="6"/></w:num>
     <w:num w:numId="3"><w:abstractNumId w:val="5"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`,
  );
  const item = (text: string, depth: number, list = 1) =>
    p(r(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);
  const body = [
    p(r("Scope"), '<w:pStyle w:val="berschrift1"/>'),
    p(r("Fees"), '<w:pStyle w:val="Eigene"/>'),
    item("Yearly fee", 1),
    item("in advance", 2),
    item("by transfer", 2),
    item("Late fee", 1),
    item("a bullet", 0, 2),
    item("Starts anew", 0, 3),
    p(r("Unseen"), '<w:pStyle w:val="Geheim"/>'),
  ].join("");
  const { text, passages } = await read(wordFile(body, { "styles.xml": styles, "numbering.xml": numbering }));
  expect(text.split("\n")).toEqual([
    "1. Scope",
    "2. Fees",
    "2.1 Yearly fee",
    "(a) in advance",
    "(b) by transfer",
    "2.2 Late fee",
    "a bullet",
    "7. Starts anew",
    "[hidden: Unseen]",
  ]);
  expect(passages.map(({ headings }) => headings)).toEqual([["1. Scope"], ["2. Fees"]]);
});

describe("a table of a Word file", () => {
  const span = (count: number) => `<w:gridSpan w:val="${count}"/>`;
  test.each<[string, string, string]>([
    [
      "with an empty cell",
      table(row(cell("Item"), cell("Q1"), cell("Q2")), row(cell("Mug"), cell(""), cell("120"))),
      "Item: Mug; Q2: 120",
    ],
    [
      "with cells merged downwards",
      table(
        row(cell("Region"), cell("City"), cell("Sales")),
        row(cell("North", '<w:vMerge w:val="restart"/>'), cell("York"), cell("10")),
        row(cell("", "<w:vMerge/>"), cell("Leeds"), cell("20")),
      ),
      "Region: North; City: York; Sales: 10\nRegion: North; City: Leeds; Sales: 20",
    ],
    [
      "with a cell over two columns",
      table(row(cell("Item"), cell("Note"), cell("Price")), row(cell("Total", span(2)), cell("£5"))),
      "Item: Total; Price: £5",
    ],
    [
      "with two lines of headings",
      table(
        row("<w:trPr><w:tblHeader/></w:trPr>", cell(""), cell("2026", span(2))),
        row("<w:trPr><w:tblHeader/></w:trPr>", cell("Item"), cell("Plan"), cell("Actual")),
        row(cell("Mugs"), cell("10"), cell("12")),
      ),
      "Item: Mugs; 2026 Plan: 10; 2026 Actual: 12",
    ],
    [
      "of names with their values",
      table(row(cell("Supplier"), cell("Acme Ltd")), row(cell("Term:"), cell("two years"))),
      "Supplier: Acme Ltd\nTerm: two years",
    ],
    [
      "without headings",
      table(row(cell("Mug"), cell(""), cell("£3")), row(cell("Vase"), cell("x"), cell("£4"))),
      "Mug |  | £3\nVase | x | £4",
    ],
    [
      "with a deleted row",
      table(
        row(cell("Item"), cell("Price")),
        row("<w:trPr><w:del/></w:trPr>", cell("Old"), cell("£1")),
        row(cell("Mug"), cell("£3")),
      ),
      "Item: Mug; Price: £3",
    ],
    [
      "in a cell",
      table(
        row(cell("Item"), cell("Sizes"), cell("Price")),
        row(cell("Mug"), `<w:tc>${table(row(cell("S"), cell("L")))}${p("")}</w:tc>`, cell("£3")),
      ),
      "Item: Mug; Sizes: S | L; Price: £3",
    ],
  ])("%s", async (_name, body, text) =>
    expect((await read(wordFile(body))).text.replace(/ +/g, " ")).toBe(text.replace(/ +/g, " ")),
  );
});

test("a Word file of another writer: other prefixes, another name of its main part", async () => {
  const { text } = await read(
    makeDocx([], {
      "_rels/.rels": Buffer.from(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/word/document2.xml"/></Relationships>',
      ),
      "word/document2.xml": Buffer.from(
        '<ns0:document xmlns:ns0="http://purl.oclc.org/ooxml/wordprocessingml/main"><ns0:body><ns0:p><ns0:pPr><ns0:outlineLvl ns0:val="0"/></ns0:pPr><ns0:r><ns0:t>Title</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>',
      ),
    }),
  );
  expect(text).toBe("Title");
});

describe("PowerPoint", () => {
  test("slides in their order with titles, tables, notes and hidden ones marked", async () => {
    const rows = [
      ["Item", "Q1", "Q2"],
      ["Mug", "", "120"],
    ].map(
      (cells) =>
        `<a:tr>${cells.map((text) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`).join("")}</a:tr>`,
    );
    const deck = makePptx([
      {
        xml: shape("The plan", "title") + shape("First point\nSecond point", "body") + shape("3", "sldNum"),
        notes: "Say hello.",
      },
      {
        xml: `${shape("Sales", "ctrTitle")}<p:graphicFrame><a:tbl>${rows.join("")}</a:tbl></p:graphicFrame>`,
        hidden: true,
      },
      { xml: "<p:pic><a:blip/></p:pic>" },
    ]);
    const { kind, text, pages, note, passages } = await read(deck, "deck.pptx");
    expect([kind, pages]).toEqual(["pptx", 3]);
    expect(text).toBe(
      "The plan\nFirst point\nSecond point\nNotes: Say hello.\nSales (hidden slide)\nItem: Mug; Q2: 120",
    );
    expect(passages.map(({ page }) => page)).toEqual([1, 2]);
    expect(note).toBe("Slide 3 has no text. 1 picture was not read.");
  });

  test("of pictures only is kept and says so", async () => {
    const { fault, passages } = await read(makePptx([{ xml: "<p:pic><a:blip/></p:pic>" }]), "Fair.pptx");
    expect(fault).toMatch(/slides have no text/);
    expect(passages[0]?.text).toMatch(/^Fair\.pptx: /);
  });
});
