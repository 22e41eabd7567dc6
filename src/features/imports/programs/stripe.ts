import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const stripe: Program = {
  id: "stripe",
  label: "Stripe",
  exports: [
    {
      label: "balance transactions",
      target: "payments",
      headings: sets(
        "id type source amount fee net createdutc",
        "balancetransactionid createdutc gross fee net reportingcategory",
        "balancetransactionid created gross fee net reportingcategory",
      ),
      fields: fieldsBy(`
        externalId: id balancetransactionid, type: reportingcategory type, reference: source sourceid,
        amount: amount gross, fee: fee, net: net, currency: currency, paidOn: createdutc created,
        description: description, customerName: customername, nothing: customerid customeremail customer plan subtotal
        tax availableonutc transferdateutc convertedamount convertedcurrency customerfacingamount
        customerfacingcurrency destinationplatformfee destinationplatformfeecurrency
      `),
      words: {
        type: wordsBy(`
          charge: charge payment, refund: refund paymentrefund paymentfailurerefund chargefailure, adjustment:
          refundfailure adjustment otheradjustment topup topupreversal reservetransaction reservedfunds
          riskreservedfunds contribution,
          payout: payout payoutcancel payoutfailure payoutreversal transfer transferreversal,
          fee: stripefee stripefxfee taxfee networkcost fee applicationfee applicationfeerefund,
          dispute: dispute disputereversal
        `),
      },
    },
    {
      label: "payments",
      target: "payments",
      headings: sets("id createddateutc amount currency status", "id createdutc amount amountrefunded status"),
      fields: fieldsBy(`
        externalId: id, paidOn: createddateutc createdutc, amount: amount, -amount: amountrefunded,
        currency: currency, fee: fee, description: description, customerName: customerdescription, nothing: customerid
        customeremail customer plan subtotal tax availableonutc transferdateutc convertedamount convertedcurrency
        customerfacingamount customerfacingcurrency destinationplatformfee destinationplatformfeecurrency status
        captured
      `),
      always: { type: "charge" },
      leaves: [
        {
          heading: "status",
          words:
            "failed canceled pending incomplete requirespaymentmethod requiresaction requiresconfirmation requirescapture uncaptured blocked".split(
              " ",
            ),
        },
      ],
    },
    {
      label: "invoices",
      target: "invoices",
      headings: sets("id amountdue number dateutc", "id amountdue amountpaid number createdutc"),
      fields: fieldsBy(`
        number: number, customerName: customername, issuedOn: dateutc createdutc, dueOn: duedateutc, amount: total,
        openAmount: amountremaining, currency: currency, status: status, nothing: customerid customeremail customer
        plan subtotal tax availableonutc transferdateutc convertedamount convertedcurrency customerfacingamount
        customerfacingcurrency destinationplatformfee destinationplatformfeecurrency id amountdue amountpaid paid
        closed billing
      `),
      always: { direction: "receivable" },
      words: {
        status: wordsBy("draft: draft, open: open, paid: paid, void: void, written off: uncollectible"),
      },
    },
    {
      label: "subscriptions",
      target: "subscriptions",
      headings: sets("id customerid interval status", "id plan quantity status startdateutc"),
      fields: fieldsBy(`
        externalId: id, customerName: customername customerdescription, name: product planname, seats: quantity,
        amount: amount, currency: currency, interval: interval, status: status, startedOn: startdateutc startutc,
        renewsOn: currentperiodendutc, cancelledOn: canceledatutc, nothing: customerid customeremail customer plan
        subtotal tax availableonutc transferdateutc convertedamount convertedcurrency customerfacingamount
        customerfacingcurrency destinationplatformfee destinationplatformfeecurrency endedatutc createdutc
        currentperiodstartutc trialstartutc trialendutc
      `),
      words: {
        status: wordsBy(`
          active: active pastdue unpaid, trial: trialing incomplete, cancelled: canceled incompleteexpired,
          paused: paused
        `),
        interval: wordsBy("month: month, year: year"),
      },
    },
    {
      label: "customers",
      target: "customers",
      headings: sets("id email name createdutc delinquent", "id description email name createdutc"),
      fields: fieldsBy(`
        externalId: id, name: name, email: email, since: createdutc, nothing: description delinquent totalspend
      `),
    },
  ],
};
