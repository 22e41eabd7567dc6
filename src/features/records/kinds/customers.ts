import * as field from "#features/records/fields/field.ts";
import { keyOf, kind, view } from "#features/records/kinds/kind.ts";
import { states } from "#features/records/kinds/states.ts";

const kept = { field: "status", in: states.customers.kept } as const;

export const customers = kind({
  one: "customer",
  many: "customers",
  hint: "Who buys from you, with their status and how much they use the product. Deals, invoices and tickets are linked to them by name.",
  fields: [
    field.personal(
      field.short(
        field.needed(
          field.line("name", "Name", "customer customername company companyname client clientname accountname"),
        ),
      ),
    ),
    field.email,
    field.personal(field.short(field.line("phone", "Phone", "phonenumber telephone tel mobile"))),
    field.short(field.line("segment", "Segment", "industry tier plan category")),
    field.always(
      field.choice("status", "Status", "stage lifecyclestage", {
        prospect: "lead",
        active: "",
        paused: "",
        churned: "inactive lost cancelled",
      }),
    ),
    field.owner,
    field.day("since", "Customer since", "created createdon createdate signupdate startdate"),
    field.day("lastContactOn", "Last contact", "lastcontacted lastactivity lastactivitydate lastcontactdate"),
    { ...field.whole("usage30", "Usage, last 30 days", "usage usagelast30days logins30"), column: "usage_30" },
    {
      ...field.whole("usagePrior30", "Usage, 30 days before", "priorusage usageprior30days"),
      column: "usage_prior_30",
    },
    {
      ...field.within(0, 10, field.number("satisfaction", "Satisfaction, 0 to 10", "satisfaction nps csat score")),
      digits: [4, 2],
    },
    field.notes,
  ],
  roles: { title: "name", status: "status", day: "since", search: ["name", "email", "segment"] },
  defaults: { status: () => "active" },
  key: keyOf("name"),
  day: "since",
  columns: ["segment", "ownerName", "lastContactOn", "usage30"],
  views: [
    view("active", "Active", { field: "status", in: ["active"] }),
    view("quiet", "Not contacted for 60 days", kept, { day: "lastContactOn", before: -60 }),
    view("kept", "Active or paused", kept),
    view("churned", "Churned", { field: "status", in: ["churned"] }),
  ],
});
