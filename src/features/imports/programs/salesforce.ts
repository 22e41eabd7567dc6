import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const salesforce: Program = {
  id: "salesforce",
  label: "Salesforce",
  exports: [
    {
      label: "opportunities",
      target: "deals",
      headings: sets("opportunityname stage", "opportunityname closedate", "stagename closedate accountid"),
      fields: fieldsBy(`
        externalId: opportunityid, name: opportunityname, customerName: accountname, stage: stage stagename,
        amount: amount, currency: amountcurrency, probability: probability, expectedCloseOn: closedate,
        openedOn: createddate, lastActivityOn: lastactivity lastactivitydate, ownerName: opportunityowner,
        channel: leadsource, nextStep: nextstep, nothing: amountconverted expectedrevenue expectedrevenuecurrency
        lastmodifieddate ownerrole fiscalperiod age type
      `),
      words: {
        stage: wordsBy(`
          lead: prospecting,
          qualified: qualification needsanalysis valueproposition iddecisionmakers perceptionanalysis,
          proposal: proposalpricequote, negotiation: negotiationreview, won: closedwon, lost: closedlost
        `),
      },
    },
    {
      label: "accounts",
      target: "customers",
      headings: sets("accountowner accountname", "accountname billingstateprovince type"),
      fields: fieldsBy(`
        externalId: accountid, name: accountname, ownerName: accountowner, status: type, segment: industry,
        phone: phone, since: createddate, lastContactOn: lastactivity, nothing: lastmodifieddate rating annualrevenue
      `),
      words: {
        status: wordsBy("prospect: prospect, active: customer customerdirect customerchannel"),
      },
    },
    {
      label: "leads",
      target: "customers",
      headings: sets("leadowner companyaccount", "leadstatus companyaccount", "leadstatus company"),
      fields: fieldsBy(`
        externalId: leadid, name: companyaccount company, ownerName: leadowner, email: email, phone: phone,
        segment: industry, since: createddate, lastContactOn: lastactivity, status: leadstatus,
        nothing: leadsource rating
      `),
      words: {
        status: wordsBy(`
          prospect: opennotcontacted workingcontacted, active: closedconverted, churned: closednotconverted
        `),
      },
    },
    {
      label: "contacts",
      target: "customers",
      headings: sets("contactowner accountname", "contactid accountname lastname"),
      fields: fieldsBy(`
        name: accountname, ownerName: contactowner, email: email, phone: phone, lastContactOn: lastactivity,
        nothing: contactid title
      `),
    },
    {
      label: "cases",
      target: "tickets",
      headings: sets("casenumber subject", "casenumber datetimeopened"),
      fields: fieldsBy(`
        number: casenumber, title: subject, customerName: accountname, ownerName: caseowner, status: status,
        priority: priority, openedOn: datetimeopened openeddate createddate, resolvedOn: datetimeclosed closeddate,
        kind: type, detail: description, nothing: agehours open closed
      `),
      words: {
        status: wordsBy("open: new working escalated, waiting: onhold, closed: closed"),
        kind: wordsBy(`
          incident: mechanical electrical electronic structural, support: problem question, request: featurerequest
        `),
      },
    },
  ],
};
