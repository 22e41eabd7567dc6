import { fieldsBy, type Program, sets, wordsBy } from "#features/imports/programs/program.ts";

const status = wordsBy(`
  active: active onleave leaveofabsence fulltime parttime intern contractor onboarding aktiv inelternzeit activo,
  left: terminated inactive dismissed retired deceased inaktiv inactivo
`);
const staff = (id: string, label: string, headings: string[][], fields: string): Program => ({
  id,
  label,
  exports: [{ label: "people", target: "people", headings, fields: fieldsBy(fields), words: { status } }],
});

export const payroll: readonly Program[] = [
  staff(
    "gusto",
    "Gusto",
    sets("employee jobtitle department startdate employmentstatus", "employee jobtitle department manager startdate"),
    `
    name: employee, email: email, role: jobtitle, team: department, managerName: manager, startedOn: startdate,
    endedOn: terminationdate enddate, status: employmentstatus, location: worklocation
  `,
  ),
  staff(
    "adp",
    "ADP",
    sets("payrollname positionstatus hiredate", "associateid payrollname hiredate"),
    `
    externalId: associateid, name: payrollname, status: positionstatus, startedOn: hiredate, endedOn: terminationdate,
    role: jobtitledescription, team: homedepartmentdescription, location: locationdescription,
    managerName: reportstoname
  `,
  ),
  staff(
    "bamboohr",
    "BambooHR",
    sets(
      "employee jobtitle department hiredate",
      "name jobtitle hiredate reportsto",
      "lastnamefirstname jobtitle hiredate",
    ),
    `
    externalId: employee, name: name lastnamefirstname, email: workemail, role: jobtitle, team: department,
    location: location, startedOn: hiredate, endedOn: terminationdate, status: employmentstatus,
    managerName: reportsto
  `,
  ),
  staff(
    "personio",
    "Personio",
    sets(
      "personalnummer name position eintrittsdatum",
      "numerodeempleado nombre puesto fechadecontratacion",
      "employeeid name position hiredate department",
    ),
    `
    externalId: personalnummer numerodeempleado employeeid, name: name nombre, email: email correoelectronico,
    role: position puesto, team: abteilung departamento department,
    startedOn: eintrittsdatum fechadecontratacion hiredate, endedOn: austrittsdatum fechadebaja terminationdate,
    status: status estado, managerName: vorgesetzter, location: standort
  `,
  ),
  staff(
    "datev",
    "DATEV",
    sets("personalnummer name eintritt gesamtkosten", "personalnummer name gesamtkosten"),
    `
    externalId: personalnummer, name: name, team: abteilung kostenstelle, startedOn: eintritt, endedOn: austritt,
    monthlyCost: gesamtkosten, nothing: gesamtbrutto bruttolohn nettolohn auszahlungsbetrag
  `,
  ),
];
