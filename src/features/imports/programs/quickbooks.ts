import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const quickbooks: Program = {
  id: "quickbooks",
  label: "QuickBooks Online",
  exports: [
    {
      label: "invoices",
      target: "invoices",
      headings: sets(
        "date transactiontype num name duedate openbalance",
        "date transactiontype num customer duedate openbalance",
        "date transactiontype num customerfullname duedate openbalance",
        "date type no customer duedate balance total",
        "date type no customerproject duedate balance total",
      ),
      fields: fieldsBy(`
        issuedOn: date transactiondate, number: num no, dueOn: duedate, amount: amount total,
        openAmount: openbalance balance, notes: memodescription memo, currency: currency,
        customerName: name customer customerfullname customerproject, document: transactiontype type, status: status,
        nothing: description pastdue terms foreignamount foreignopenbalance
      `),
      always: { direction: "receivable" },
      words: {
        document: wordsBy("invoice: invoice, credit note: creditmemo payment"),
        status: wordsBy(`
          open: overdue open unpaid due partial partiallypaid sent viewed, paid: paid deposited closed, void: voided,
          draft: notsent
        `),
      },
      leaves: [
        { heading: "transactiontype", words: "estimate salesreceipt timecharge journalentry".split(" ") },
        { heading: "type", words: "estimate salesreceipt timecharge payment".split(" ") },
      ],
    },
    {
      label: "sales by customer",
      target: "invoices",
      headings: sets(
        "transactiondate transactiontype num productservicefullname amount",
        "date transactiontype num productservice amount balance",
      ),
      fields: fieldsBy(`
        issuedOn: date transactiondate, number: num no, dueOn: duedate, amount: amount total, openAmount: openbalance,
        notes: memo, currency: currency, customerName: name customer customerfullname customerproject,
        document: transactiontype, nothing: balance memodescription description pastdue terms foreignamount
        foreignopenbalance productservicefullname productservice quantity qty salesprice
      `),
      always: { direction: "receivable" },
      words: {
        document: wordsBy("invoice: invoice, credit note: creditmemo"),
      },
      leaves: [{ heading: "transactiontype", words: ["estimate", "salesreceipt", "refundreceipt"] }],
      sameNumber: "line amounts",
    },
    {
      label: "bills",
      target: "invoices",
      headings: sets(
        "vendor billno billdate duedate billamount",
        "date transactiontype num vendor duedate openbalance",
        "date transactiontype num vendordisplayname duedate openbalance",
      ),
      fields: fieldsBy(`
        issuedOn: date transactiondate billdate, number: num no billno, dueOn: duedate,
        amount: amount total billamount, openAmount: openbalance balance, notes: memodescription memo,
        currency: currency, vendorName: vendor vendordisplayname, document: transactiontype, status: status,
        nothing: description pastdue terms foreignamount foreignopenbalance
      `),
      always: { direction: "payable" },
      words: {
        document: wordsBy("invoice: bill, credit note: vendorcredit billpaymentcheck"),
        status: wordsBy(`
          open: overdue open unpaid due partial partiallypaid sent viewed, paid: paid deposited closed, void: voided,
          draft: notsent
        `),
      },
    },
    {
      label: "customers",
      target: "customers",
      headings: sets("customerfullname phonenumbers email", "customer phonenumbers email billingaddress"),
      fields: fieldsBy(`
        name: customerfullname customer, phone: phonenumbers, email: email,
        nothing: fullname billaddress shipaddress openbalance
      `),
    },
    {
      label: "vendors",
      target: "vendors",
      headings: sets("vendor phonenumbers email", "vendordisplayname phonenumbers email"),
      fields: fieldsBy(`
        name: vendor vendordisplayname, email: email, nothing: phonenumbers fullname billaddress openbalance
      `),
    },
    {
      label: "profit and loss",
      target: "ledger",
      // With months across: a record per account and month.
      headings: sets("distributionaccount section month amount"),
      fields: fieldsBy("account: distributionaccount, type: section, month: month, actual: amount"),
    },
  ],
};
