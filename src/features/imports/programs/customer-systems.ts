import { programsIn } from "#features/imports/programs/program.ts";

export const customerSystems = programsIn(`
  program salesforce = Salesforce
  export opportunities = deals
  headings = opportunityname stage | opportunityname closedate | stagename closedate accountid
  fields = externalId: opportunityid, name: opportunityname, customerName: accountname, stage: stage stagename,
    amount: amount, currency: amountcurrency, probability: probability, expectedCloseOn: closedate, openedOn:
    createddate, lastActivityOn: lastactivity lastactivitydate, ownerName: opportunityowner, channel: leadsource,
    nextStep: nextstep, nothing: amountconverted expectedrevenue expectedrevenuecurrency lastmodifieddate ownerrole
    fiscalperiod age type
  words stage = lead: prospecting, qualified: qualification needsanalysis valueproposition iddecisionmakers
    perceptionanalysis, proposal: proposalpricequote, negotiation: negotiationreview, won: closedwon, lost:
    closedlost
  export accounts = customers
  headings = accountowner accountname | accountname billingstateprovince type
  fields = externalId: accountid, name: accountname, ownerName: accountowner, status: type, segment: industry,
    phone: phone, since: createddate, lastContactOn: lastactivity, nothing: lastmodifieddate rating annualrevenue
  words status = prospect: prospect, active: customer customerdirect customerchannel
  export leads = customers
  headings = leadowner companyaccount | leadstatus companyaccount | leadstatus company
  fields = externalId: leadid, name: companyaccount company, ownerName: leadowner, email: email, phone: phone,
    segment: industry, since: createddate, lastContactOn: lastactivity, status: leadstatus, nothing: leadsource
    rating
  words status = prospect: opennotcontacted workingcontacted, active: closedconverted, churned: closednotconverted
  export contacts = customers
  headings = contactowner accountname | contactid accountname lastname
  fields = name: accountname, ownerName: contactowner, email: email, phone: phone, lastContactOn: lastactivity,
    nothing: contactid title
  export cases = tickets
  headings = casenumber subject | casenumber datetimeopened
  fields = number: casenumber, title: subject, customerName: accountname, ownerName: caseowner, status: status,
    priority: priority, openedOn: datetimeopened openeddate createddate, resolvedOn: datetimeclosed closeddate,
    kind: type, detail: description, nothing: agehours open closed
  words status = open: new working escalated, waiting: onhold, closed: closed
  words kind = incident: mechanical electrical electronic structural, support: problem question, request:
    featurerequest

  program hubspot = HubSpot
  export deals = deals
  headings = dealname dealstage
  fields = externalId: recordid dealid, name: dealname, stage: dealstage, amount: amount, currency: currency,
    probability: dealprobability, expectedCloseOn: closedate, openedOn: createdate, lastActivityOn:
    lastactivitydate, ownerName: dealowner, customerName: associatedcompany, channel: originaltrafficsource,
    nextStep: nextstep, nothing: lastmodifieddate amountincompanycurrency weightedamount pipeline dealtype
    associatedcontact associatedcompanyids
  words stage = qualified: appointmentscheduled qualifiedtobuy, proposal: presentationscheduled, negotiation:
    decisionmakerboughtin contractsent, won: closedwon, lost: closedlost
  export companies = customers
  headings = companyname companyowner | companyname companydomainname
  fields = externalId: recordid, name: companyname, ownerName: companyowner, phone: phonenumber, segment: industry,
    status: lifecyclestage, since: createdate, lastContactOn: lastactivitydate, nothing: lastmodifieddate leadstatus
    type
  words status = prospect: subscriber lead marketingqualifiedlead salesqualifiedlead opportunity, active: customer
    evangelist
  export contacts = customers
  headings = firstname lastname contactowner | firstname lastname lifecyclestage
  fields = externalId: recordid, name: associatedcompany companyname, ownerName: contactowner, email: email, phone:
    phonenumber, status: lifecyclestage, since: createdate, lastContactOn: lastactivitydate, nothing:
    lastmodifieddate leadstatus jobtitle
  words status = prospect: subscriber lead marketingqualifiedlead salesqualifiedlead opportunity, active: customer
    evangelist
  export tickets = tickets
  headings = ticketname ticketstatus
  fields = externalId: recordid, number: ticketid, title: ticketname, status: ticketstatus, detail:
    ticketdescription, kind: category, priority: priority, openedOn: createdate, resolvedOn: closedate, ownerName:
    ticketowner, customerName: associatedcompany, nothing: lastmodifieddate pipeline source
  words status = open: new waitingonus, waiting: waitingoncontact, closed: closed
  words kind = incident: productissue, support: billingissue generalinquiry, request: featurerequest

  program pipedrive = Pipedrive
  export deals = deals
  headings = dealtitle dealvalue | dealtitle dealstage
  fields = externalId: dealid, name: dealtitle, amount: dealvalue, currency: dealcurrencyofvalue dealcurrency,
    customerName: dealorganization, stage: dealstage, probability: dealprobability, ownerName: dealowner, openedOn:
    dealdealcreated, expectedCloseOn: dealexpectedclosedate, closedOn: dealdealclosedon, +closedOn: dealwontime deallosttime, lastActivityOn:
    deallastactivitydate, nothing: dealweightedvalue dealcontactperson dealnextactivitydate dealstatus deallabel
    dealpipeline
  words stage = qualified: qualified contactmade demoscheduled, proposal: proposalmade, negotiation:
    negotiationsstarted
  leave dealstatus = deleted
  override stage = dealstatus won: won, lost: lost
  export organizations = customers
  headings = organizationname organizationowner | organizationname organizationid
  fields = externalId: organizationid, name: organizationname, ownerName: organizationowner, since:
    organizationorganizationcreated, lastContactOn: organizationlastactivitydate, nothing:
    organizationnextactivitydate organizationlabel
  export people = customers
  headings = personname personorganization
  fields = name: personorganization, ownerName: personowner, email: personemailwork, phone: personphonework,
    lastContactOn: personlastactivitydate, nothing: personname personid

  program zoho = Zoho CRM
  export deals = deals
  headings = dealname closingdate
  fields = externalId: recordid, name: dealname, customerName: accountname, ownerName: dealowner, amount: amount,
    currency: currency, stage: stage, probability: probability, expectedCloseOn: closingdate, openedOn: createdtime,
    lastActivityOn: lastactivitytime, channel: leadsource, nextStep: nextstep, nothing: modifiedtime expectedrevenue
    type
  words stage = qualified: qualification needsanalysis valueproposition identifydecisionmakers, proposal:
    proposalpricequote, negotiation: negotiationreview, won: closedwon, lost: closedlost closedlosttocompetition
  export accounts = customers
  headings = accountname accountowner recordid
  fields = externalId: recordid, name: accountname, ownerName: accountowner, status: accounttype, phone: phone,
    segment: industry, since: createdtime, lastContactOn: lastactivitytime, nothing: modifiedtime rating
    annualrevenue
  words status = active: customer, prospect: prospect
`);
