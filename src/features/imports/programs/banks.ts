import { type Export, fieldsBy, type Program, sets } from "#features/imports/programs/program.ts";

/** A bank has one export: its transactions. */
const bank = (
  id: string,
  label: string,
  headings: string[][],
  fields: string,
  more: Partial<Export> = {},
): Program => ({
  id,
  label,
  exports: [{ label: "transactions", target: "transactions", headings, fields: fieldsBy(fields), ...more }],
});

export const banks: readonly Program[] = [
  bank(
    "chase",
    "Chase",
    sets("details postingdate description amount type balance"),
    `
    bookedOn: postingdate, description: description, amount: amount, balance: balance,
    nothing: details type checkorslip
  `,
  ),
  bank(
    "bank-of-america",
    "Bank of America",
    sets("date description amount runningbal"),
    "bookedOn: date, description: description, amount: amount, balance: runningbal",
  ),
  bank(
    "hsbc",
    "HSBC",
    sets("date type description paidout paidin balance"),
    `
    bookedOn: date, description: description, -amount: paidout, +amount: paidin, balance: balance, nothing: type
  `,
  ),
  bank(
    "barclays",
    "Barclays",
    sets("number date account amount subcategory memo"),
    `
    bookedOn: date, accountName: account, amount: amount, category: subcategory, description: memo, nothing: number
  `,
  ),
  bank(
    "sparkasse",
    "Sparkasse",
    sets("auftragskonto buchungstag verwendungszweck betrag"),
    `
    bookedOn: buchungstag buchungsdatum buchung, amount: betrag umsatz, description: verwendungszweck,
    currency: waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie, accountName: auftragskonto,
    counterparty: beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger, reference: kundenreferenzendtoend,
    nothing: wertstellung wertstellungsdatum valutadatum valuta buchungstext info lastschriftursprungsbetrag
    auslagenersatzruecklastschrift glaeubigerid mandatsreferenz sammlerreferenz kontonummer kontonummeriban
  `,
  ),
  bank(
    "commerzbank",
    "Commerzbank",
    sets("buchungstag umsatzart buchungstext betrag ibankontoinhaber"),
    `
    bookedOn: buchungstag buchungsdatum buchung, amount: betrag umsatz, description: verwendungszweck buchungstext,
    currency: waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie, accountName: ibankontoinhaber,
    nothing: wertstellung wertstellungsdatum valutadatum valuta info umsatzart
  `,
  ),
  bank(
    "deutsche-bank",
    "Deutsche Bank",
    sets("buchungstag wert umsatzart begunstigterauftraggeber soll haben"),
    `
    bookedOn: buchungstag buchungsdatum buchung, amount: umsatz, description: verwendungszweck,
    currency: waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie,
    counterparty: begunstigterauftraggeber, -amount: soll, +amount: haben, reference: kundenreferenz,
    nothing: wertstellung wertstellungsdatum valutadatum valuta betrag buchungstext info wert umsatzart
  `,
  ),
  bank(
    "dkb",
    "DKB",
    sets("buchungsdatum wertstellung status zahlungspflichtiger zahlungsempfangerin verwendungszweck betrag"),
    `
    bookedOn: buchungstag buchungsdatum buchung, amount: betrag umsatz, description: verwendungszweck,
    currency: waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie,
    counterparty: zahlungsempfangerin, reference: kundenreferenz, nothing: wertstellung wertstellungsdatum valutadatum
    valuta buchungstext info zahlungspflichtiger status umsatztyp glaubigerid mandatsreferenz
  `,
    { leaves: [{ heading: "status", words: ["vorgemerkt"] }] },
  ),
  bank(
    "revolut",
    "Revolut",
    sets("type product starteddate completeddate amount fee state"),
    `
    bookedOn: completeddate, description: description, amount: amount, -amount: fee, currency: currency,
    balance: balance, nothing: starteddate type product state
  `,
    { leaves: [{ heading: "state", words: ["reverted", "pending", "declined", "failed"] }] },
  ),
  bank(
    "wise",
    "Wise",
    sets("transferwiseid date amount currency runningbalance"),
    `
    externalId: transferwiseid, bookedOn: date, amount: amount, currency: currency, description: description,
    reference: paymentreference, balance: runningbalance, counterparty: payeename,
    nothing: datetime payername exchangefrom exchangeto exchangerate exchangetoamount totalfees merchant note
  `,
    { formats: { date: { dayOrder: "day first" } } },
  ),
  bank(
    "n26",
    "N26",
    sets("bookingdate valuedate partnername paymentreference amounteur"),
    `
    bookedOn: bookingdate, counterparty: partnername, description: paymentreference, accountName: accountname,
    amount: amounteur, nothing: valuedate partneriban type originalamount originalcurrency exchangerate
  `,
  ),
  bank(
    "ing",
    "ING",
    sets("datum naamomschrijving rekening afbij bedrageur", "date namedescription account debitcredit amounteur"),
    `
    bookedOn: datum date, counterparty: naamomschrijving namedescription, accountName: rekening account,
    amount: bedrageur amounteur, description: mededelingen notifications, balance: saldonamutatie resultingbalance,
    nothing: tegenrekening counterparty code mutatiesoort transactiontype tag
  `,
    {
      negates: [
        { field: "amount", heading: "afbij", words: ["af"] },
        { field: "amount", heading: "debitcredit", words: ["debit"] },
      ],
    },
  ),
  bank(
    "bnp",
    "BNP Paribas",
    sets("dateoperation categorieoperation libelleoperation montantoperation"),
    `
    bookedOn: dateoperation, category: categorieoperation, description: libelleoperation, amount: montantoperation,
    nothing: souscategorieoperation pointageoperation
  `,
  ),
  bank(
    "handelsbanken",
    "Handelsbanken",
    sets("reskontradatum transaktionsdatum text belopp saldo"),
    `
    bookedOn: reskontradatum, description: text, amount: belopp, balance: saldo, nothing: transaktionsdatum
  `,
  ),
  // Cards: a charge is positive.
  bank(
    "american-express",
    "American Express",
    sets("date description cardmember account amount", "date description cardmember amount"),
    "bookedOn: date, description: description, amount: amount, category: category, nothing: cardmember account",
    { negates: [{ field: "amount" }] },
  ),
  bank(
    "discover",
    "Discover",
    sets("transdate postdate description amount category"),
    "bookedOn: postdate, description: description, amount: amount, category: category, nothing: transdate",
    { negates: [{ field: "amount" }] },
  ),
  bank(
    "capital-one",
    "Capital One",
    sets("transactiondate posteddate cardno description category debit credit"),
    `
      bookedOn: posteddate, description: description, category: category, -amount: debit, +amount: credit,
      nothing: transactiondate cardno
    `,
  ),
];
