import { describe, expect, test } from "vitest";
import { detectCodePage, textOf } from "./code-page.ts";
import { sourceOf } from "./reading.ts";

const us = { currency: "USD", timeZone: "America/New_York" };

/** Writes a text in a page of one or two bytes a character, by its decoder. */
function encode(text: string, page: string): Buffer {
  const bytes = new Map<string, number[]>();
  const decoder = new TextDecoder(page);
  for (let first = 255; first >= 0; first -= 1) {
    const alone = decoder.decode(Uint8Array.of(first));
    if (alone.length === 1 && alone !== "\uFFFD") bytes.set(alone, [first]);
    else
      for (let second = 0x40; second < 255; second += 1) {
        const character = decoder.decode(Uint8Array.of(first, second));
        if (character.length === 1 && !bytes.has(character)) bytes.set(character, [first, second]);
      }
  }
  return Buffer.from(Array.from(text).flatMap((character) => bytes.get(character) ?? [63]));
}

const texts = {
  german: "Nummer;Kunde\n1;Müller GmbH\n2;Bäckerei Groß\n3;Jürgen Köhler\n",
  french: "Numéro;Société\n1;Crédit Agricole\n2;Hôtel des Ardennes\n3;François & fils\n",
  polish: "Numer;Klient\n1;Łódź Handel\n2;Zakład Krawiecki Święta\n3;Kowalski Paweł\n",
  czech: "Číslo;Zákazník\n1;Škoda Plzeň\n2;Příbram žel\n3;Dvořák a syn\n",
  russian: "Номер;Клиент\n1;ООО Ромашка\n2;Иванов и Сын\n3;Завод Прогресс\n",
  greek: "Αριθμός;Πελάτης\n1;Παπαδόπουλος ΑΕ\n2;Ελληνικά Πετρέλαια\n",
  turkish: "Numara;Müşteri\n1;Şeker İnşaat\n2;Güneş Dağıtım\n3;Işık Ağaç\n",
  hebrew: "מספר,לקוח\n1,חברת החשמל\n2,כהן ובניו\n",
  arabic: "رقم,عميل\n1,شركة النور\n2,مؤسسة الخليج\n",
  lithuanian: "Numeris;Klientas\n1;Žalgiris UAB\n2;Šiaulių bankas\n3;Kęstučio įmonė\n",
  japanese: "番号,顧客\n1,株式会社山田\n2,東京電力ホールディングス\n3,すずき商店\n",
  till: "日付,売上（税込）,売上（税抜）,客数\n2026/10/01（木）,12000,10909,41\n2026/10/02（金）,－,－,0\n2026/10/03（土）,48000,43636,96\n",
  chinese: "编号,客户\n1,北京科技有限公司\n2,上海贸易公司\n",
  taiwanese: "編號,客戶\n1,台北科技有限公司\n2,高雄貿易公司\n",
  korean: "번호,고객\n1,서울전자\n2,부산상사\n",
  quoted: "No,Customer,Note\n1,Acme,“Quoted” – it’s fine\n2,Beta,café\n",
};

describe("the page of a file", () => {
  test.each([
    ["german", "windows-1252"],
    ["german", "macintosh"],
    ["french", "windows-1252"],
    ["french", "macintosh"],
    ["quoted", "windows-1252"],
    ["quoted", "macintosh"],
    ["polish", "windows-1250"],
    ["polish", "iso-8859-2"],
    ["czech", "windows-1250"],
    ["russian", "windows-1251"],
    ["russian", "koi8-r"],
    ["russian", "ibm866"],
    ["russian", "x-mac-cyrillic"],
    ["greek", "windows-1253"],
    ["turkish", "windows-1254"],
    ["hebrew", "windows-1255"],
    ["arabic", "windows-1256"],
    ["lithuanian", "windows-1257"],
    ["japanese", "shift_jis"],
    ["till", "shift_jis"],
    ["japanese", "euc-jp"],
    ["chinese", "gb18030"],
    ["taiwanese", "big5"],
    ["korean", "euc-kr"],
  ] as const)("%s in %s", async (language, page) => {
    const source = sourceOf(encode(texts[language], page));
    const found = await detectCodePage(source, us);
    let read = "";
    for await (const piece of textOf(source, found.page)) read += piece;
    expect(read).toBe(texts[language]);
    expect(found.notes).toHaveLength(1);
    expect(found.others).not.toContain(found.page);
  });

  test.each(["utf16le", "utf-16be"])("UTF-16 (%s) with and without a mark", async (order) => {
    for (const text of [texts.german, `\uFEFF${texts.german}`, texts.japanese, `\uFEFF${texts.japanese}`]) {
      const bytes = Buffer.from(text, "utf16le");
      const found = await detectCodePage(sourceOf(order === "utf16le" ? bytes : bytes.swap16()), us);
      expect(found).toEqual({ page: order === "utf16le" ? "utf-16le" : "utf-16be", others: [], notes: [] });
    }
  });

  test("all bytes count: one late in the file rules UTF-8 out", async () => {
    const plain = "a,b\n".repeat(100_000);
    expect((await detectCodePage(sourceOf(Buffer.from(plain)), us)).page).toBe("utf-8");
    const late = Buffer.concat([Buffer.from(plain), encode("Müller,1\n", "windows-1252")]);
    expect((await detectCodePage(sourceOf(late), us)).page).toBe("windows-1252");
  });

  test("UTF-8 with a broken character stays UTF-8, and says so", async () => {
    const broken = Buffer.concat([Buffer.from(texts.russian.repeat(5)), Buffer.from([0xd0, 10])]);
    const found = await detectCodePage(sourceOf(broken), us);
    expect(found.page).toBe("utf-8");
    expect(found.notes).toEqual(["1 characters are not proper UTF-8 and cannot be read."]);
  });

  test("a single letter follows the country, and says so", async () => {
    const bytes = Buffer.from([0x61, 0x2c, 0x62, 10, 0x52, 0xf3, 0xbf, 0x61, 0x2c, 0x31, 10]);
    const inWarsaw = await detectCodePage(sourceOf(bytes), { currency: "PLN", timeZone: "Europe/Warsaw" });
    expect(inWarsaw.page).toBe("windows-1250");
  });
});
