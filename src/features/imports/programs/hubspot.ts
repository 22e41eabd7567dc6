import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const hubspot: Program = {
  id: "hubspot",
  label: "HubSpot",
  exports: [
    {
      label: "deals",
      target: "deals",
      headings: sets("dealname dealstage"),
      fields: fieldsBy(`
        externalId: recordid dealid, name: dealname, stage: dealstage, amount: amount, currency: currency,
        probability: dealprobability, expectedCloseOn: closedate, openedOn: createdate,
        lastActivityOn: lastactivitydate, ownerName: dealowner, customerName: associatedcompany,
        channel: originaltrafficsource, nextStep: nextstep, nothing: lastmodifieddate amountincompanycurrency
        weightedamount pipeline dealtype associatedcontact associatedcompanyids
      `),
      words: {
        stage: wordsBy(`
          qualified: appointmentscheduled qualifiedtobuy, proposal: presentationscheduled,
          negotiation: decisionmakerboughtin contractsent, won: closedwon, lost: closedlost
        `),
      },
    },
    {
      label: "companies",
      target: "customers",
      headings: sets("companyname companyowner", "companyname companydomainname"),
      fields: fieldsBy(`
        externalId: recordid, name: companyname, ownerName: companyowner, phone: phonenumber, segment: industry,
        status: lifecyclestage, since: createdate, lastContactOn: lastactivitydate,
        nothing: lastmodifieddate leadstatus type
      `),
      words: {
        status: wordsBy(`
          prospect: subscriber lead marketingqualifiedlead salesqualifiedlead opportunity, active: customer evangelist
        `),
      },
    },
    {
      label: "contacts",
      target: "customers",
      headings: sets("firstname lastname contactowner", "firstname lastname lifecyclestage"),
      fields: fieldsBy(`
        externalId: recordid, name: associatedcompany companyname, ownerName: contactowner, email: email,
        phone: phonenumber, status: lifecyclestage, since: createdate, lastContactOn: lastactivitydate,
        nothing: lastmodifieddate leadstatus jobtitle
      `),
      words: {
        status: wordsBy(`
          prospect: subscriber lead marketingqualifiedlead salesqualifiedlead opportunity, active: customer evangelist
        `),
      },
    },
    {
      label: "tickets",
      target: "tickets",
      headings: sets("ticketname ticketstatus"),
      fields: fieldsBy(`
        externalId: recordid, number: ticketid, title: ticketname, status: ticketstatus, detail: ticketdescription,
        kind: category, priority: priority, openedOn: createdate, resolvedOn: closedate, ownerName: ticketowner,
        customerName: associatedcompany, nothing: lastmodifieddate pipeline source
      `),
      words: {
        status: wordsBy("open: new waitingonus, waiting: waitingoncontact, closed: closed"),
        kind: wordsBy(`
          incident: productissue, support: billingissue generalinquiry, request: featurerequest
        `),
      },
    },
  ],
};
