import { formatNumber } from "#contract/format.ts";
import { event } from "#platform/journal/event.ts";

const common = {
  resource: "audit_log",
  feed: null,
  refreshes: ["security", "audit-chain"],
  complianceRelevant: true,
} as const;

export const verificationStarted = event("audit.verification_started", common, (id: string, records: number) => ({
  id,
  title: `Verification of ${formatNumber(records, 0)} records started`,
  details: { records },
}));

export const auditBroken = event(
  "audit.broken",
  { ...common, severity: "critical" },
  (id: string, fault: { seq: number; sentence: string }) => ({
    id,
    title: `The audit log is broken at record ${fault.seq}`,
    details: fault,
  }),
);
