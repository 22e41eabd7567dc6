import { deflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";

/** Real files of the kinds the Brain reads, made in a test. */

type Line = { text: string; size?: number };
const escaped = (text: string) => text.replace(/[\\()]/g, "\\$&");

/** A PDF with a page per list of lines. `encrypted`: opening it needs a password. */
export function makePdf(pages: readonly (readonly (Line | string)[])[], { encrypted = false } = {}): Buffer {
  const streams = pages.map((lines) => {
    let y = 780;
    const shown = lines.map((given) => {
      const { text, size = 11 } = typeof given === "string" ? { text: given } : given;
      y -= size * 1.4 + (text === "" ? 14 : 0);
      return `BT /F1 ${size} Tf 1 0 0 1 60 ${y.toFixed(1)} Tm (${escaped(text)}) Tj ET`;
    });
    return deflateSync(Buffer.from(shown.join("\n"), "latin1"));
  });
  return pdfOf(streams, encrypted);
}

/** A PDF from packed streams, one per page. */
export function pdfOf(streams: readonly Uint8Array[], encrypted = false): Buffer {
  const kids = streams.map((_, at) => `${4 + 2 * at} 0 R`).join(" ");
  const objects: Buffer[] = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`),
    Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"),
  ];
  for (const [at, stream] of streams.entries()) {
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`;
    const head = `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`;
    objects.push(Buffer.from(page), Buffer.concat([Buffer.from(head), stream, Buffer.from("\nendstream")]));
  }
  const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> >>`;
  if (encrypted) objects.push(Buffer.from(lock));
  const parts = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    const written = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    offsets.push(size);
    size += written.length;
    parts.push(written);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const locked = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<${"ef".repeat(16)}> <${"ef".repeat(16)}>]` : "";
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${locked} >>\nstartxref\n${size}\n%%EOF\n`;
  return Buffer.concat([
    ...parts,
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`),
  ]);
}

const xml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const run = (text: string) => `<w:r><w:t xml:space="preserve">${xml(text)}</w:t></w:r>`;
const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export type WordBlock = string | { heading: string; level: number } | { table: string[][] };

/** The XML of a Word file's body. */
const bodyOf = (blocks: readonly WordBlock[]) =>
  blocks
    .map((block) => {
      if (typeof block === "string") return `<w:p>${run(block)}</w:p>`;
      if ("heading" in block)
        return `<w:p><w:pPr><w:pStyle w:val="Heading${block.level}"/></w:pPr>${run(block.heading)}</w:p>`;
      const cells = (row: string[]) => row.map((cell) => `<w:tc><w:p>${run(cell)}</w:p></w:tc>`).join("");
      return `<w:tbl>${block.table.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
    })
    .join("");

/** A Word file; `body` replaces its XML, `extra` adds parts. */
export function makeDocx(blocks: readonly WordBlock[], extra: Record<string, Uint8Array> = {}): Buffer {
  const styles = [1, 2, 3].map(
    (level) => `<w:style w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      "word/document.xml": strToU8(
        `<?xml version="1.0"?><w:document ${w}><w:body>${bodyOf(blocks)}</w:body></w:document>`,
      ),
      "word/styles.xml": strToU8(`<w:styles ${w}>${styles.join("")}</w:styles>`),
      ...extra,
    }),
  );
}

/** An e-mail file. */
export const makeEmail = (text: string, head: Record<string, string> = {}): Buffer =>
  Buffer.from(
    `${Object.entries({
      From: "Lena Ortiz <lena@lowrypaper.example>",
      To: "Eleanor Hartley <eleanor@hartley.example>",
      Subject: "Sheet prices for the coming season",
      Date: "Wed, 14 Oct 2026 09:30:00 +0100",
      "Content-Type": "text/plain; charset=utf-8",
      ...head,
    })
      .map(([name, value]) => `${name}: ${value}`)
      .join("\r\n")}\r\n\r\n${text.replace(/\n/g, "\r\n")}`,
  );

/** A Word file from the XML of its body; `parts` adds others, related to it by their names. */
export function wordFile(body: string, parts: Record<string, string> = {}): Buffer {
  const related = Object.keys(parts).map(
    (part, at) =>
      `<Relationship Id="r${at + 1}" Type="http://x/relationships/${part.replace(/\d*\.xml$/, "")}" Target="${part}"/>`,
  );
  const named = Object.entries(parts).map(([part, xml]) => [`word/${part}`, strToU8(xml)] as const);
  return makeDocx([], {
    "word/document.xml": strToU8(`<w:document ${w}><w:body>${body}</w:body></w:document>`),
    "word/_rels/document.xml.rels": strToU8(relationships(related.join(""))),
    ...Object.fromEntries(named),
  });
}

const relationships = (inner: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

export type Slide = { xml: string; hidden?: boolean; notes?: string };

/** A PowerPoint file; its slides are stored in the reverse of their order. */
export function makePptx(slides: readonly Slide[]): Buffer {
  const names =
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const files: Record<string, Uint8Array> = {};
  const number = (at: number) => slides.length - at;
  for (const [at, { xml: shapes, hidden, notes }] of slides.entries()) {
    const tree = (inner: string) => `<p:cSld><p:spTree>${inner}</p:spTree></p:cSld>`;
    files[`ppt/slides/slide${number(at)}.xml`] = strToU8(
      `<p:sld ${names}${hidden ? ' show="0"' : ""}>${tree(shapes)}</p:sld>`,
    );
    if (notes === undefined) continue;
    const target = `../notesSlides/notesSlide${number(at)}.xml`;
    files[`ppt/slides/_rels/slide${number(at)}.xml.rels`] = strToU8(
      relationships(`<Relationship Id="r1" Type="http://x/notesSlide" Target="${target}"/>`),
    );
    files[`ppt/notesSlides/notesSlide${number(at)}.xml`] = strToU8(
      `<p:notes ${names}>${tree(shape(notes, "body") + shape("7", "sldNum"))}</p:notes>`,
    );
  }
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${number(at)}"/>`).join("");
  const targets = slides.map(
    (_, at) => `<Relationship Id="s${at + 1}" Type="http://x/slide" Target="slides/slide${at + 1}.xml"/>`,
  );
  files["ppt/presentation.xml"] = strToU8(`<p:presentation ${names}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`);
  files["ppt/_rels/presentation.xml.rels"] = strToU8(relationships(targets.join("")));
  return Buffer.from(zipSync(files));
}

/** A shape of a slide with paragraphs of text. */
export const shape = (text: string, placeholder?: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${placeholder ? `<p:ph type="${placeholder}"/>` : ""}</p:nvPr></p:nvSpPr><p:txBody>${text
    .split("\n")
    .map((line) => `<a:p><a:r><a:t>${xml(line)}</a:t></a:r></a:p>`)
    .join("")}</p:txBody></p:sp>`;

/** Text at a place of a page, counted from the lower left corner. */
export type Placed = [x: number, y: number, text: string, size?: number, turned?: boolean];

/** A PDF whose texts stand at given places, in the order they are given. */
export const placedPdf = (pages: readonly (readonly Placed[])[]): Buffer =>
  pdfOf(
    pages.map((texts) =>
      deflateSync(
        Buffer.from(
          texts
            .map(([x, y, text, size = 10, turned]) => {
              const matrix = turned ? `0 1 -1 0 ${x} ${y}` : `1 0 0 1 ${x} ${y}`;
              return `BT /F1 ${size} Tf ${matrix} Tm (${escaped(text)}) Tj ET`;
            })
            .join("\n"),
          "latin1",
        ),
      ),
    ),
  );
