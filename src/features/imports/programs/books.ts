import { programsIn } from "#features/imports/programs/program.ts";

export const books = programsIn(`
  program quickbooks = QuickBooks Online
  export invoices = invoices
  headings = date transactiontype num name duedate openbalance | date transactiontype num customer duedate
    openbalance | date transactiontype num customerfullname duedate openbalance | date type no customer duedate
    balance total | date type no customerproject duedate balance total
  fields = issuedOn: date transactiondate, number: num no, dueOn: duedate, amount: amount total, openAmount:
    openbalance balance, notes: memodescription memo, currency: currency, customerName: name customer
    customerfullname customerproject, document: transactiontype type, status: status, nothing: description pastdue
    terms foreignamount foreignopenbalance
  always direction = receivable
  words document = invoice: invoice, credit note: creditmemo payment
  words status = open: overdue open unpaid due partial partiallypaid sent viewed, paid: paid deposited closed, void:
    voided, draft: notsent
  leave transactiontype = estimate salesreceipt timecharge journalentry
  leave type = estimate salesreceipt timecharge payment
  export sales by customer = invoices
  headings = transactiondate transactiontype num productservicefullname amount | date transactiontype num
    productservice amount balance
  fields = issuedOn: date transactiondate, number: num no, dueOn: duedate, amount: amount total, openAmount:
    openbalance, notes: memo, currency: currency, customerName: name customer customerfullname customerproject,
    document: transactiontype, nothing: balance memodescription description pastdue terms foreignamount
    foreignopenbalance productservicefullname productservice quantity qty salesprice
  always direction = receivable
  words document = invoice: invoice, credit note: creditmemo
  leave transactiontype = estimate salesreceipt refundreceipt
  lines = line amounts
  export bills = invoices
  headings = vendor billno billdate duedate billamount | date transactiontype num vendor duedate openbalance | date
    transactiontype num vendordisplayname duedate openbalance
  fields = issuedOn: date transactiondate billdate, number: num no billno, dueOn: duedate, amount: amount total
    billamount, openAmount: openbalance balance, notes: memodescription memo, currency: currency, vendorName: vendor
    vendordisplayname, document: transactiontype, status: status, nothing: description pastdue terms foreignamount
    foreignopenbalance
  always direction = payable
  words document = invoice: bill, credit note: vendorcredit billpaymentcheck
  words status = open: overdue open unpaid due partial partiallypaid sent viewed, paid: paid deposited closed, void:
    voided, draft: notsent
  export customers = customers
  headings = customerfullname phonenumbers email | customer phonenumbers email billingaddress
  fields = name: customerfullname customer, phone: phonenumbers, email: email, nothing: fullname billaddress
    shipaddress openbalance
  export vendors = vendors
  headings = vendor phonenumbers email | vendordisplayname phonenumbers email
  fields = name: vendor vendordisplayname, email: email, nothing: phonenumbers fullname billaddress openbalance
  export profit and loss = ledger
  headings = distributionaccount section month amount
  fields = account: distributionaccount, type: section, month: month, actual: amount

  program xero = Xero
  export sales invoices = invoices
  headings = contactname invoicenumber invoicedate duedate invoiceamountdue sent | contactname invoicenumber
    invoicedate duedate invoiceamountdue type
  fields = number: invoicenumber, issuedOn: invoicedate, dueOn: duedate, amount: total, openAmount:
    invoiceamountdue, currency: currency, status: status, document: type, customerName: contactname, nothing:
    planneddate expecteddate reference emailaddress taxtotal invoiceamountpaid description quantity unitamount
    discount lineamount taxamount taxtype accountcode inventoryitemcode sent
  always direction = receivable
  words status = draft: draft awaitingapproval submitted, open: awaitingpayment authorised, paid: paid, void: voided
    deleted
  words document = invoice: salesinvoice, credit note: salescreditnote
  leave type = salesoverpayment salesprepayment
  lines = total repeats
  export bills = invoices
  headings = contactname invoicenumber invoicedate duedate invoiceamountdue | contactname invoicenumber invoicedate
    duedate invoiceamountdue type
  fields = number: invoicenumber, issuedOn: invoicedate, dueOn: duedate, amount: total, openAmount:
    invoiceamountdue, currency: currency, status: status, document: type, vendorName: contactname, nothing:
    planneddate expecteddate reference emailaddress taxtotal invoiceamountpaid description quantity unitamount
    discount lineamount taxamount taxtype accountcode inventoryitemcode sent
  always direction = payable
  words status = draft: draft awaitingapproval submitted, open: awaitingpayment authorised, paid: paid, void: voided
    deleted
  words document = invoice: bill, credit note: billcreditnote
  leave type = billoverpayment billprepayment
  lines = total repeats
  export contacts = customers
  headings = contactname accountnumber emailaddress firstname lastname
  fields = name: contactname, email: emailaddress, phone: phonenumber, nothing: accountnumber
  aside = purchasesaccountcode duedatebillday
  export bank statement = transactions
  headings = date amount payee description reference checknumber
  fields = bookedOn: date, amount: amount, counterparty: payee, description: description, reference: reference,
    nothing: checknumber

  program freshbooks = FreshBooks
  export invoices = invoices
  headings = clientname invoice dateissued invoicestatus linetotal
  fields = number: invoice, customerName: clientname, issuedOn: dateissued, paidOn: datepaid, status: invoicestatus,
    amount: linetotal, currency: currency, nothing: itemname itemdescription rate quantity discountpercentage
    linesubtotal tax1amount tax2amount
  always direction = receivable
  words status = draft: draft, open: sent viewed partial overdue retry failed, paid: paid autopaid, disputed:
    disputed
  lines = line amounts

  program sage = Sage
  export sales invoices = invoices
  headings = number customer date duedate net vat total outstanding | invoicenumber customer date duedate net vat
    total outstanding
  fields = number: number invoicenumber, customerName: customer, issuedOn: date, dueOn: duedate, amount: total,
    openAmount: outstanding, status: status, nothing: reference net vat
  always direction = receivable
  words status = draft: draft, open: unpaid partpaid overdue, paid: paid, void: void

  program lexoffice = lexoffice
  export Belege = invoices
  headings = belegnummer belegdatum kontakt bruttobetrag
  fields = number: belegnummer, issuedOn: belegdatum, dueOn: falligkeitsdatum, customerName: kontakt, amount:
    bruttobetrag, openAmount: offenerbetrag, status: status, nothing: nettobetrag umsatzsteuer
  always direction = receivable
  words status = draft: entwurf, open: offen uberfallig, paid: bezahlt, void: storniert

  program chargebee = Chargebee
  export subscriptions = subscriptions
  headings = subscriptionid planname planamount status | subscriptionid planid status customerid
  fields = externalId: subscriptionid, customerName: customercompany, name: planname planid, seats: planquantity,
    amount: planamount, currency: currency, interval: billingperiodunit, status: status, startedOn: startedat,
    renewsOn: nextbillingat, cancelledOn: cancelledat, nothing: billingperiod createdat activatedat currenttermend
    customerid
  words status = trial: future intrial, active: active nonrenewing, paused: paused, cancelled: cancelled transferred
  words interval = month: month, year: year

  program docusign = DocuSign CLM
  export agreements = contracts
  headings = agreementname agreementtype effectivedate expirationdate
  fields = title: agreementname, customerName: party, kind: agreementtype, status: status, startsOn: effectivedate,
    endsOn: expirationdate, noticeDays: renewalnoticeperioddays, yearlyValue: annualcontractvalue, currency:
    currency, nothing: totalagreementvalue
  words kind = customer: masterservicesagreement, confidentiality: nda nondisclosureagreement, data protection:
    dataprocessingagreement, employment: employmentagreement
  words status = active: active, draft: draft pending, ended: expired terminated
`);
