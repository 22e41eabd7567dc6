import type { Locale, Style } from "./export.ts";

const plain: Style = {
  days: "YYYY-MM-DD",
  times: " HH:mm",
  decimal: ".",
  group: ",",
  negative: "-",
  delimiter: ",",
  codePage: "utf-8",
  bom: false,
  eol: "\r\n",
  quotes: "needed",
  xlsx: false,
};
const continental: Style = { ...plain, days: "DD.MM.YYYY", decimal: ",", group: ".", delimiter: ";" };

type Names = Pick<Locale, "customers" | "vendors" | "people">;
const english: Names = {
  customers: [
    "Harbour & Pine Ltd",
    "Copperfield Foods",
    "Ninth Avenue Dental",
    "Brightwater Marine",
    "Oakley, Shaw & Partners",
    "Fernhill Schools",
    "Tidewell Labs",
    "Marlow Print Works",
    "Quarrystone Builders",
    "Vantage Optics",
    "Redwing Logistics",
    "Little Acorn Nursery",
  ],
  vendors: ["Skyline Hosting", "Peak Office Supply", "Mercer Insurance", "Bluebird Telecom", "Northgate Power"],
  people: ["Dana Whitlock", "Priya Raman", "Tom Ashby", "Lucia Ferro", "Owen Park", "Hanna Brandt"],
}; // prettier-ignore
const german: Names = {
  customers: [
    "Müller Präzision GmbH",
    "Bäckerei Jäger",
    "Weiß & Söhne KG",
    "Nordlicht Energie AG",
    "Praxis Dr. Öztürk",
    "Holzbau Grün",
    "Kühne Spedition",
    "Tischlerei Böhm",
    "Straßenbau Süd",
    "Gärtnerei Lang",
    "Elbe Druck GmbH",
    "Hotel Zur Brücke",
  ],
  vendors: ["Stadtwerke Köln", "Büro König", "Allgäu Hosting", "Telefónica", "Versicherung Höfer"],
  people: ["Jörg Schäfer", "Anke Vogt", "Bülent Kaya", "Sören Lühr", "Käthe Roth", "Uwe Groß"],
}; // prettier-ignore
const french: Names = {
  customers: [
    "Société Générale du Bois",
    "Boulangerie Lefèvre",
    "Atelier Noël",
    "Cabinet Hénin",
    "Éditions du Pré",
    "Menuiserie Garçon",
    "Théâtre Ôpale",
    "Crèche Les Étoiles",
    "Garage Desprès",
    "Pharmacie Bérard",
    "Fromagerie Château",
    "Hôtel de la Gare",
  ],
  vendors: ["Électricité Rhône", "Papeterie Cœur", "Assurances Zénith", "Réseau Télécom", "Hébergeur Béta"],
  people: ["Élodie Marchand", "François Petit", "Zoé Lambert", "Gaël Roussel", "Inès Faure", "Rémi Caron"],
}; // prettier-ignore
const polish: Names = {
  customers: [
    "Żabka Południe",
    "Piekarnia Łoś",
    "Księgarnia Świt",
    "Warsztat Góral",
    "Młyn Ćwikła",
    "Apteka Źródło",
    "Biuro Ząbek",
    "Hurtownia Wójcik",
    "Kawiarnia Śnieżka",
    "Drukarnia Błysk",
    "Szkoła Pięć",
    "Hotel Łąka",
  ],
  vendors: ["Energa Północ", "Papier Róg", "Ubezpieczenia Dąb", "Sieć Żuraw", "Hosting Ósemka"],
  people: ["Łukasz Nowak", "Żaneta Król", "Paweł Gąska", "Ewa Młynarz", "Józef Sęk", "Marta Wróbel"],
}; // prettier-ignore
const japanese: Names = {
  customers: [
    "青空商事",
    "山田製作所",
    "桜井食品",
    "北斗運輸",
    "松本建設",
    "海野水産",
    "田中印刷",
    "中央薬局",
    "東都電機",
    "富士工業",
    "小林書店",
    "若葉保育園",
  ],
  vendors: ["東京電力", "文具の佐藤", "日本保険", "電話通信", "雲ホスト"],
  people: ["佐藤健", "鈴木花子", "高橋誠", "伊藤美咲", "渡辺翔", "中村愛"],
}; // prettier-ignore

const locale = (
  name: string,
  currency: string,
  timeZone: string,
  sign: string,
  style: Style,
  names: Names,
  digits = 2,
): Locale => ({ name, place: { currency, timeZone }, sign, style, digits, ...names });

export const us = locale("us", "USD", "America/New_York", "$", { ...plain, days: "MM/DD/YYYY" }, english);
export const gb = locale("gb", "GBP", "Europe/London", "£", { ...plain, days: "DD/MM/YYYY" }, english);
export const ie = locale("ie", "EUR", "Europe/Dublin", "€", { ...plain, days: "DD/MM/YYYY" }, english);
export const au = locale("au", "AUD", "Australia/Sydney", "$", { ...plain, days: "D/MM/YYYY" }, english);
export const ca = locale("ca", "CAD", "America/Toronto", "$", { ...plain, days: "DD/MM/YYYY" }, english);
/** Canadians write both orders, and no day here tells which. */
export const caEarly: Locale = { ...ca, name: "ca-early", early: true };
export const caMonthFirst: Locale = { ...caEarly, name: "ca-month-first", style: { ...ca.style, days: "MM/DD/YYYY" } };
export const usEarly: Locale = { ...us, name: "us-early", early: true };
export const gbEarly: Locale = { ...gb, name: "gb-early", early: true };
export const india = locale("in", "INR", "Asia/Kolkata", "₹", { ...plain, days: "DD/MM/YYYY", lakh: true }, english);
export const de = locale("de", "EUR", "Europe/Berlin", "€", { ...continental, codePage: "windows-1252" }, german);
export const at = locale("at", "EUR", "Europe/Vienna", "€", { ...continental, bom: true }, german);
export const ch = locale("ch", "CHF", "Europe/Zurich", "CHF", { ...continental, decimal: ".", group: "’" }, german);
export const fr = locale(
  "fr",
  "EUR",
  "Europe/Paris",
  "€",
  { ...continental, days: "DD/MM/YYYY", group: "\u202F", bom: true },
  french,
);
export const nl = locale("nl", "EUR", "Europe/Amsterdam", "€", { ...continental, days: "DD-MM-YYYY" }, german);
export const es = locale("es", "EUR", "Europe/Madrid", "€", { ...continental, days: "DD/MM/YYYY" }, french);
export const br = locale("br", "BRL", "America/Sao_Paulo", "R$", { ...continental, days: "DD/MM/YYYY" }, french);
export const se = locale(
  "se",
  "SEK",
  "Europe/Stockholm",
  "kr",
  { ...continental, days: "YYYY-MM-DD", group: " ", negative: "−" },
  german,
);
export const no = locale("no", "NOK", "Europe/Oslo", "kr", { ...continental, group: "\u00A0" }, german);
export const dk = locale("dk", "DKK", "Europe/Copenhagen", "kr", { ...continental, days: "DD-MM-YYYY" }, german);
export const pl = locale(
  "pl",
  "PLN",
  "Europe/Warsaw",
  "zł",
  { ...continental, group: " ", codePage: "windows-1250" },
  polish,
);
export const jp = locale(
  "jp",
  "JPY",
  "Asia/Tokyo",
  "¥",
  { ...plain, days: "YYYY/MM/DD", codePage: "shift_jis" },
  japanese,
  0,
);

/** The locale with another style, whatever the program does elsewhere. */
export const styled = (of: Locale, own: Partial<Style>, name = of.name): Locale => ({
  ...of,
  name,
  own: { ...of.own, ...own },
});
export const xlsx = (of: Locale): Locale => styled(of, { xlsx: true }, `${of.name}-xlsx`);
