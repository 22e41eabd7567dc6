import { choice, currency, day, email, line, money, needed, notes, personal } from "#features/records/fields/field.ts";
import type { Kind } from "#features/records/kinds/kind.ts";

export const people: Kind = {
  one: "person",
  many: "people",
  hint: "Who works here: role, team, first and last day, monthly cost. Headcount and payroll are worked out from here.",
  fields: [
    personal(
      needed(line("name", "Name", "fullname", "employee", "employeename", "displayname", "worker", "payrollname")),
    ),
    { ...email, headings: ["emailaddress", "workemail", "companyemail", "businessemail"] },
    line("role", "Role", "jobtitle", "title", "position", "jobtitledescription", "occupation"),
    line("team", "Team", "department", "division", "costcenter", "homedepartment", "subcompany"),
    choice(
      "status",
      "Status",
      ["active", "left"],
      { inactive: "left", terminated: "left", leave: "active", onboarding: "active", "on leave": "active" },
      ["employmentstatus", "employeestatus", "positionstatus", "state"],
    ),
    day("startedOn", "Started", "hiredate", "startdate", "datehired", "joined", "employmentstart", "originalhiredate"),
    day("endedOn", "Left", "enddate", "terminationdate", "lastday", "leavedate", "contractend", "exitdate"),
    {
      ...money(
        "monthlyCost",
        "Monthly cost",
        "monthlysalary",
        "salary",
        "grosspay",
        "totalcost",
        "employercost",
        "pay",
      ),
      confidential: true,
    },
    currency,
    personal(line("managerName", "Manager", "reportsto", "supervisor", "reportingto", "managername")),
    line("location", "Location", "office", "worklocation", "city", "country", "site"),
    notes,
  ],
  roles: {
    title: "name",
    status: "status",
    money: "monthlyCost",
    sum: { by: "status" },
    day: "startedOn",
    search: ["name", "email", "role", "team"],
  },
  defaults: { status: ({ endedOn }) => (endedOn ? "left" : "active") },
  key: ({ name, email: address }) => [address ?? name],
  day: "startedOn",
  columns: ["role", "team", "startedOn", "monthlyCost"],
  views: [
    { id: "active", label: "Active", all: [{ field: "status", in: ["active"] }] },
    { id: "left", label: "Left", all: [{ field: "status", in: ["left"] }] },
    {
      id: "costless",
      label: "Active without a monthly cost",
      all: [
        { field: "status", in: ["active"] },
        { field: "monthlyCost", known: false },
      ],
    },
  ],
  fault: ({ startedOn, endedOn }) =>
    startedOn && endedOn && endedOn < startedOn
      ? { field: "endedOn", sentence: "Must not be before the first day" }
      : null,
  examples: [
    {
      name: "Ines Albrecht",
      role: "Engineer",
      team: "Product",
      status: "active",
      startedOn: "2024-03-01",
      monthlyCost: 6_800,
    },
    {
      name: "Jonas Weld",
      role: "Account manager",
      team: "Sales",
      status: "left",
      startedOn: "2023-05-02",
      endedOn: "2025-08-31",
    },
  ],
};
