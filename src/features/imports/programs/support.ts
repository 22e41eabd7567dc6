import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

export const zendesk: Program = {
  id: "zendesk",
  label: "Zendesk",
  exports: [
    {
      label: "tickets",
      target: "tickets",
      headings: sets(
        "id requester subject status tickettype assignee",
        "id requester subject status createdat assignee",
        "ticketid ticketsubject ticketstatus",
      ),
      fields: fieldsBy(`
        number: id ticketid, title: subject ticketsubject, customerName: organization ticketorganizationname,
        status: status ticketstatus, priority: priority ticketpriority, kind: tickettype type,
        ownerName: assignee assigneename, openedOn: createdat ticketcreateddate,
        resolvedOn: solvedat ticketsolveddate, dueOn: dueat,
        nothing: requester requestername updatedat satisfactionscore
      `),
      words: {
        status: wordsBy(`
          open: new open, waiting: pending onhold hold, resolved: solved, closed: closed
        `),
        priority: wordsBy("low: low, medium: normal, high: high urgent"),
        kind: wordsBy("support: question problem, incident: incident, request: task"),
      },
      leaves: [{ heading: "status", words: ["deleted"] }],
    },
  ],
};

export const freshdesk: Program = {
  id: "freshdesk",
  label: "Freshdesk",
  exports: [
    {
      label: "tickets",
      target: "tickets",
      headings: sets("ticketid subject status createdtime"),
      fields: fieldsBy(`
        number: ticketid, title: subject, customerName: companyname, status: status, priority: priority, kind: type,
        ownerName: agent, openedOn: createdtime, dueOn: duebytime, resolvedOn: resolvedtime,
        nothing: closedtime lastupdatetime initialresponsetime fullname source group
      `),
      words: {
        status: wordsBy(`
          open: open, waiting: pending waitingoncustomer waitingonthirdparty, resolved: resolved, closed: closed
        `),
        priority: wordsBy("low: low, medium: medium, high: high urgent"),
        kind: wordsBy(`
          support: question problem, incident: incident, request: featurerequest refund
        `),
      },
    },
  ],
};

export const intercom: Program = {
  id: "intercom",
  label: "Intercom",
  exports: [
    {
      label: "conversations",
      target: "tickets",
      headings: sets("conversationid state currentlyassignedteammate", "conversationid conversationtitle state"),
      fields: fieldsBy(`
        number: conversationid, openedOn: conversationstartedat, title: conversationtitle, customerName: companyname, status: state,
        ownerName: currentlyassignedteammate
      `),
      words: {
        status: wordsBy("open: open, waiting: snoozed, closed: closed"),
      },
    },
  ],
};

export const jira: Program = {
  id: "jira",
  label: "Jira",
  exports: [
    {
      label: "issues",
      target: "tickets",
      headings: sets("summary issuekey issuetype status"),
      fields: fieldsBy(`
        number: issuekey, title: summary, kind: issuetype, status: status, priority: priority, ownerName: assignee,
        openedOn: created, dueOn: duedate, resolvedOn: resolved, detail: description,
        nothing: issueid parentid updated lastviewed resolution reporter creator projectname projectkey
      `),
      words: {
        status: wordsBy(`
          open: todo open reopened backlog selectedfordevelopment inprogress inreview waitingforsupport,
          waiting: waitingforcustomer pending, resolved: done resolved, closed: closed
        `),
        priority: wordsBy(`
          high: highest high blocker critical major, medium: medium, low: low lowest minor trivial
        `),
        kind: wordsBy(`
          incident: bug incident, request: task subtask story epic newfeature improvement servicerequest,
          support: support
        `),
      },
    },
  ],
};
