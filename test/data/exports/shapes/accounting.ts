import { pick, rounded } from "../entities.ts";
import type { Cell, Entity, How, Shape } from "../export.ts";
import {
  at,
  au,
  br,
  ca,
  caEarly,
  ch,
  de,
  fr,
  gb,
  ie,
  india,
  jp,
  nl,
  no,
  pl,
  se,
  styled,
  us,
  xlsx,
} from "../locales.ts";

const company = "Bellweather Trading";
/** A report of QuickBooks Online: what it is above, when it was made below. */
const reportTitles = (title: string, period: string) => () => [[title], [company], [period], [""]];
const madeOn = (_: Cell, width: number): Cell[][] => [
  [""],
  ["Thursday, April 2, 2026 10:31 AM GMT-05:00", ...Array.from({ length: width - 1 }, () => "")],
];
const overdueDays: How = (entity: Entity) => (entity["status"] === "paid" ? "Paid" : "Overdue 12 days");
/** In a credit note both amounts are negative. */
const creditEvery =
  (every: number) =>
  (entity: Entity, row: number): Entity =>
    row % every === every - 1
      ? {
          document: "credit note",
          amount: -Math.abs(Number(entity["amount"])),
          openAmount: -Math.abs(Number(entity["amount"])),
          status: "open",
          paidOn: null,
        }
      : {};
const signed = { Invoice: "invoice", "Credit Memo": "credit note" };

export const accounting: readonly Shape[] = [
  {
    program: "QuickBooks Online",
    name: "invoice list",
    target: "invoices",
    locales: [us, gb, caEarly],
    style: { codePage: "utf-8" },
    implied: { direction: "receivable" },
    each: creditEvery(6),
    titles: reportTitles("Invoice List", "January 1 - December 31, 2026"),
    columns: [
      ["Date", "issuedOn"],
      ["Transaction type", "document", signed],
      ["Num", "number"],
      ["Name", "customerName"],
      ["Memo/Description", "notes"],
      ["Due date", "dueOn"],
      ["Amount", "amount"],
      ["Open balance", "openAmount"],
    ],
    ends: madeOn,
  },
  {
    program: "QuickBooks Online",
    name: "A/R aging detail",
    target: "invoices",
    locales: [us, xlsx(gb), au],
    style: { codePage: "utf-8" },
    titles: reportTitles("A/R Aging Detail", "As of March 31, 2026"),
    columns: [
      ["", null],
      ["Date", "issuedOn"],
      ["Transaction type", "document"],
      ["Num", "number"],
      ["Customer full name", "customerName"],
      ["Due date", "dueOn"],
      ["Amount", "amount"],
      ["Open balance", "openAmount"],
    ],
    body: (of, entities) => {
      const groups = ["91 or more days past due", "61 - 90 days past due", "31 - 60 days past due", "Current"];
      const rows: Cell[][] = [];
      const records: { lines: number[]; fields: Entity }[] = [];
      const left: number[] = [];
      const sum = (of_: Entity[], field: string) =>
        rounded(
          of_.reduce((total, one) => total + Number(one[field]), 0),
          of,
        );
      for (const [group, name] of groups.entries()) {
        const owed = entities.filter((entity, row) => row % groups.length === group && entity["status"] === "open");
        if (owed.length === 0) continue;
        rows.push([name, "", "", "", "", "", "", ""]);
        left.push(rows.length);
        for (const one of owed) {
          rows.push([
            "",
            { day: String(one["issuedOn"]) },
            "Invoice",
            String(one["number"]),
            String(one["customerName"]),
            { day: String(one["dueOn"]) },
            { amount: Number(one["amount"]) },
            { amount: Number(one["openAmount"]) },
          ]);
          const { number, customerName, issuedOn, dueOn, amount, openAmount } = one as Record<string, string | number>;
          records.push({
            lines: [rows.length],
            fields: {
              number: number ?? null,
              customerName: customerName ?? null,
              issuedOn: issuedOn ?? null,
              dueOn: dueOn ?? null,
              amount: amount ?? null,
              openAmount: openAmount ?? null,
              direction: "receivable",
              document: "invoice",
              currency: of.place.currency,
            },
          });
        }
        rows.push([
          `Total for ${name}`,
          "",
          "",
          "",
          "",
          "",
          { amount: sum(owed, "amount"), sign: "before" },
          { amount: sum(owed, "openAmount"), sign: "before" },
        ]);
        left.push(rows.length);
      }
      const open = entities.filter((entity) => entity["status"] === "open");
      rows.push([
        "TOTAL",
        "",
        "",
        "",
        "",
        "",
        { amount: sum(open, "amount"), sign: "before" },
        { amount: sum(open, "openAmount"), sign: "before" },
      ]);
      left.push(rows.length);
      return { rows, records, left };
    },
  },
  {
    program: "QuickBooks Online",
    name: "sales by customer detail",
    target: "invoices",
    locales: [us, gb, india],
    style: { codePage: "utf-8" },
    implied: { direction: "receivable", document: "invoice" },
    sameNumber: "sum",
    titles: reportTitles("Sales by Customer Detail", "January - December 2026"),
    items: (row) => 1 + (row % 3),
    item: (entity, row, item, of) => {
      const count = 1 + (row % 3);
      const part = rounded(Number(entity["amount"]) / count, of);
      const own = item === count - 1 ? rounded(Number(entity["amount"]) - part * (count - 1), of) : part;
      return {
        Amount: { amount: own },
        "Sales price": { amount: own },
        "Product/Service full name": pick(["Design", "Hours", "Rocks"], row + item),
      };
    },
    columns: [
      ["Customer full name", "customerName"],
      ["Transaction date", "issuedOn"],
      ["Transaction type", "document", { Invoice: "invoice" }],
      ["Num", "number"],
      ["Product/Service full name", null],
      ["Memo/Description", null, () => "Custom Design"],
      ["Quantity", null, () => ({ amount: 1 })],
      ["Sales price", null],
      ["Amount", "amount"],
    ],
  },
  {
    program: "QuickBooks Online",
    name: "customer contact list",
    target: "customers",
    locales: [us, gb, india],
    style: { codePage: "utf-8" },
    titles: reportTitles("Customer Contact List", ""),
    columns: [
      ["Customer full name", "name"],
      ["Phone numbers", "phone"],
      ["Email", "email"],
      ["Full name", null, (_, row) => `Contact ${row}`],
      ["Bill address", null, () => "12 Dock Road, Leeds"],
      ["Ship address", null, () => ""],
    ],
    each: ({ phone }) => ({ phone: `Phone: ${String(phone)}` }),
    ends: madeOn,
  },
  {
    program: "QuickBooks Online",
    name: "sales transactions",
    target: "invoices",
    locales: [us, xlsx(us), gb],
    implied: { direction: "receivable" },
    columns: [
      ["Date", "issuedOn"],
      ["Type", "document", { Invoice: "invoice" }],
      ["No.", "number"],
      ["Customer", "customerName"],
      ["Memo", "notes"],
      ["Due date", "dueOn"],
      ["Balance", "openAmount", ({ openAmount }) => ({ amount: Number(openAmount), sign: "before" })],
      ["Total", "amount", ({ amount }) => ({ amount: Number(amount), sign: "before" })],
      ["Status", "status", overdueDays],
    ],
  },
  {
    program: "QuickBooks Online",
    name: "bills",
    target: "invoices",
    locales: [us, gb, au],
    implied: { direction: "payable" },
    each: ({ number }) => ({ number: String(number).replace("INV", "B") }),
    columns: [
      ["Vendor", "vendorName"],
      ["Bill no.", "number"],
      ["Bill date", "issuedOn"],
      ["Due date", "dueOn"],
      ["Bill amount", "amount"],
      ["Open balance", "openAmount"],
      ["Status", "status", { Overdue: "open", Unpaid: "open", Paid: "paid" }],
    ],
  },
  {
    program: "Xero",
    name: "sales invoices",
    target: "invoices",
    sameNumber: "once",
    locales: [gb, ca, au],
    style: { group: "" },
    items: (row) => 1 + (row % 2),
    item: (entity, row, item, of) => {
      const count = 1 + (row % 2);
      const part = rounded(Number(entity["amount"]) / count, of);
      const own = item === count - 1 ? rounded(Number(entity["amount"]) - part * (count - 1), of) : part;
      return {
        LineAmount: { amount: own },
        UnitAmount: { amount: own },
        Description: pick(["Retainer", "Support"], item),
      };
    },
    implied: { direction: "receivable" },
    columns: [
      ["ContactName", "customerName"],
      ["EmailAddress", null, () => "accounts@example.com"],
      ["POAddressLine1", null, () => "12 Dock Road"],
      ["POCity", null, () => "Leeds"],
      ["InvoiceNumber", "number"],
      ["Reference", null, (_, row) => `PO ${700 + row}`],
      ["InvoiceDate", "issuedOn"],
      ["DueDate", "dueOn"],
      ["PlannedDate", null, () => ""],
      ["Total", "amount"],
      ["TaxTotal", null, () => ({ amount: 0 })],
      [
        "InvoiceAmountPaid",
        null,
        (entity, _, of) => ({ amount: rounded(Number(entity["amount"]) - Number(entity["openAmount"]), of) }),
      ],
      ["InvoiceAmountDue", "openAmount"],
      ["InventoryItemCode", null, () => ""],
      ["Description", null],
      ["Quantity", null, () => "1.0000"],
      ["UnitAmount", null],
      ["Discount", null, () => ""],
      ["LineAmount", null],
      ["AccountCode", null, () => "200"],
      ["TaxType", null, () => "No VAT"],
      ["TaxAmount", null, () => ({ amount: 0 })],
      ["TrackingName1", null, () => ""],
      ["TrackingOption1", null, () => ""],
      ["Currency", "currency"],
      ["Type", "document", { "Sales invoice": "invoice" }],
      ["Sent", null, () => "Sent"],
      ["Status", "status", { "Awaiting Payment": "open", Paid: "paid" }],
    ],
  },
  {
    program: "Xero",
    name: "bills",
    target: "invoices",
    locales: [gb, ca, au],
    style: { group: "" },
    implied: { direction: "payable" },
    each: ({ number }) => ({ number: String(number).replace("INV", "RB") }),
    columns: [
      ["ContactName", "vendorName"],
      ["EmailAddress", null, () => ""],
      ["InvoiceNumber", "number"],
      ["InvoiceDate", "issuedOn"],
      ["DueDate", "dueOn"],
      ["Total", "amount"],
      ["TaxTotal", null, () => ({ amount: 0 })],
      [
        "InvoiceAmountPaid",
        null,
        (entity, _, of) => ({ amount: rounded(Number(entity["amount"]) - Number(entity["openAmount"]), of) }),
      ],
      ["InvoiceAmountDue", "openAmount"],
      ["Description", null, () => "Monthly service"],
      ["LineAmount", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Currency", "currency"],
      ["Type", "document", { Bill: "invoice" }],
      ["Status", "status", { "Awaiting Payment": "open", Paid: "paid" }],
    ],
  },
  {
    program: "Xero",
    name: "contacts",
    target: "customers",
    locales: [gb, au, ca],
    columns: [
      ["*ContactName", "name"],
      ["AccountNumber", null, (_, row) => `C${100 + row}`],
      ["EmailAddress", "email"],
      ["FirstName", null, () => "Ada"],
      ["LastName", null, () => "Byron"],
      ["PhoneNumber", "phone"],
      ["POAddressLine1", null, () => "12 Dock Road"],
    ],
  },
  {
    program: "Xero",
    name: "bank statement",
    target: "transactions",
    locales: [gb, au, ie],
    style: { group: "" },
    columns: [
      ["Date", "bookedOn"],
      ["Amount", "amount"],
      ["Payee", "counterparty"],
      ["Description", "description"],
      ["Reference", "reference"],
      ["Check Number", null, () => ""],
    ],
  },
  {
    program: "FreshBooks",
    name: "invoices",
    target: "invoices",
    locales: [us, ca, gb],
    style: { days: "YYYY-MM-DD", group: "" },
    implied: { direction: "receivable" },
    columns: [
      ["Client Name", "customerName"],
      ["Invoice #", "number"],
      ["Date Issued", "issuedOn"],
      ["Invoice Status", "status", { sent: "open", overdue: "open", partial: "open", paid: "paid" }],
      ["Date Paid", "paidOn"],
      ["Item Name", null, () => "Consulting"],
      ["Item Description", null, () => ""],
      ["Rate", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Quantity", null, () => "1"],
      ["Discount Percentage", null, () => "0"],
      ["Line Subtotal", null, ({ amount }) => ({ amount: Number(amount) })],
      ["Line Total", "amount"],
      ["Currency", "currency"],
    ],
  },
  {
    program: "Sage",
    name: "sales invoices",
    target: "invoices",
    locales: [gb, ie, no],
    implied: { direction: "receivable" },
    columns: [
      ["Number", "number"],
      ["Reference", null, (_, row) => `SO${row}`],
      ["Customer", "customerName"],
      ["Date", "issuedOn"],
      ["Due Date", "dueOn"],
      ["Net", null, ({ amount }) => ({ amount: Number(amount) })],
      ["VAT", null, () => ({ amount: 0 })],
      ["Total", "amount"],
      ["Outstanding", "openAmount"],
      ["Status", "status", { Unpaid: "open", "Part Paid": "open", Paid: "paid" }],
    ],
  },
  {
    program: "lexoffice",
    name: "Belege",
    target: "invoices",
    locales: [de, at, ch],
    style: { delimiter: ";" },
    implied: { direction: "receivable" },
    columns: [
      ["Belegnummer", "number"],
      ["Belegdatum", "issuedOn"],
      ["Fälligkeitsdatum", "dueOn"],
      ["Kontakt", "customerName"],
      ["Bruttobetrag", "amount"],
      ["Offener Betrag", "openAmount"],
      ["Status", "status", { Offen: "open", Überfällig: "open", Bezahlt: "paid" }],
    ],
  },
  {
    program: "spreadsheet",
    name: "invoices by hand",
    target: "invoices",
    locales: [xlsx(fr), pl, br],
    titles: () => [["Registre 2026"], [""]],
    columns: [
      ["N° facture|Numer faktury|Número da fatura", "number"],
      ["Client|Klient|Cliente", "customerName"],
      ["Date de facture|Data wystawienia|Data de emissão", "issuedOn"],
      ["Échéance|Termin płatności|Vencimento", "dueOn"],
      ["Montant TTC|Kwota brutto|Valor total", "amount", ({ amount }) => ({ amount: Number(amount), sign: "after" })],
      [
        "Reste à payer|Pozostało do zapłaty|Saldo em aberto",
        "openAmount",
        ({ openAmount }) => ({ amount: Number(openAmount), sign: "after" }),
      ],
    ],
    implied: { direction: "receivable" },
    sum: "amount",
    ends: (sum) => [["TOTAL", "", "", "", sum, ""]],
  },
  {
    program: "spreadsheet",
    name: "invoices in Asia and the north",
    target: "invoices",
    locales: [jp, se, styled(nl, { negative: "after" })],
    implied: { direction: "receivable" },
    each: creditEvery(8),
    columns: [
      ["Invoice no|Fakturanummer|Factuurnummer", "number"],
      ["Customer|Kund|Klant", "customerName"],
      ["Invoice date|Fakturadatum|Factuurdatum", "issuedOn"],
      ["Due date|Förfallodatum|Vervaldatum", "dueOn"],
      ["Amount|Belopp|Bedrag", "amount"],
      ["Open balance|Återstår|Openstaand", "openAmount"],
    ],
  },
];
