import { describe, expect, it } from "vitest";
import { day, money, name, planned, table } from "../../../../test/plans.ts";

/** Headings of an invoice list (number, customer, issued, due, amount, status) with words for paid and unpaid ones. */
const lists: readonly [string, string, string, string][] = [
  [
    "Greek",
    "Αριθμός τιμολογίου;Πελάτης;Ημερομηνία έκδοσης;Ημερομηνία λήξης;Ποσό;Κατάσταση",
    "Εξοφλημένο",
    "Ανεξόφλητο",
  ],
  ["Ukrainian", "Номер рахунку;Клієнт;Дата рахунку;Термін оплати;Сума;Статус", "Оплачено", "Неоплачено"],
  ["Romanian", "Număr factură;Client;Data facturii;Data scadenței;Valoare totală;Stare", "Plătită", "Neplătită"],
  ["Croatian", "Broj računa;Kupac;Datum računa;Datum dospijeća;Iznos;Status", "Plaćeno", "Neplaćeno"],
  ["Slovene", "Številka računa;Stranka;Datum izdaje;Rok plačila;Znesek;Stanje", "Plačano", "Neplačano"],
  ["Bulgarian", "Номер на фактура;Клиент;Дата на издаване;Падеж;Обща сума;Статус", "Платена", "Неплатена"],
  ["Slovak", "Číslo faktúry;Odberateľ;Dátum vystavenia;Dátum splatnosti;Suma;Stav", "Uhradené", "Neuhradené"],
  ["Indonesian", "Nomor faktur;Pelanggan;Tanggal faktur;Jatuh tempo;Jumlah;Status", "Lunas", "Belum lunas"],
  [
    "Vietnamese",
    "Số hóa đơn;Khách hàng;Ngày hóa đơn;Ngày đến hạn;Tổng tiền;Trạng thái",
    "Đã thanh toán",
    "Chưa thanh toán",
  ],
  ["Thai", "เลขที่ใบแจ้งหนี้;ลูกค้า;วันที่;วันครบกำหนด;ยอดรวม;สถานะ", "ชำระแล้ว", "ค้างชำระ"],
  ["Arabic", "رقم الفاتورة;العميل;تاريخ الفاتورة;تاريخ الاستحقاق;المبلغ الإجمالي;الحالة", "مدفوعة", "غير مدفوعة"],
  ["Hebrew", "מספר חשבונית;לקוח;תאריך חשבונית;תאריך פירעון;סכום כולל;סטטוס", "שולמה", "פתוחה"],
  ["traditional Chinese", "發票號碼;客戶名稱;發票日期;到期日;總金額;狀態", "已付款", "未付款"],
];

describe("lists in further languages", () => {
  it.each(lists)("%s invoices are read without a question", async (_, headings, paid, unpaid) => {
    const text = table(headings, (at) => [
      `R-${at + 1}`,
      name(at),
      day(at),
      day(at, "04"),
      money(at),
      at % 2 ? unpaid : paid,
    ]);
    const { open, rows, preview } = await planned(text);
    expect([preview.target, open, preview.missing]).toEqual(["invoices", [], null]);
    const row = { customerName: name(1), issuedOn: "2026-03-12", dueOn: "2026-04-12", amount: 138.75, status: "open" };
    expect((await rows()).slice(0, 2)).toMatchObject([{ status: "paid" }, { number: "R-2", ...row }]);
  });

  it.each([
    ["Greek", "Ημερομηνία;Αιτιολογία;Χρέωση;Πίστωση;Υπόλοιπο"],
    ["Ukrainian", "Дата;Призначення;Списання;Надходження;Залишок"],
    ["Romanian", "Data;Descriere;Debitare;Creditare;Soldul"],
    ["Croatian", "Datum;Opis;Isplata;Uplata;Saldo"],
    ["Thai", "วันที่;รายการ;ถอนเงิน;ฝากเงิน;ยอดคงเหลือ"],
    ["Arabic", "التاريخ;البيان;مدين;دائن;الرصيد"],
  ])("%s statements of a bank are read without a question", async (_, headings) => {
    let balance = 1_000;
    const text = table(headings, (at) => {
      const amount = at % 2 ? -10.25 - at * 3 : 50.5 + at;
      balance += amount;
      return [day(at), `Shop ${at}`, amount < 0 ? -amount : "", amount > 0 ? amount : "", balance.toFixed(2)];
    });
    const { open, rows, preview } = await planned(text);
    expect([preview.target, open, preview.missing]).toEqual(["transactions", [], null]);
    expect((await rows()).slice(0, 2)).toMatchObject([
      { bookedOn: "2026-03-11", amount: 50.5, balance: 1_050.5, description: "Shop 0" },
      { amount: -13.25 },
    ]);
  });

  it("asks in one question about headings of a language it does not know", async () => {
    const text = table("Mkpụrụ akwụkwọ;Onye zụrụ;Ụbọchị;Ego", (at) => [`R-${at + 1}`, name(at), day(at), money(at)]);
    const { open, fields } = await planned(text, { target: "invoices" });
    expect(Object.values(fields).filter(Boolean)).toEqual([]);
    expect(open.filter(({ kind }) => kind === "heading")).toHaveLength(1);
    expect(open.find(({ id }) => id === "headings")?.items.map(({ item }) => item)).toEqual([
      "Mkpụrụ akwụkwọ",
      "Onye zụrụ",
      "Ụbọchị",
      "Ego",
    ]);
  });
});
