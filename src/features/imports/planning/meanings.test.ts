import { describe, expect, it } from "vitest";
import type { Target } from "#features/imports/contract.ts";
import { levelOf, levels } from "#features/imports/planning/columns.ts";
import { fieldOfTarget, fieldsOfTarget } from "#features/imports/planning/fields.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import { choiceOf } from "#features/imports/planning/words.ts";
import type { ColumnProfile, ColumnType } from "#platform/reading/reading.ts";

const column = (heading: string, type: ColumnType): ColumnProfile => ({
  at: 0,
  heading,
  format: { type },
  doubts: [],
  filled: 9,
  unfit: 0,
  unfitCells: [],
  below: 0,
  above: 0,
  currencies: {},
  values: null,
  examples: [],
  longest: 9,
});
const fieldsFor = (target: Target, heading: string, type: ColumnType): string[] =>
  fieldsOfTarget(target)
    .filter((field) => levelOf(field, column(heading, type)) >= levels.alias)
    .map(({ name }) => name);

/** One heading of a field in each of some languages, as programs there write it. */
const headings: readonly [Target, string, ColumnType, string][] = [
  [
    "invoices",
    "number",
    "text",
    "Rechnungs-Nr.; N° de facture; Nº factura; Numero fattura; Factuurnummer; Fakturanr; Laskun numero; Numer faktury; Číslo faktury; Számlaszám; Fatura No; 請求書番号; Invoice #",
  ],
  [
    "invoices",
    "dueOn",
    "day",
    "Fälligkeitsdatum; Date d’échéance; Fecha de vencimiento; Data di scadenza; Vervaldatum; Förfallodatum; Forfaldsdato; Eräpäivä; Termin płatności; Datum splatnosti; Vade tarihi; 支払期限; due_date",
  ],
  [
    "invoices",
    "issuedOn",
    "day",
    "Rechnungsdatum; Date de facturation; Fecha de emisión; Data fattura; Factuurdatum; Fakturadatum; Laskun päivämäärä; Data wystawienia; Fatura Tarihi; 発行日; invoiceDate",
  ],
  [
    "invoices",
    "openAmount",
    "money",
    "Offener Betrag; Restant dû; Importe pendiente; Valor em aberto; Openstaand bedrag; Restbelopp; Resterende beløp; Avoinna; Kalan tutar; Amount outstanding",
  ],
  [
    "invoices",
    "customerName",
    "text",
    "Kundenname; Nom du client; Nombre del cliente; Ragione sociale; Klantnaam; Kundnamn; Asiakkaan nimi; Nazwa klienta; Müşteri adı; 得意先名; Bill To",
  ],
  [
    "transactions",
    "bookedOn",
    "day",
    "Buchungstag; Date d'opération; Fecha de operación; Data contabile; Boekdatum; Bokföringsdag; Bogføringsdato; Data księgowania; 取引日; Posting Date",
  ],
  [
    "people",
    "startedOn",
    "day",
    "Eintrittsdatum; Date d'embauche; Fecha de alta; Data di assunzione; Datum indiensttreding; Anställningsdatum; Data zatrudnienia; 入社日; Hire Date",
  ],
  [
    "tickets",
    "title",
    "text",
    "Betreff; Objet; Asunto; Oggetto; Onderwerp; Ämne; Emne; Aihe; Temat; Předmět; Konu; 件名; Subject",
  ],
];

describe("headings", () => {
  it.each(
    headings.flatMap(([target, field, type, all]) => all.split("; ").map((one) => ({ target, field, type, one }))),
  )("reads $one as $field", ({ target, field, type, one }) => expect(fieldsFor(target, one, type)).toContain(field));
  it.each([
    ["invoices", "Customer Id", "text"],
    ["invoices", "Order date", "day"],
    ["invoices", "Delivery date", "day"],
    ["invoices", "Tax amount", "money"],
    ["invoices", "Last payment date", "day"],
    ["invoices", "Montant HT", "money"],
    ["transactions", "Orig amount", "money"],
    ["people", "Contract ID", "text"],
    ["deals", "Chance", "percent"],
    ["invoices", "Cobrado", "money"],
  ] as const)("of %s takes %s for no field that a record is told by", (target, heading, type) => {
    const told = ["number", "customerName", "issuedOn", "dueOn", "paidOn", "amount", "openAmount", "name", "status"];
    expect(fieldsFor(target, heading, type).filter((field) => told.includes(field))).toEqual([]);
  });
  it("reads nothing where one word is unknown", () => {
    expect(readingsOf("Zorbdatum der Rechnung")).toEqual([]);
    expect(readingsOf("Due Quux")).toEqual([]);
  });
  it("takes what includes its tax for gross, and each side of a stroke for itself", () => {
    expect(readingsOf("Beløb inkl. moms")).toEqual(["amount gross"]);
    expect(readingsOf("Total hors taxes")).toEqual(["net total"]);
    expect(readingsOf("Customer/Vendor")).toEqual(["customer vendor", "customer", "vendor"]);
  });
});

describe("words of states", () => {
  const said = (target: Target, name: string, word: string) => {
    const field = fieldOfTarget(target, name);
    return field && choiceOf(target, field, word, null);
  };
  it.each([
    [
      "paid",
      "Bezahlt; Payée; Pagado; Pagata; Betaald; Betald; Betalt; Maksettu; Zapłacona; Zaplaceno; 支払い済み; Invoice: Paid In Full",
    ],
    [
      "open",
      "Offen; Impayée; Unbezahlt; Obetald; Ubetalt; Nezaplaceno; Not paid; Partiellement payée; Parcialmente pagado; Delbetald",
    ],
    ["void", "Storniert; Annulée; Anulado; Annullata; Geannuleerd; Makulerad; Annulleret; Anulowana"],
    ["draft", "Entwurf; Brouillon; Borrador; Bozza; Utkast; Kladde; Luonnos; 下書き"],
  ])("means %s by %s", (status, all) => {
    for (const word of all.split("; ")) expect([word, said("invoices", "status", word)]).toEqual([word, status]);
  });
  it.each(["Posted", "Squared up", "Im Sack", "Partially Quux"])("asks what %s means", (word) =>
    expect(said("invoices", "status", word)).toBeNull(),
  );
});
