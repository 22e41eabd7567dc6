import { customerStatuses } from "#features/records/contract.ts";
import { type Field, choice, day, email, line, needed, notes, owner, whole } from "#features/records/fields/field.ts";

export const customers: readonly Field[] = [
  needed(
    line("name", "Name", "customer", "customername", "company", "companyname", "client", "clientname", "accountname"),
  ),
  email,
  line("phone", "Phone", "phonenumber", "telephone", "tel", "mobile"),
  line("segment", "Segment", "industry", "tier", "plan", "category"),
  choice(
    "status",
    "Status",
    customerStatuses,
    { lead: "prospect", inactive: "churned", lost: "churned", cancelled: "churned" },
    ["stage", "lifecyclestage"],
  ),
  owner,
  day("since", "Customer since", "created", "createdon", "createdate", "signupdate", "startdate"),
  day("lastContactOn", "Last contact", "lastcontacted", "lastactivity", "lastactivitydate", "lastcontactdate"),
  whole("usage30", "Usage, last 30 days", "usage", "usagelast30days", "logins30"),
  whole("usagePrior30", "Usage, 30 days before", "priorusage", "usageprior30days"),
  {
    name: "satisfaction",
    label: "Satisfaction, 0 to 10",
    type: "number",
    headings: ["satisfaction", "nps", "csat", "score"],
  },
  notes,
];
