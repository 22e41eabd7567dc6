import { programsIn } from "#features/imports/programs/program.ts";

export const banks = programsIn(`
  program chase = Chase
  export transactions = transactions
  headings = details postingdate description amount type balance
  fields = bookedOn: postingdate, description: description, amount: amount, balance: balance, nothing: details type
    checkorslip

  program bank-of-america = Bank of America
  export transactions = transactions
  headings = date description amount runningbal
  fields = bookedOn: date, description: description, amount: amount, balance: runningbal

  program hsbc = HSBC
  export transactions = transactions
  headings = date type description paidout paidin balance
  fields = bookedOn: date, description: description, -amount: paidout, +amount: paidin, balance: balance, nothing:
    type

  program barclays = Barclays
  export transactions = transactions
  headings = number date account amount subcategory memo
  fields = bookedOn: date, accountName: account, amount: amount, category: subcategory, description: memo, nothing:
    number

  program sparkasse = Sparkasse
  export transactions = transactions
  headings = auftragskonto buchungstag verwendungszweck betrag
  fields = bookedOn: buchungstag buchungsdatum buchung, amount: betrag umsatz, description: verwendungszweck,
    currency: waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie, accountName: auftragskonto,
    counterparty: beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger, reference:
    kundenreferenzendtoend, nothing: wertstellung wertstellungsdatum valutadatum valuta buchungstext info
    lastschriftursprungsbetrag auslagenersatzruecklastschrift glaeubigerid mandatsreferenz sammlerreferenz
    kontonummer kontonummeriban

  program commerzbank = Commerzbank
  export transactions = transactions
  headings = buchungstag umsatzart buchungstext betrag ibankontoinhaber
  fields = bookedOn: buchungstag buchungsdatum buchung, amount: betrag umsatz, description: verwendungszweck
    buchungstext, currency: waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie, accountName:
    ibankontoinhaber, nothing: wertstellung wertstellungsdatum valutadatum valuta info umsatzart

  program deutsche-bank = Deutsche Bank
  export transactions = transactions
  headings = buchungstag wert umsatzart begunstigterauftraggeber soll haben
  fields = bookedOn: buchungstag buchungsdatum buchung, amount: umsatz, description: verwendungszweck, currency:
    waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie, counterparty: begunstigterauftraggeber,
    -amount: soll, +amount: haben, reference: kundenreferenz, nothing: wertstellung wertstellungsdatum valutadatum
    valuta betrag buchungstext info wert umsatzart

  program dkb = DKB
  export transactions = transactions
  headings = buchungsdatum wertstellung status zahlungspflichtiger zahlungsempfangerin verwendungszweck betrag
  fields = bookedOn: buchungstag buchungsdatum buchung, amount: betrag umsatz, description: verwendungszweck,
    currency: waehrung wahrung, balance: saldo saldonachbuchung, category: kategorie, counterparty:
    zahlungsempfangerin, reference: kundenreferenz, nothing: wertstellung wertstellungsdatum valutadatum valuta
    buchungstext info zahlungspflichtiger status umsatztyp glaubigerid mandatsreferenz
  leave status = vorgemerkt

  program revolut = Revolut
  export transactions = transactions
  headings = type product starteddate completeddate amount fee state
  fields = bookedOn: completeddate, description: description, amount: amount, -amount: fee, currency: currency,
    balance: balance, nothing: starteddate type product state
  leave state = reverted pending declined failed

  program wise = Wise
  export transactions = transactions
  headings = transferwiseid date amount currency runningbalance
  fields = externalId: transferwiseid, bookedOn: date, amount: amount, currency: currency, description: description,
    reference: paymentreference, balance: runningbalance, counterparty: payeename, nothing: datetime payername
    exchangefrom exchangeto exchangerate exchangetoamount totalfees merchant note
  format date = day first

  program n26 = N26
  export transactions = transactions
  headings = bookingdate valuedate partnername paymentreference amounteur
  fields = bookedOn: bookingdate, counterparty: partnername, description: paymentreference, accountName:
    accountname, amount: amounteur, nothing: valuedate partneriban type originalamount originalcurrency exchangerate

  program ing = ING
  export transactions = transactions
  headings = datum naamomschrijving rekening afbij bedrageur | date namedescription account debitcredit amounteur
  fields = bookedOn: datum date, counterparty: naamomschrijving namedescription, accountName: rekening account,
    amount: bedrageur amounteur, description: mededelingen notifications, balance: saldonamutatie resultingbalance,
    nothing: tegenrekening counterparty code mutatiesoort transactiontype tag
  negate amount = afbij: af
  negate amount = debitcredit: debit

  program bnp = BNP Paribas
  export transactions = transactions
  headings = dateoperation categorieoperation libelleoperation montantoperation
  fields = bookedOn: dateoperation, category: categorieoperation, description: libelleoperation, amount:
    montantoperation, nothing: souscategorieoperation pointageoperation

  program handelsbanken = Handelsbanken
  export transactions = transactions
  headings = reskontradatum transaktionsdatum text belopp saldo
  fields = bookedOn: reskontradatum, description: text, amount: belopp, balance: saldo, nothing: transaktionsdatum

  program american-express = American Express
  export transactions = transactions
  headings = date description cardmember account amount | date description cardmember amount
  fields = bookedOn: date, description: description, amount: amount, category: category, nothing: cardmember account
  negate amount = everywhere

  program discover = Discover
  export transactions = transactions
  headings = transdate postdate description amount category
  fields = bookedOn: postdate, description: description, amount: amount, category: category, nothing: transdate
  negate amount = everywhere

  program capital-one = Capital One
  export transactions = transactions
  headings = transactiondate posteddate cardno description category debit credit
  fields = bookedOn: posteddate, description: description, category: category, -amount: debit, +amount: credit,
    nothing: transactiondate cardno
`);
