import { formatNumber, pluralize } from "#contract/format.ts";

/** The measurements that decide which alerts are open. */
export type Readings = {
  jobs: readonly { kind: string; dead: number; oldestSeconds: number }[];
  /** The most calls refused by role in one company within the last hour. */
  refused: number;
  /** Calls that named another company's rows within the last hour. */
  foreign: number;
  /** Companies, or "anchors", whose audit log is broken. */
  broken: readonly string[];
  /** Hours since the newest backup; null: none is known since the first company was created. */
  backupHours: number | null;
  /** Companies with more than 80% of a month's model budget used, and the largest share. */
  spending: { companies: number; share: number };
};

export type Alert = { kind: string; detail: string };

const limits = { oldestSeconds: 600, refused: 10, backupHours: 26 };

/** The alerts that are open now (SAFETY 2.14). Details name kinds and counts, never people or texts. */
export function alertsOf({ jobs, refused, foreign, broken, backupHours, spending }: Readings): Alert[] {
  const oldest = jobs.toSorted((one, other) => other.oldestSeconds - one.oldestSeconds)[0];
  return [
    ...jobs
      .filter(({ dead }) => dead > 0)
      .map(({ kind, dead }) => ({
        kind: `dead_job:${kind}`,
        detail: `${pluralize(dead, "job")} of ${kind} failed for good.`,
      })),
    ...(oldest && oldest.oldestSeconds > limits.oldestSeconds
      ? [
          {
            kind: "oldest_job",
            detail: `A job of ${oldest.kind} has been waiting for ${pluralize(Math.floor(oldest.oldestSeconds / 60), "minute")}.`,
          },
        ]
      : []),
    ...(refused > limits.refused
      ? [
          {
            kind: "refusals",
            detail: `${formatNumber(refused)} calls of one company were refused by role within an hour.`,
          },
        ]
      : []),
    ...(foreign > 0
      ? [{ kind: "foreign_ids", detail: `${pluralize(foreign, "call")} named another company's rows within an hour.` }]
      : []),
    ...(broken.length > 0
      ? [
          {
            kind: "audit_broken",
            detail: `The audit log of ${broken.slice(0, 5).join(", ")} is broken. Run npm run audit:verify.`,
          },
        ]
      : []),
    ...(backupHours === null || backupHours > limits.backupHours
      ? [
          {
            kind: "backup_age",
            detail:
              backupHours === null
                ? "No backup is known. Run npm run backup."
                : `The newest backup is ${pluralize(Math.floor(backupHours), "hour")} old.`,
          },
        ]
      : []),
    ...(spending.companies > 0
      ? [
          {
            kind: "model_budget",
            detail: `${pluralize(spending.companies, "company", "companies")} used more than 80% of this month's model budget, at most ${formatNumber(spending.share * 100, 0)}%.`,
          },
        ]
      : []),
  ];
}
