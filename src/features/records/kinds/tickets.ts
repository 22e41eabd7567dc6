import * as field from "#features/records/fields/field.ts";
import { keyOf, kind, view } from "#features/records/kinds/kind.ts";
import { states } from "#features/records/kinds/states.ts";

const unresolved = { field: "status", in: states.tickets.open } as const;
const solved = { field: "status", in: states.tickets.solved } as const;

const [keyOfNumber, keyOfTitle] = [keyOf("number"), keyOf("title customerName openedOn")];

export const tickets = kind({
  one: "ticket",
  many: "tickets",
  hint: "Support cases, requests, incidents and promises, with the day by which something was promised.",
  fields: [
    field.short(field.line("number", "Number", "ticket ticketno ticketnumber no key issuekey case casenumber")),
    field.personal(field.needed(field.line("title", "Title", "subject summary name issue"))),
    field.always(
      field.choice("kind", "Kind", "type category issuetype", {
        support: "question problem ticket",
        request: "feature featurerequest task",
        incident: "outage bug",
        promise: "commitment",
      }),
    ),
    field.customer,
    field.always(
      field.choice("status", "Status", "state", {
        open: "new inprogress todo",
        waiting: "pending hold onhold blocked",
        resolved: "solved done fixed",
        closed: "",
      }),
    ),
    field.always(
      field.choice("priority", "Priority", "severity urgency", {
        low: "p3 lowest minor",
        medium: "p2 normal",
        high: "urgent critical highest p1",
      }),
    ),
    field.needed(field.day("openedOn", "Opened", "created createdate createdon createdat date opened requestedon")),
    field.day("dueOn", "Due", "due duedate deadline promisedon sladue"),
    field.day("resolvedOn", "Resolved", "resolved resolveddate solvedat closed closedon closedate"),
    field.owner,
    field.hours("estimatedHours", "Estimated hours", "estimate estimated originalestimate"),
    field.hours("actualHours", "Actual hours", "actual timespent hoursspent hours"),
    field.personal(field.text("detail", "Detail", "description body details notes text message")),
  ],
  roles: {
    title: "title",
    status: "status",
    type: "kind",
    day: "dueOn",
    search: ["title", "number", "customerName"],
  },
  defaults: {
    kind: () => "support",
    status: ({ resolvedOn }) => (resolvedOn ? "resolved" : "open"),
    priority: () => "medium",
  },
  key: (row) => (row["number"] ? keyOfNumber : keyOfTitle)(row),
  day: "openedOn",
  columns: ["kind", "customerName", "priority", "openedOn", "dueOn"],
  views: [
    view("open", "Open", unresolved),
    view("overdue", "Overdue", unresolved, { day: "dueOn", before: 0 }),
    view("solved", "Resolved or closed", solved),
    view(
      "timed90",
      "With both hours, open or of 90 days",
      { field: "estimatedHours", known: true },
      { field: "actualHours", known: true },
      { any: [[unresolved], [solved, { day: "resolvedOn", from: -89 }]] },
    ),
    view("incidents", "Open incidents", unresolved, { field: "kind", in: ["incident"] }),
    view("promises", "Open promises", unresolved, { field: "kind", in: ["promise"] }),
  ],
});
