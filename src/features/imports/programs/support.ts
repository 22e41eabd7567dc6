import { programsIn } from "#features/imports/programs/program.ts";

export const support = programsIn(`
  program zendesk = Zendesk
  export tickets = tickets
  headings = id requester subject status tickettype assignee | id requester subject status createdat assignee |
    ticketid ticketsubject ticketstatus
  fields = number: id ticketid, title: subject ticketsubject, customerName: organization ticketorganizationname,
    status: status ticketstatus, priority: priority ticketpriority, kind: tickettype type, ownerName: assignee
    assigneename, openedOn: createdat ticketcreateddate, resolvedOn: solvedat ticketsolveddate, dueOn: dueat,
    nothing: requester requestername updatedat satisfactionscore
  words status = open: new open, waiting: pending onhold hold, resolved: solved, closed: closed
  words priority = low: low, medium: normal, high: high urgent
  words kind = support: question problem, incident: incident, request: task
  leave status = deleted

  program freshdesk = Freshdesk
  export tickets = tickets
  headings = ticketid subject status createdtime
  fields = number: ticketid, title: subject, customerName: companyname, status: status, priority: priority, kind:
    type, ownerName: agent, openedOn: createdtime, dueOn: duebytime, resolvedOn: resolvedtime, nothing: closedtime
    lastupdatetime initialresponsetime fullname source group
  words status = open: open, waiting: pending waitingoncustomer waitingonthirdparty, resolved: resolved, closed:
    closed
  words priority = low: low, medium: medium, high: high urgent
  words kind = support: question problem, incident: incident, request: featurerequest refund

  program intercom = Intercom
  export conversations = tickets
  headings = conversationid state currentlyassignedteammate | conversationid conversationtitle state
  fields = number: conversationid, openedOn: conversationstartedat, title: conversationtitle, customerName:
    companyname, status: state, ownerName: currentlyassignedteammate
  words status = open: open, waiting: snoozed, closed: closed

  program jira = Jira
  export issues = tickets
  headings = summary issuekey issuetype status
  fields = number: issuekey, title: summary, kind: issuetype, status: status, priority: priority, ownerName:
    assignee, openedOn: created, dueOn: duedate, resolvedOn: resolved, detail: description, nothing: issueid
    parentid updated lastviewed resolution reporter creator projectname projectkey
  words status = open: todo open reopened backlog selectedfordevelopment inprogress inreview waitingforsupport,
    waiting: waitingforcustomer pending, resolved: done resolved, closed: closed
  words priority = high: highest high blocker critical major, medium: medium, low: low lowest minor trivial
  words kind = incident: bug incident, request: task subtask story epic newfeature improvement servicerequest,
    support: support
`);
