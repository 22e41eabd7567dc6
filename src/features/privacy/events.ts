import { everything } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

const ofPerson = { resource: "user", feed: null, complianceRelevant: true } as const;

export const dataExported = event("privacy.exported", { ...ofPerson, refreshes: ["privacy"] }, (id: string) => ({
  id,
  title: "Personal data exported",
  details: {},
}));

export const companyExported = event(
  "company.exported",
  { resource: "company", feed: null, complianceRelevant: true, refreshes: ["privacy"] },
  (id: string) => ({ id, title: "All data of the company exported", details: {} }),
);

export const dataDeleted = event(
  "privacy.deleted",
  { ...ofPerson, refreshes: [everything], severity: "warning" },
  (id: string, erased: number) => ({ id, title: "Personal data deleted", details: { rows: erased } }),
);

/** The last admin's data was deleted: nobody can sign in, and the rows are deleted later. */
export const companyClosed = event(
  "company.closed",
  {
    resource: "company",
    feed: null,
    complianceRelevant: true,
    refreshes: [everything],
    severity: "critical",
  },
  (id: string, purgedAfter: Date) => ({
    id,
    title: "Company closed with its last admin",
    details: { purgedAfter: purgedAfter.toISOString() },
  }),
);

export const retentionRan = event(
  "privacy.retention_ran",
  {
    resource: "company",
    feed: null,
    complianceRelevant: true,
    refreshes: ["privacy"],
  },
  (id: string, details: { source: string; before: string; deleted: number }) => ({
    id,
    title: `Retention: ${details.deleted} rows of ${details.source} deleted`,
    details,
  }),
);
