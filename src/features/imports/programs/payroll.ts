import { programsIn } from "#features/imports/programs/program.ts";

export const payroll = programsIn(`
  program gusto = Gusto
  export people = people
  headings = employee jobtitle department startdate employmentstatus | employee jobtitle department manager
    startdate
  fields = name: employee, email: email, role: jobtitle, team: department, managerName: manager, startedOn:
    startdate, endedOn: terminationdate enddate, status: employmentstatus, location: worklocation
  words status = active: active onleave leaveofabsence fulltime parttime intern contractor onboarding aktiv
    inelternzeit activo, left: terminated inactive dismissed retired deceased inaktiv inactivo

  program adp = ADP
  export people = people
  headings = payrollname positionstatus hiredate | associateid payrollname hiredate
  fields = externalId: associateid, name: payrollname, status: positionstatus, startedOn: hiredate, endedOn:
    terminationdate, role: jobtitledescription, team: homedepartmentdescription, location: locationdescription,
    managerName: reportstoname
  words status = active: active onleave leaveofabsence fulltime parttime intern contractor onboarding aktiv
    inelternzeit activo, left: terminated inactive dismissed retired deceased inaktiv inactivo

  program bamboohr = BambooHR
  export people = people
  headings = employee jobtitle department hiredate | name jobtitle hiredate reportsto | lastnamefirstname jobtitle
    hiredate
  fields = externalId: employee, name: name lastnamefirstname, email: workemail, role: jobtitle, team: department,
    location: location, startedOn: hiredate, endedOn: terminationdate, status: employmentstatus, managerName:
    reportsto
  words status = active: active onleave leaveofabsence fulltime parttime intern contractor onboarding aktiv
    inelternzeit activo, left: terminated inactive dismissed retired deceased inaktiv inactivo

  program personio = Personio
  export people = people
  headings = personalnummer name position eintrittsdatum | numerodeempleado nombre puesto fechadecontratacion |
    employeeid name position hiredate department
  fields = externalId: personalnummer numerodeempleado employeeid, name: name nombre, email: email
    correoelectronico, role: position puesto, team: abteilung departamento department, startedOn: eintrittsdatum
    fechadecontratacion hiredate, endedOn: austrittsdatum fechadebaja terminationdate, status: status estado,
    managerName: vorgesetzter, location: standort
  words status = active: active onleave leaveofabsence fulltime parttime intern contractor onboarding aktiv
    inelternzeit activo, left: terminated inactive dismissed retired deceased inaktiv inactivo

  program datev = DATEV
  export people = people
  headings = personalnummer name eintritt gesamtkosten | personalnummer name gesamtkosten
  fields = externalId: personalnummer, name: name, team: abteilung kostenstelle, startedOn: eintritt, endedOn:
    austritt, monthlyCost: gesamtkosten, nothing: gesamtbrutto bruttolohn nettolohn auszahlungsbetrag
  words status = active: active onleave leaveofabsence fulltime parttime intern contractor onboarding aktiv
    inelternzeit activo, left: terminated inactive dismissed retired deceased inaktiv inactivo
`);
