import { programsIn } from "#features/imports/programs/program.ts";

export const shops = programsIn(`
  program stripe = Stripe
  export balance transactions = payments
  headings = id type source amount fee net createdutc | balancetransactionid createdutc gross fee net
    reportingcategory | balancetransactionid created gross fee net reportingcategory
  fields = externalId: id balancetransactionid, type: reportingcategory type, reference: source sourceid, amount:
    amount gross, fee: fee, net: net, currency: currency, paidOn: createdutc created, description: description,
    customerName: customername, nothing: customerid customeremail customer plan subtotal tax availableonutc
    transferdateutc convertedamount convertedcurrency customerfacingamount customerfacingcurrency
    destinationplatformfee destinationplatformfeecurrency
  words type = charge: charge payment, refund: refund paymentrefund paymentfailurerefund chargefailure, adjustment:
    refundfailure adjustment otheradjustment topup topupreversal reservetransaction reservedfunds riskreservedfunds
    contribution, payout: payout payoutcancel payoutfailure payoutreversal transfer transferreversal, fee: stripefee
    stripefxfee taxfee networkcost fee applicationfee applicationfeerefund, dispute: dispute disputereversal
  export payments = payments
  headings = id createddateutc amount currency status | id createdutc amount amountrefunded status
  fields = externalId: id, paidOn: createddateutc createdutc, amount: amount, -amount: amountrefunded, currency:
    currency, fee: fee, description: description, customerName: customerdescription, nothing: customerid
    customeremail customer plan subtotal tax availableonutc transferdateutc convertedamount convertedcurrency
    customerfacingamount customerfacingcurrency destinationplatformfee destinationplatformfeecurrency status
    captured
  always type = charge
  leave status = failed canceled pending incomplete requirespaymentmethod requiresaction requiresconfirmation
    requirescapture uncaptured blocked
  export invoices = invoices
  headings = id amountdue number dateutc | id amountdue amountpaid number createdutc
  fields = number: number, customerName: customername, issuedOn: dateutc createdutc, dueOn: duedateutc, amount:
    total, openAmount: amountremaining, currency: currency, status: status, nothing: customerid customeremail
    customer plan subtotal tax availableonutc transferdateutc convertedamount convertedcurrency customerfacingamount
    customerfacingcurrency destinationplatformfee destinationplatformfeecurrency id amountdue amountpaid paid closed
    billing
  always direction = receivable
  words status = draft: draft, open: open, paid: paid, void: void, written off: uncollectible
  export subscriptions = subscriptions
  headings = id customerid interval status | id plan quantity status startdateutc
  fields = externalId: id, customerName: customername customerdescription, name: product planname, seats: quantity,
    amount: amount, currency: currency, interval: interval, status: status, startedOn: startdateutc startutc,
    renewsOn: currentperiodendutc, cancelledOn: canceledatutc, nothing: customerid customeremail customer plan
    subtotal tax availableonutc transferdateutc convertedamount convertedcurrency customerfacingamount
    customerfacingcurrency destinationplatformfee destinationplatformfeecurrency endedatutc createdutc
    currentperiodstartutc trialstartutc trialendutc
  words status = active: active pastdue unpaid, trial: trialing incomplete, cancelled: canceled incompleteexpired,
    paused: paused
  words interval = month: month, year: year
  export customers = customers
  headings = id email name createdutc delinquent | id description email name createdutc
  fields = externalId: id, name: name, email: email, since: createdutc, nothing: description delinquent totalspend

  program paypal = PayPal
  export activity = payments
  headings = date time timezone name type status gross fee net transactionid | datum uhrzeit zeitzone name typ
    status brutto gebuhr netto transaktionscode
  fields = paidOn: date datum, customerName: name, type: type typ, currency: currency wahrung, amount: gross brutto,
    fee: fee gebuhr, net: net netto, externalId: transactionid transaktionscode, reference: invoicenumber
    rechnungsnummer, description: itemtitle artikelbezeichnung, nothing: status time uhrzeit timezone zeitzone
    balance guthaben fromemailaddress toemailaddress referencetxnid
  words type = charge: generalpayment expresscheckoutpayment websitepayment mobilepayment subscriptionpayment
    preapprovedpaymentbilluserpayment allgemeinezahlung paypalexpresszahlung websitezahlung handyzahlung, refund:
    paymentrefund refund paymentreversal ruckzahlung, dispute: chargeback, fee: chargebackfee partnerfee, payout:
    generalwithdrawal generalwithdrawalbankaccount userinitiatedwithdrawal allgemeineabbuchung
    abbuchungaufbankkonto, adjustment: generalcurrencyconversion allgemeinewahrungsumrechnung
  leave status = pending denied canceled cancelled failed expired ausstehend abgelehnt abgebrochen storniert
  negate fee = everywhere

  program shopify = Shopify
  export orders = payments
  headings = name financialstatus paidat total
  fields = reference: name, paidOn: paidat, amount: total, -amount: refundedamount, currency: currency,
    customerName: billingname, nothing: id financialstatus createdat fulfilledat cancelledat subtotal shipping taxes
    email discountamount lineitemprice lineitemname shippingname paymentreference notes
  always type = charge
  leave financialstatus = empty pending authorized voided expired
  export payment transactions = payments
  headings = transactiondate type order amount fee net payoutdate
  fields = paidOn: transactiondate, type: type, reference: order, amount: amount, fee: fee, net: net, currency:
    currency, nothing: payoutdate availableon presentmentamount presentmentcurrency checkout
  words type = charge: charge, refund: refund, adjustment: adjustment reserve, dispute: chargeback disputereversal,
    payout: payout
  export payouts = payments
  headings = payoutdate status charges refunds adjustments total
  fields = paidOn: payoutdate, amount: total, currency: currency, nothing: status charges refunds adjustments
    reservedfunds fees
  always type = payout
  leave status = scheduled intransit failed canceled cancelled
  negate amount = everywhere
  export customers = customers
  headings = firstname lastname email totalspent totalorders
  fields = externalId: customerid, name: defaultaddresscompany company, email: email, phone: phone, notes: note,
    nothing: totalspent

  program woocommerce = WooCommerce
  export orders = payments
  headings = date order nrevenue status customer
  fields = paidOn: date, reference: order, amount: nrevenue, customerName: customer, nothing: nrevenueformatted
    status products itemssold customertype
  always type = charge
  leave status = pending pendingpayment onhold failed cancelled checkoutdraft draft

  program square = Square
  export transactions = payments
  headings = date time timezone grosssales totalcollected fees nettotal transactionid
  fields = paidOn: date, amount: totalcollected, fee: fees, net: nettotal, type: eventtype, reference:
    transactionid, description: description, customerName: customername, externalId: paymentid, nothing: time
    grosssales netsales discounts tax tip cash card source
  words type = charge: payment, refund: refund
  negate fee = everywhere
`);
