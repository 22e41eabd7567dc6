import { expect, test } from "vitest";
import { cellReader } from "./cells.ts";
import { profileFile } from "./profile.ts";
import { type ColumnFormat, type Doubt, type Line, type Place, sourceOf } from "./reading.ts";
import { recordsOf } from "./records.ts";

/** Tables to try; the same ones each time, unless another first one is named. */
const tables = Number(process.env["READING_TABLES"] ?? 300);
const firstTable = Number(process.env["READING_FIRST"] ?? 1);

/** Numbers from 0 to 1 by a seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  return { next, below, pick, chance: (share: number) => next() < share };
}
type Random = ReturnType<typeof randomOf>;

const places: Place[] = [
  { currency: "USD", timeZone: "America/New_York" },
  { currency: "GBP", timeZone: "Europe/London" },
  { currency: "EUR", timeZone: "Europe/Berlin" },
  { currency: "INR", timeZone: "Asia/Kolkata" },
  { currency: "CAD", timeZone: "America/Toronto" },
  { currency: "USD", timeZone: "UTC" },
];

const named = (language: string, options: Intl.DateTimeFormatOptions) => (day: string) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(Date.parse(day));
const parts = (write: (y: string, m: string, d: string) => string) => (day: string) =>
  write(day.slice(0, 4), day.slice(5, 7), day.slice(8, 10));
const dayForms: ((day: string) => string)[] = [
  (day) => day,
  parts((y, m, d) => `${d}/${m}/${y}`),
  parts((y, m, d) => `${m}/${d}/${y}`),
  parts((y, m, d) => `${d}.${m}.${y}`),
  parts((y, m, d) => `${Number(d)}.${Number(m)}.${y}`),
  parts((y, m, d) => `${Number(m)}/${Number(d)}/${y}`),
  parts((y, m, d) => `${d}-${m}-${y}`),
  parts((y, m, d) => `${m}/${d}/${y.slice(2)}`),
  parts((y, m, d) => `${d}.${m}.${y.slice(2)}`),
  parts((y, m, d) => `${y}/${m}/${d}`),
  parts((y, m, d) => `${y}${m}${d}`),
  parts((y, m, d) => `${y}-${m}-${d} 14:30:00`),
  parts((y, m, d) => `${m}/${d}/${y} 2:30 PM`),
  parts((y, m, d) => `${d}/${m}/${y} 14:30`),
  named("en-US", { dateStyle: "medium" }),
  named("en-US", { dateStyle: "long" }),
  named("en-US", { dateStyle: "full" }),
  named("en-GB", { dateStyle: "long" }),
  ...["de", "fr", "es", "it", "pt"].flatMap((language) => [
    named(language, { dateStyle: "long" }),
    named(language, { dateStyle: "full" }),
    named(language, { day: "2-digit", month: "short", year: "numeric" }),
  ]),
  (day) => named("en-GB", { day: "2-digit", month: "short", year: "numeric" })(day).replaceAll(" ", "-"),
  (day) => named("en-US", { day: "2-digit", month: "short" })(day).replace(/(\w+) (\d+)/, `$2-$1-${day.slice(2, 4)}`),
  named("ja-JP", { dateStyle: "long" }),
];

const grouped = (language: string, decimals: number) => (value: number) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
const numberForms: { decimals: number; write: (value: number) => string }[] = [
  { decimals: 2, write: String },
  { decimals: 2, write: (value) => value.toFixed(2) },
  { decimals: 0, write: String },
  { decimals: 3, write: String },
  { decimals: 3, write: (value) => value.toFixed(3) },
  { decimals: 3, write: (value) => value.toFixed(3).replace(".", ",") },
  { decimals: 2, write: (value) => String(value).replace(".", ",") },
  { decimals: 2, write: (value) => value.toFixed(2).replace(".", ",") },
  ...["en-US", "de-DE", "fr-FR", "de-CH", "en-IN", "sv-SE", "pt-BR", "pl-PL", "es-ES"].flatMap((language) =>
    [0, 2, 3].map((decimals) => ({ decimals, write: grouped(language, decimals) })),
  ),
];
const negativeForms: ((digits: string) => string)[] = [
  (digits) => `-${digits}`,
  (digits) => `(${digits})`,
  (digits) => `${digits}-`,
  (digits) => `−${digits}`,
  (digits) => `- ${digits}`,
];
const currencyForms: ((amount: string, isNegative: boolean) => { cell: string; currency: string | null })[] = [
  (cell) => ({ cell, currency: null }),
  (cell) => ({ cell, currency: null }),
  (cell) => ({ cell: `€${cell}`, currency: "EUR" }),
  (cell) => ({ cell: `${cell} €`, currency: "EUR" }),
  (cell) => ({ cell: `£${cell}`, currency: "GBP" }),
  (cell) => ({ cell: `${cell} PLN`, currency: "PLN" }),
  (cell) => ({ cell: `CHF ${cell}`, currency: "CHF" }),
  (cell) => ({ cell: `₹${cell}`, currency: "INR" }),
];

const alphabets: { names: string[]; pages: string[] }[] = [
  {
    names: [
      "Acme Inc",
      "Smith & Sons",
      "O'Neil Bros",
      'The "Best" Co',
      "Total Tools Ltd",
      'Pump, 5" wide',
      "Delta; Partners",
    ],
    pages: ["utf-8", "utf-16le", "windows-1252"],
  },
  {
    names: ["Müller GmbH", "Bäckerei Groß", "Jürgen Köhler KG", "Gesamtschule Köln", "Höfer & Söhne"],
    pages: ["utf-8", "utf-16be", "windows-1252", "macintosh"],
  },
  {
    names: ["Société Générale", "Hôtel des Ardennes", "Café Chloé", "Étienne Frères"],
    pages: ["utf-8", "windows-1252", "macintosh"],
  },
  {
    names: ["Łódź Handel", "Zakład Święta", "Gęśla Żółw", "Kowalski Paweł"],
    pages: ["utf-8", "windows-1250", "iso-8859-2"],
  },
  {
    names: ["ООО Ромашка", "Иванов и Сын", "Завод Прогресс", "Киров Строй"],
    pages: ["utf-8", "windows-1251", "koi8-r", "x-mac-cyrillic"],
  },
  {
    names: ["株式会社山田", "東京電力", "すずき商店", "サクラ工業"],
    pages: ["utf-8", "shift_jis", "euc-jp", "utf-16le"],
  },
  { names: ["北京科技有限公司", "上海贸易公司", "深圳电子"], pages: ["utf-8", "gb18030"] },
  { names: ["서울전자", "부산상사", "한국물산"], pages: ["utf-8", "euc-kr"] },
];

const encoders = new Map<string, Map<string, number[]>>();
/** Bytes by character of a page of up to two bytes, from its decoder. */
function encoderOf(page: string): Map<string, number[]> {
  const known = encoders.get(page);
  if (known) return known;
  const bytes = new Map<string, number[]>();
  const decoder = new TextDecoder(page);
  for (let first = 255; first >= 0; first -= 1) {
    // Leads of characters of three bytes, which the decoder reads leniently.
    if (page === "euc-jp" && (first === 0x8e || first === 0x8f)) continue;
    const alone = decoder.decode(Uint8Array.of(first));
    if (alone.length === 1 && alone !== "\uFFFD") bytes.set(alone, [first]);
    else
      for (let second = 0x40; second < 255; second += 1) {
        const text = decoder.decode(Uint8Array.of(first, second));
        if (text.length === 1 && text !== "\uFFFD" && !bytes.has(text)) bytes.set(text, [first, second]);
      }
  }
  encoders.set(page, bytes);
  return bytes;
}

const canWrite = (text: string, page: string): boolean =>
  page.startsWith("utf") || Array.from(text).every((character) => encoderOf(page).has(character));

function encode(text: string, page: string, random: Random): Uint8Array {
  if (page === "utf-8") return Buffer.from((random.chance(0.4) ? "\uFEFF" : "") + text, "utf8");
  if (page.startsWith("utf-16")) {
    const bytes = Buffer.from((random.chance(0.7) ? "\uFEFF" : "") + text, "utf16le");
    return page === "utf-16be" ? bytes.swap16() : bytes;
  }
  const encoder = encoderOf(page);
  return Uint8Array.from(Array.from(text).flatMap((character) => encoder.get(character) ?? [63]));
}

type Record = { code: string; name: string; day: string; due: string; amount: number; currency: string | null };
type Written = { text: string; bytes: Uint8Array; page: string; records: Record[]; place: Place };

function write(random: Random): Written {
  const place = random.pick(places);
  const alphabet = random.pick(alphabets);
  const page = random.pick(alphabet.pages);
  const delimiter = random.pick([",", ";", "\t", "|"]);
  const form = random.pick(numberForms.filter((one) => canWrite(one.write(12_345_678.912), page)));
  const possible = dayForms.filter((one) =>
    canWrite(one("2026-02-28") + one("2026-12-01") + one("2026-03-07") + one("2026-08-03"), page),
  );
  const [dayForm, dueForm] = [random.pick(possible), random.pick(possible)];
  const negative = random.pick(negativeForms.filter((form) => canWrite(form("1"), page)));
  const currency = random.pick(currencyForms.filter((form) => canWrite(form("1", false).cell, page)));
  const [from, span] = [Date.UTC(2025, random.below(12), 1), random.pick([9, 40, 400])];
  const dayOf = () => new Date(from + random.below(span) * 86_400_000).toISOString().slice(0, 10);
  const size = random.pick([1, 10, 1000, 100_000, 3_000_000]);
  const marksNegative = random.chance(0.4);
  const records: Record[] = [];
  const lines: string[][] = [];
  for (let at = 0; at < 1 + random.below(40); at += 1) {
    const isNegative = marksNegative && random.chance(0.3);
    const amount = Number((random.next() * size).toFixed(form.decimals));
    const digits = form.write(amount);
    const signed = isNegative && amount !== 0 ? negative(digits) : digits;
    const { cell, currency: code } = currency(signed, isNegative);
    const record = {
      code: `${random.pick(["00", "A-", "INV", ""])}${1000 + at}`,
      name: random.pick(alphabet.names),
      day: dayOf(),
      due: dayOf(),
      amount: isNegative && amount !== 0 ? -amount : amount,
      currency: code,
    };
    records.push(record);
    lines.push([record.code, record.name, dayForm(record.day), dueForm(record.due), cell]);
  }
  const always = random.chance(0.3);
  const quote = (cell: string, at: number) => {
    const asText = at === 0 && random.chance(0.1) ? `="${cell}"` : cell;
    return always || asText.includes(delimiter) || asText.includes('"') || asText.includes("\n")
      ? `"${asText.replaceAll('"', '""')}"`
      : asText;
  };
  const put = (cells: string[]) => cells.map(quote).join(delimiter);
  const total = records.reduce((sum, { amount }) => sum + amount, 0);
  const body = lines.flatMap((cells) => [
    put(cells),
    ...(random.chance(0.03) ? [""] : []),
    ...(random.chance(0.01) ? [put(["Code", "Name", "Date", "Due", "Amount"])] : []),
  ]);
  const text = [
    ...(random.chance(0.1) && delimiter !== "\t" ? [`sep=${delimiter}`] : []),
    ...(random.chance(0.25) ? ["Acme Ltd", "Invoice list", ...(random.chance(0.5) ? [""] : [])] : []),
    put(["Code", "Name", "Date", "Due", "Amount"]),
    ...body,
    ...(random.chance(0.3)
      ? [put([random.pick(["Total", "TOTAL", "Summe", "Grand Total"]), "", "", "", form.write(total)])]
      : []),
    ...(random.chance(0.15) ? ["", "Accrual basis  Thursday 15 January"] : []),
  ].join(random.pick(["\n", "\r\n", "\r"]));
  const ended = random.chance(0.7) ? `${text}\n` : text;
  return { text: ended, bytes: encode(ended, page, random), page, records, place };
}

const isAbout = (doubts: Doubt[], ...about: Doubt["about"][]) => doubts.some((doubt) => about.includes(doubt.about));

/** What is wrong in silence, and how many cells were asked about or refused. */
async function read({ bytes, records, place, page }: Written) {
  const source = sourceOf(bytes);
  const profile = await profileFile(source, place);
  const wrong: string[] = [];
  const counts = { cells: 0, asked: 0, refused: 0, otherPage: 0 };
  const headings = profile.columns.map(({ heading }) => heading).join();
  if (headings !== "Code,Name,Date,Due,Amount") wrong.push(`headings ${headings}`);
  const found: Line[] = [];
  for await (const line of recordsOf(source, profile)) found.push(line);
  if (found.length !== records.length)
    wrong.push(`${found.length} records of ${records.length}, left ${JSON.stringify(profile.left)}`);
  const formatOf = (at: number, type: ColumnFormat["type"]): ColumnFormat => ({
    ...(profile.columns[at]?.format ?? { type }),
    type,
  });
  const doubtsOf = (at: number) => profile.columns[at]?.doubts ?? [];
  const check = (
    at: number,
    type: ColumnFormat["type"],
    about: Doubt["about"][],
    valueOf: (record: Record) => string | number,
    label: string,
  ) => {
    const reader = cellReader(formatOf(at, type), place);
    const isAsked = isAbout(doubtsOf(at), ...about);
    for (const [index, record] of records.entries()) {
      const line = found[index];
      if (!line) continue;
      counts.cells += 1;
      if (line.fault !== undefined) counts.refused += 1;
      else if (isAsked) counts.asked += 1;
      else {
        const cell = reader(line.cells[at] ?? "");
        if ("fault" in cell) counts.refused += 1;
        else if (cell.value !== valueOf(record))
          wrong.push(`${label} ${line.cells[at]} read as ${cell.value}, not ${valueOf(record)}`);
        else if (type === "money" && record.currency !== null && cell.currency !== record.currency)
          wrong.push(`${line.cells[at]} in ${cell.currency}`);
      }
    }
  };
  check(0, "text", [], ({ code }) => code, "code");
  if (
    profile.layout.codePage === page ||
    (profile.layout.codePage ?? "").startsWith("utf") ||
    new TextDecoder(profile.layout.codePage ?? "utf-8").decode(bytes) === new TextDecoder(page).decode(bytes)
  )
    check(1, "text", [], ({ name }) => name, "name");
  else if (profile.codePages.includes(page)) counts.otherPage += 1;
  else wrong.push(`${page} read as ${profile.layout.codePage}`);
  check(2, "day", ["day order"], ({ day }) => day, "day");
  check(3, "day", ["day order"], ({ due }) => due, "due");
  check(4, "money", ["decimal", "currency", "sign"], ({ amount }) => amount, "amount");
  return { wrong, counts };
}

test("random tables in random forms are read as they were written, or a question stands", async () => {
  const sums = { cells: 0, asked: 0, refused: 0, otherPage: 0 };
  for (let seed = firstTable; seed < firstTable + tables; seed += 1) {
    const written = write(randomOf(seed));
    const { wrong, counts } = await read(written);
    expect({ seed, wrong, text: wrong.length > 0 ? written.text.slice(0, 1500) : "" }).toEqual({
      seed,
      wrong: [],
      text: "",
    });
    for (const key of ["cells", "asked", "refused", "otherPage"] as const) sums[key] += counts[key];
  }
  // So that nothing passes by refusing or asking about everything.
  expect(sums.refused / sums.cells).toBeLessThan(0.005);
  expect(sums.asked / sums.cells).toBeLessThan(0.12);
  expect(sums.otherPage / tables).toBeLessThan(0.04);
  if (process.env["READING_TABLES"]) console.log(sums);
}, 3_600_000);
