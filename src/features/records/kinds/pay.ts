import * as field from "#features/records/fields/field.ts";
import { keyOf, kind } from "#features/records/kinds/kind.ts";

const confidential = { confidential: true } as const;

export const pay = kind({
  one: "payslip",
  many: "payslips",
  tab: "Pay",
  hint: "What each person was paid, by day of pay. Members and admins see the amounts.",
  fields: [
    field.personal(
      field.needed(
        field.line(
          "employeeName",
          "Employee",
          "name fullname employee worker displayname payrollname person staffmember",
        ),
      ),
    ),
    field.needed(field.day("day", "Pay day", "paydate paymentdate checkdate chequedate paidon datepaid payrolldate")),
    field.line("period", "Pay period", "paymonth period payrun payrollperiod"),
    field.line("role", "Role", "jobtitle title position occupation"),
    field.line("team", "Team", "department division costcenter"),
    {
      ...field.signed(field.money("gross", "Gross pay", "gross grossearnings grosswages grosssalary totalgross")),
      ...confidential,
    },
    { ...field.signed(field.money("net", "Net pay", "net netwages netsalary netamount takehomepay")), ...confidential },
    field.currency,
    field.notes,
  ],
  roles: {
    title: "employeeName",
    money: "gross",
    sum: { by: null },
    day: "day",
    newest: "day",
    search: ["employeeName"],
  },
  defaults: {},
  key: keyOf("employeeName day period"),
  repeats: true,
  day: "day",
  columns: ["day", "period", "gross", "net"],
  views: [],
  examples: [
    { employeeName: "Ines Albrecht", day: "2026-09-30", period: "2026-09", gross: 5_900, net: 3_710.4 },
    { employeeName: "Jonas Weld", day: "2026-09-30", period: "2026-09", gross: 4_300, net: 2_844.15 },
  ],
});
