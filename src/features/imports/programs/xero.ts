import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const xero: Program = {
  id: "xero",
  label: "Xero",
  exports: [
    {
      label: "sales invoices",
      target: "invoices",
      headings: sets("contactname invoicenumber invoicedate duedate invoiceamountdue sent"),
      fields: fieldsBy(`
        number: invoicenumber, issuedOn: invoicedate, dueOn: duedate, amount: total, openAmount: invoiceamountdue,
        currency: currency, status: status, document: type, customerName: contactname, nothing: planneddate
        expecteddate reference emailaddress taxtotal invoiceamountpaid description quantity unitamount discount
        lineamount taxamount taxtype accountcode inventoryitemcode sent
      `),
      always: { direction: "receivable" },
      words: {
        status: wordsBy(`
          draft: draft awaitingapproval submitted, open: awaitingpayment authorised, paid: paid, void: voided deleted
        `),
        document: wordsBy("invoice: salesinvoice, credit note: salescreditnote"),
      },
      leaves: [{ heading: "type", words: ["salesoverpayment", "salesprepayment"] }],
      sameNumber: "total repeats",
    },
    {
      label: "bills",
      target: "invoices",
      headings: sets("contactname invoicenumber invoicedate duedate invoiceamountdue"),
      fields: fieldsBy(`
        number: invoicenumber, issuedOn: invoicedate, dueOn: duedate, amount: total, openAmount: invoiceamountdue,
        currency: currency, status: status, document: type, vendorName: contactname, nothing: planneddate expecteddate
        reference emailaddress taxtotal invoiceamountpaid description quantity unitamount discount lineamount
        taxamount taxtype accountcode inventoryitemcode sent
      `),
      always: { direction: "payable" },
      words: {
        status: wordsBy(`
          draft: draft awaitingapproval submitted, open: awaitingpayment authorised, paid: paid, void: voided deleted
        `),
        document: wordsBy("invoice: bill, credit note: billcreditnote"),
      },
      leaves: [{ heading: "type", words: ["billoverpayment", "billprepayment"] }],
      sameNumber: "total repeats",
    },
    {
      label: "contacts",
      target: "customers",
      headings: sets("contactname accountnumber emailaddress firstname lastname"),
      fields: fieldsBy(`
        name: contactname, email: emailaddress, phone: phonenumber, nothing: accountnumber
      `),
    },
    {
      label: "bank statement",
      target: "transactions",
      headings: sets("date amount payee description reference checknumber"),
      fields: fieldsBy(`
        bookedOn: date, amount: amount, counterparty: payee, description: description, reference: reference,
        nothing: checknumber
      `),
    },
    {
      label: "profit and loss",
      target: "ledger",
      headings: sets("account section month amount"),
      fields: fieldsBy("account: account, type: section, month: month, actual: amount"),
      words: {
        type: wordsBy(`
          income: tradingincome turnover, cost of sales: costofsales lesscostofsales directcosts,
          expense: operatingexpenses lessoperatingexpenses administrativecosts, other income: plusotherincome
        `),
      },
    },
  ],
};
