import { type SQL, sql } from "drizzle-orm";
import type { FieldType as QueryFieldType } from "#contract/query.ts";
import { type RecordKind, recordKinds, recordSources } from "#features/records/contract.ts";
import type { Field, FieldType } from "#features/records/fields/field.ts";
import { weightedAmount } from "#features/records/pipeline/store.ts";
import { fieldsOf, kindNames, roles } from "#features/records/fields/fields.ts";
import { viewsOf } from "#features/records/fields/views.ts";
import { inView } from "#features/records/list/store.ts";
import { columnOf } from "#features/records/store.ts";
import type { RecordImport } from "#features/records/imports/contract.ts";
import type { Tx } from "#platform/context.ts";
import {
  queryField,
  type Standing,
  type Subject,
  type SubjectField,
  viewField,
  type Vocabulary,
} from "#platform/query/subject.ts";

const typeOf: Record<FieldType, QueryFieldType> = {
  line: "text",
  text: "note",
  email: "text",
  money: "money",
  number: "number",
  whole: "number",
  share: "share",
  day: "day",
  flag: "flag",
  choice: "choice",
};

const fieldOf = (kind: RecordKind, { name, label, type, choices }: Field): SubjectField =>
  name === "currency"
    ? { ...queryField(name, label, "choice", ""), sql: (tx) => sql`coalesce(r.currency, ${tx.currency})` }
    : queryField(name, label, typeOf[type], `r."${columnOf(kind, name)}"`, choices);

const daysSince = (name: string, label: string, end: string, start: string): SubjectField => ({
  name,
  label,
  type: "days",
  sql: (_tx, today) => sql`(coalesce(${sql.raw(end)}, ${today}::date) - ${sql.raw(start)})`,
});

/** Derived fields. */
const derived: Partial<Record<RecordKind, readonly SubjectField[]>> = {
  customers: [daysSince("daysSinceContact", "Days since the last contact", "NULL::date", "r.last_contact_on")],
  deals: [
    daysSince("age", "Age in days", "r.closed_on", "r.opened_on"),
    daysSince("daysQuiet", "Days since anything moved", "NULL::date", "coalesce(r.last_activity_on, r.opened_on)"),
    { ...queryField("weighted", "Weighted amount", "money", ""), sql: weightedAmount },
  ],
  invoices: [
    daysSince("age", "Age in days", "r.paid_on", "r.issued_on"),
    queryField("daysToPay", "Days to pay", "days", "(r.paid_on - r.issued_on)"),
    daysSince("daysOverdue", "Days overdue", "r.paid_on", "r.due_on"),
    queryField("paidLate", "Paid late", "flag", "(r.paid_on > r.due_on)"),
  ],
  contracts: [
    daysSince("age", "Age in days", "NULL::date", "r.starts_on"),
    queryField("noticeBy", "Notice by", "day", "(r.ends_on - coalesce(r.notice_days, 0))"),
  ],
  subscriptions: [
    daysSince("age", "Age in days", "r.cancelled_on", "r.started_on"),
    queryField(
      "monthly",
      "Amount per month",
      "money",
      "(CASE r.interval WHEN 'year' THEN r.amount / 12 WHEN 'month' THEN r.amount END)",
    ),
  ],
  tickets: [
    daysSince("age", "Age in days", "r.resolved_on", "r.opened_on"),
    queryField("daysToResolve", "Days to resolve", "days", "(r.resolved_on - r.opened_on)"),
    queryField("overrun", "Hours over the estimate", "hours", "(r.actual_hours - r.estimated_hours)"),
  ],
};

/** The day of origin of a record, which "in October" filters by. */
const days: Record<RecordKind, string | null> = {
  customers: "since",
  vendors: null,
  deals: "openedOn",
  invoices: "issuedOn",
  contracts: "startsOn",
  subscriptions: "startedOn",
  tickets: "openedOn",
};

/** The names of rows and columns in the newest file of each kind. */
async function wordsOfFiles(tx: Tx): Promise<Vocabulary> {
  const { rows } = await tx.db.execute<{ kind: string; file_name: string; columns: RecordImport["columns"] }>(sql`
    SELECT DISTINCT ON (kind) kind, file_name, columns FROM record_imports
    WHERE company_id = ${tx.company}::uuid AND status = 'done' ORDER BY kind, created_at DESC`);
  return new Map(
    rows.map(({ kind, file_name: fileName, columns }) => [
      kind,
      {
        rows: [
          fileName
            .replace(/\.[a-z]+$/i, "")
            .replaceAll(/[^\p{L}]+/gu, " ")
            .trim(),
        ].filter((word) => word.length > 3),
        fields: new Map(columns.map(({ field, column }) => [field, column])),
      },
    ]),
  );
}

/** What distinguishes search results of the same name. */
const details: Partial<Record<RecordKind, readonly (string | SQL)[]>> = {
  customers: [sql`'Customer'`, "segment"],
  vendors: [sql`'Vendor'`, "category"],
  deals: [sql`'Deal'`],
  contracts: [sql`'Contract'`],
  subscriptions: [sql`'Subscription'`],
  tickets: [sql`'Ticket'`, "number"],
};

const unpaid = sql`status IN ('open', 'disputed')`;

const standings: Partial<Record<RecordKind, Partial<Standing>>> = {
  customers: {
    amount: (tx) => sql`(SELECT sum(i.amount) FROM invoices i WHERE i.company_id = r.company_id AND i.customer_id = r.id
      AND i.direction = 'receivable' AND i.${unpaid} AND coalesce(i.currency, ${tx.currency}) = ${tx.currency})`,
    amountIs: "owed",
  },
  invoices: { overdue: (today) => sql`CASE WHEN r.${unpaid} THEN ${today}::date - r.due_on END` },
  tickets: {
    overdue: (today) => sql`CASE WHEN r.status NOT IN ('resolved', 'closed') THEN ${today}::date - r.due_on END`,
  },
};

function subjectOf(kind: RecordKind): Subject {
  const role = roles[kind];
  const own = fieldsOf[kind].map((field) => fieldOf(kind, field));
  const has = (name: string): boolean => own.some((field) => field.name === name);
  const parties = ["customerName", "vendorName", ...(kind === "customers" ? ["ownerName"] : [])].filter(has);
  return {
    id: kind,
    ...kindNames[kind],
    from: () => sql.raw(`"${kind}" r`),
    fields: [
      ...own,
      ...(derived[kind] ?? []),
      queryField("source", "Source", "choice", "r.source", recordSources),
      viewField(
        Object.fromEntries(
          viewsOf[kind].map(({ id, label, all, means }) => [
            id,
            {
              label,
              ...(means && { means }),
              isIn: (_tx, today) =>
                sql`(${sql.join(
                  all.flatMap((one) => inView(kind, one, today)),
                  sql` AND `,
                )})`,
            },
          ]),
        ),
      ),
    ],
    day: days[kind],
    amount: kind === "subscriptions" ? "monthly" : (role.money ?? null),
    columns: [role.title, ...parties, role.status],
    search: role.search,
    currency: has("currency") ? (tx) => sql`coalesce(r.currency, ${tx.currency})` : null,
    href: sql.raw(`'/records/${kind}/' || r.id`),
    origin: sql`r.origin`,
    isReadInPieces: true,
    words: wordsOfFiles,
    standing: {
      detail: [...parties.filter((name) => name !== "ownerName"), ...(details[kind] ?? [])],
      status: role.status,
      ...(role.sum && kind !== "vendors" ? { amount: () => sql.raw(`r."${columnOf(kind, role.money ?? "")}"`) } : {}),
      ...standings[kind],
    },
  };
}

/** Records of each kind. */
export const recordSubjects: readonly Subject[] = recordKinds.map(subjectOf);
