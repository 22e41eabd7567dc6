import * as field from "#features/records/fields/field.ts";
import { keyOf, kind, view } from "#features/records/kinds/kind.ts";

export const people = kind({
  one: "person",
  many: "people",
  hint: "Who works here: role, team, first and last day, monthly cost. Headcount and payroll are worked out from here.",
  fields: [
    field.personal(
      field.needed(field.line("name", "Name", "fullname employee employeename displayname worker payrollname")),
    ),
    { ...field.email, headings: field.wordsIn("emailaddress workemail companyemail businessemail") },
    field.line("role", "Role", "jobtitle title position jobtitledescription occupation"),
    field.line("team", "Team", "department division costcenter homedepartment subcompany"),
    field.always(
      field.choice("status", "Status", "employmentstatus employeestatus positionstatus state", {
        active: "leave onboarding onleave",
        left: "inactive terminated",
      }),
    ),
    field.day("startedOn", "Started", "hiredate startdate datehired joined employmentstart originalhiredate"),
    field.day("endedOn", "Left", "enddate terminationdate lastday leavedate contractend exitdate"),
    {
      ...field.money("monthlyCost", "Monthly cost", "monthlysalary salary grosspay totalcost employercost pay"),
      confidential: true,
    },
    field.currency,
    field.personal(field.line("managerName", "Manager", "reportsto supervisor reportingto managername")),
    field.line("location", "Location", "office worklocation city country site"),
    field.notes,
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
  key: keyOf("email|name"),
  day: "startedOn",
  columns: ["role", "team", "startedOn", "monthlyCost"],
  views: [
    view("active", "Active", { field: "status", in: ["active"] }),
    view("left", "Left", { field: "status", in: ["left"] }),
    view(
      "costless",
      "Active without a monthly cost",
      { field: "status", in: ["active"] },
      { field: "monthlyCost", known: false },
    ),
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
});
