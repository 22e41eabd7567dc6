import { fieldsBy } from "#features/imports/programs/program.ts";

/** Headings whose words say another thing one by one, by kind and field; bare, like the headings of programs. */
const own: Readonly<Record<string, Record<string, string | null>>> = {
  invoices: fieldsBy(`
    openAmount: montantdu restedu restantdu resteapayer apayer dapagare attbetala,
    paidOn: payele
  `),
  contracts: fieldsBy(`
    signedOn: signele firmadoel assinadoem getekendop,
    noticeDays: kundigungsfrist preavis preaviso preavviso avisoprevio opzegtermijn
  `),
  subscriptions: fieldsBy(`
    interval: abrechnung abrechnungszeitraum
  `),
  ledger: fieldsBy(`
    -actual: soll debe dare debet wn 借方 借方金額 借方金额,
    +actual: haben haber avere kredit ma 貸方 貸方金額 贷方金额
  `),
  people: fieldsBy(`
    endedOn: letzterarbeitstag,
    monthlyCost: personalkosten
  `),
  bankAccounts: fieldsBy(`
    balanceOn: stand stichtag
  `),
  transactions: fieldsBy(`
    counterparty: 振込先,
    balance: stan stankonta salda 差引残高 balanceafter,
    -amount: soll belastung debe cargo addebiti uscite saidas af obciazenia uttag お支払金額,
    +amount: haben gutschrift haber abono accrediti entrate entradas bij uznania insattning お預り金額
  `),
};

/** The other headings of a field. */
export const furtherHeadings = (target: string, field: string): string[] =>
  Object.entries(own[target] ?? {}).flatMap(([heading, name]) => (name === field ? [heading] : []));
