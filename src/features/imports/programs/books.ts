import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const freshbooks: Program = {
  id: "freshbooks",
  label: "FreshBooks",
  exports: [
    {
      label: "invoices",
      target: "invoices",
      headings: sets("clientname invoice dateissued invoicestatus linetotal"),
      fields: fieldsBy(`
        number: invoice, customerName: clientname, issuedOn: dateissued, paidOn: datepaid, status: invoicestatus,
        amount: linetotal, currency: currency,
        nothing: itemname itemdescription rate quantity discountpercentage linesubtotal tax1amount tax2amount
      `),
      always: { direction: "receivable" },
      words: {
        status: wordsBy(`
          draft: draft, open: sent viewed partial overdue retry failed, paid: paid autopaid, disputed: disputed
        `),
      },
      sameNumber: "line amounts",
    },
  ],
};

export const sage: Program = {
  id: "sage",
  label: "Sage",
  exports: [
    {
      label: "sales invoices",
      target: "invoices",
      headings: sets(
        "number customer date duedate net vat total outstanding",
        "invoicenumber customer date duedate net vat total outstanding",
      ),
      fields: fieldsBy(`
        number: number invoicenumber, customerName: customer, issuedOn: date, dueOn: duedate, amount: total,
        openAmount: outstanding, status: status, nothing: reference net vat
      `),
      always: { direction: "receivable" },
      words: {
        status: wordsBy("draft: draft, open: unpaid partpaid overdue, paid: paid, void: void"),
      },
    },
  ],
};

export const lexoffice: Program = {
  id: "lexoffice",
  label: "lexoffice",
  exports: [
    {
      label: "Belege",
      target: "invoices",
      headings: sets("belegnummer belegdatum kontakt bruttobetrag"),
      fields: fieldsBy(`
        number: belegnummer, issuedOn: belegdatum, dueOn: falligkeitsdatum, customerName: kontakt,
        amount: bruttobetrag, openAmount: offenerbetrag, status: status, nothing: nettobetrag umsatzsteuer
      `),
      always: { direction: "receivable" },
      words: {
        status: wordsBy("draft: entwurf, open: offen uberfallig, paid: bezahlt, void: storniert"),
      },
    },
  ],
};

export const chargebee: Program = {
  id: "chargebee",
  label: "Chargebee",
  exports: [
    {
      label: "subscriptions",
      target: "subscriptions",
      headings: sets("subscriptionid planname planamount status", "subscriptionid planid status customerid"),
      fields: fieldsBy(`
        externalId: subscriptionid, customerName: customercompany, name: planname planid, seats: planquantity,
        amount: planamount, currency: currency, interval: billingperiodunit, status: status, startedOn: startedat,
        renewsOn: nextbillingat, cancelledOn: cancelledat,
        nothing: billingperiod createdat activatedat currenttermend customerid
      `),
      words: {
        status: wordsBy(`
          trial: future intrial, active: active nonrenewing, paused: paused, cancelled: cancelled transferred
        `),
        interval: wordsBy("month: month, year: year"),
      },
    },
  ],
};

export const docusign: Program = {
  id: "docusign",
  label: "DocuSign CLM",
  exports: [
    {
      label: "agreements",
      target: "contracts",
      headings: sets("agreementname agreementtype effectivedate expirationdate"),
      fields: fieldsBy(`
        title: agreementname, customerName: party, kind: agreementtype, status: status, startsOn: effectivedate,
        endsOn: expirationdate, noticeDays: renewalnoticeperioddays, yearlyValue: annualcontractvalue,
        currency: currency, nothing: totalagreementvalue
      `),
      words: {
        kind: wordsBy(`
          customer: masterservicesagreement, confidentiality: nda nondisclosureagreement,
          data protection: dataprocessingagreement, employment: employmentagreement
        `),
        status: wordsBy("active: active, draft: draft pending, ended: expired terminated"),
      },
    },
  ],
};
