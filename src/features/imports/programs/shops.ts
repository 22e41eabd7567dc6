import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const shopify: Program = {
  id: "shopify",
  label: "Shopify",
  exports: [
    {
      label: "orders",
      target: "payments",
      headings: sets("name financialstatus paidat total"),
      fields: fieldsBy(`
        reference: name, paidOn: paidat, amount: total, -amount: refundedamount, currency: currency,
        customerName: billingname, nothing: id financialstatus createdat fulfilledat cancelledat subtotal shipping
        taxes email discountamount lineitemprice lineitemname shippingname paymentreference notes
      `),
      always: { type: "charge" },
      leaves: [{ heading: "financialstatus", words: ["", "pending", "authorized", "voided", "expired"] }],
    },
    {
      label: "payment transactions",
      target: "payments",
      headings: sets("transactiondate type order amount fee net payoutdate"),
      fields: fieldsBy(`
        paidOn: transactiondate, type: type, reference: order, amount: amount, fee: fee, net: net, currency: currency,
        nothing: payoutdate availableon presentmentamount presentmentcurrency checkout
      `),
      words: {
        type: wordsBy(`
          charge: charge, refund: refund, adjustment: adjustment reserve, dispute: chargeback disputereversal,
          payout: payout
        `),
      },
    },
    {
      label: "payouts",
      target: "payments",
      headings: sets("payoutdate status charges refunds adjustments total"),
      fields: fieldsBy(`
        paidOn: payoutdate, amount: total, currency: currency,
        nothing: status charges refunds adjustments reservedfunds fees
      `),
      always: { type: "payout" },
      leaves: [{ heading: "status", words: "scheduled intransit failed canceled cancelled".split(" ") }],
      negates: [{ field: "amount" }],
    },
    {
      label: "customers",
      target: "customers",
      headings: sets("firstname lastname email totalspent totalorders"),
      fields: fieldsBy(`
        externalId: customerid, name: defaultaddresscompany company, email: email, phone: phone, notes: note,
        nothing: totalspent
      `),
    },
  ],
};

export const woocommerce: Program = {
  id: "woocommerce",
  label: "WooCommerce",
  exports: [
    {
      label: "orders",
      target: "payments",
      headings: sets("date order nrevenue status customer"),
      fields: fieldsBy(`
        paidOn: date, reference: order, amount: nrevenue, customerName: customer,
        nothing: nrevenueformatted status products itemssold customertype
      `),
      always: { type: "charge" },
      leaves: [
        { heading: "status", words: "pending pendingpayment onhold failed cancelled checkoutdraft draft".split(" ") },
      ],
    },
  ],
};

export const square: Program = {
  id: "square",
  label: "Square",
  exports: [
    {
      label: "transactions",
      target: "payments",
      headings: sets("date time timezone grosssales totalcollected fees nettotal transactionid"),
      fields: fieldsBy(`
        paidOn: date, amount: totalcollected, fee: fees, net: nettotal, type: eventtype, reference: transactionid,
        description: description, customerName: customername, externalId: paymentid,
        nothing: time grosssales netsales discounts tax tip cash card source
      `),
      words: {
        type: wordsBy("charge: payment, refund: refund"),
      },
      negates: [{ field: "fee" }],
    },
  ],
};

export const paypal: Program = {
  id: "paypal",
  label: "PayPal",
  exports: [
    {
      label: "activity",
      target: "payments",
      headings: sets(
        "date time timezone name type status gross fee net transactionid",
        "datum uhrzeit zeitzone name typ status brutto gebuhr netto transaktionscode",
      ),
      fields: fieldsBy(`
        paidOn: date datum, customerName: name, type: type typ, currency: currency wahrung, amount: gross brutto,
        fee: fee gebuhr, net: net netto, externalId: transactionid transaktionscode,
        reference: invoicenumber rechnungsnummer, description: itemtitle artikelbezeichnung,
        nothing: status time uhrzeit timezone zeitzone balance guthaben fromemailaddress toemailaddress referencetxnid
      `),
      words: {
        type: wordsBy(`
          charge: generalpayment expresscheckoutpayment websitepayment mobilepayment subscriptionpayment
          preapprovedpaymentbilluserpayment allgemeinezahlung paypalexpresszahlung websitezahlung handyzahlung,
          refund: paymentrefund refund paymentreversal ruckzahlung, dispute: chargeback,
          fee: chargebackfee partnerfee, payout: generalwithdrawal generalwithdrawalbankaccount
          userinitiatedwithdrawal allgemeineabbuchung abbuchungaufbankkonto,
          adjustment: generalcurrencyconversion allgemeinewahrungsumrechnung
        `),
      },
      leaves: [
        {
          heading: "status",
          words: "pending denied canceled cancelled failed expired ausstehend abgelehnt abgebrochen storniert".split(
            " ",
          ),
        },
      ],
      negates: [{ field: "fee" }],
    },
  ],
};
