import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const pipedrive: Program = {
  id: "pipedrive",
  label: "Pipedrive",
  exports: [
    {
      label: "deals",
      target: "deals",
      headings: sets("dealtitle dealvalue", "dealtitle dealstage"),
      fields: fieldsBy(`
        externalId: dealid, name: dealtitle, amount: dealvalue, currency: dealcurrencyofvalue dealcurrency,
        customerName: dealorganization, stage: dealstage, probability: dealprobability, ownerName: dealowner,
        openedOn: dealdealcreated, expectedCloseOn: dealexpectedclosedate, closedOn: dealdealclosedon,
        lastActivityOn: deallastactivitydate, nothing: dealweightedvalue dealcontactperson dealnextactivitydate
        dealwontime deallosttime dealstatus deallabel dealpipeline
      `),
      words: {
        stage: wordsBy(`
          qualified: qualified contactmade demoscheduled, proposal: proposalmade, negotiation: negotiationsstarted
        `),
      },
      overrides: [{ heading: "dealstatus", field: "stage", words: wordsBy("won: won, lost: lost") }],
      leaves: [{ heading: "dealstatus", words: ["deleted"] }],
    },
    {
      label: "organizations",
      target: "customers",
      headings: sets("organizationname organizationowner", "organizationname organizationid"),
      fields: fieldsBy(`
        externalId: organizationid, name: organizationname, ownerName: organizationowner,
        since: organizationorganizationcreated, lastContactOn: organizationlastactivitydate,
        nothing: organizationnextactivitydate organizationlabel
      `),
    },
    {
      label: "people",
      target: "customers",
      headings: sets("personname personorganization"),
      fields: fieldsBy(`
        name: personorganization, ownerName: personowner, email: personemailwork, phone: personphonework,
        lastContactOn: personlastactivitydate, nothing: personname personid
      `),
    },
  ],
};

export const zoho: Program = {
  id: "zoho",
  label: "Zoho CRM",
  exports: [
    {
      label: "deals",
      target: "deals",
      headings: sets("dealname closingdate"),
      fields: fieldsBy(`
        externalId: recordid, name: dealname, customerName: accountname, ownerName: dealowner, amount: amount,
        currency: currency, stage: stage, probability: probability, expectedCloseOn: closingdate,
        openedOn: createdtime, lastActivityOn: lastactivitytime, channel: leadsource, nextStep: nextstep,
        nothing: modifiedtime expectedrevenue type
      `),
      words: {
        stage: wordsBy(`
          qualified: qualification needsanalysis valueproposition identifydecisionmakers,
          proposal: proposalpricequote, negotiation: negotiationreview, won: closedwon,
          lost: closedlost closedlosttocompetition
        `),
      },
    },
    {
      label: "accounts",
      target: "customers",
      headings: sets("accountname accountowner recordid"),
      fields: fieldsBy(`
        externalId: recordid, name: accountname, ownerName: accountowner, status: accounttype, phone: phone,
        segment: industry, since: createdtime, lastContactOn: lastactivitytime,
        nothing: modifiedtime rating annualrevenue
      `),
      words: {
        status: wordsBy("active: customer, prospect: prospect"),
      },
    },
  ],
};
