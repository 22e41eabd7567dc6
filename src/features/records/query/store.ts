import { type SQL, sql } from "drizzle-orm";
import type { FieldType as QueryFieldType } from "#contract/query.ts";
import { type RecordKind, recordKinds, recordSources, sampledKinds } from "#features/records/contract.ts";
import type { Field, FieldType } from "#features/records/fields/field.ts";
import { weightedAmount } from "#features/records/pipeline/store.ts";
import { kindOf } from "#features/records/kinds/all.ts";
import { fieldsOf, kindNames, roles } from "#features/records/fields/fields.ts";
import { type Condition, openSums, overdueOf, viewsOf } from "#features/records/fields/views.ts";
import { pending, states } from "#features/records/kinds/states.ts";
import * as custom from "#features/records/custom/store.ts";
import { owedIn } from "#features/records/states/store.ts";
import { inView, ownWords } from "#features/records/list/store.ts";
import { type FileWords, wordsOf } from "#features/records/query/file-words.ts";
import { any, columnOf, columnsOf, rowsFor } from "#features/records/store.ts";
import type { Tx } from "#platform/context.ts";
import {
  type Added,
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

/** A choice shown by the company's own word for it, where a row has one. */
function inOwnWords(kind: RecordKind, { name, label, choices, wordIn = "" }: Field): SubjectField {
  const own = `nullif(trim(r."${columnOf(kind, wordIn)}"), '')`;
  return {
    ...queryField(name, label, "choice", `r."${columnOf(kind, name)}"`, choices),
    shown: {
      sql: sql.raw(`coalesce(${own}, r."${columnOf(kind, name)}")`),
      filters: (key) =>
        choices?.includes(key)
          ? [
              { field: name, test: "is", values: [key] },
              { field: wordIn, test: "unknown", values: [] },
            ]
          : [{ field: wordIn, test: "is", values: [key] }],
    },
  };
}

const fieldOf = (kind: RecordKind, field: Field): SubjectField =>
  field.wordIn ? inOwnWords(kind, field) : plainFieldOf(kind, field);

const plainFieldOf = (kind: RecordKind, { name, label, type, choices, confidential }: Field): SubjectField =>
  name === openSums[kind]?.field
    ? { ...queryField(name, label, "money", ""), sql: () => owedIn("r") }
    : name === "currency"
      ? { ...queryField(name, label, "choice", ""), sql: (tx) => sql`coalesce(r.currency, ${tx.currency})` }
      : {
          ...queryField(name, label, typeOf[type], `r."${columnOf(kind, name)}"`, choices),
          ...(confidential && { isConfidential: true }),
        };

const days = (name: string, label: string, expression: (today: string) => SQL): SubjectField => ({
  name,
  label,
  type: "days",
  sql: (_tx, today) => expression(today),
});

const oneOf = (status: string, values: readonly string[]): SQL => sql`${sql.raw(status)} IN ${[...values]}`;
/** Days since something began, up to today in these statuses, up to its end in the others. */
const age = (running: readonly string[], end: string, start: string, status = "r.status"): SubjectField =>
  days(
    "age",
    "Age in days",
    (today) =>
      sql`((CASE WHEN ${oneOf(status, running)} THEN ${today}::date ELSE ${sql.raw(end)} END) - ${sql.raw(start)})`,
  );
const allOf = (kind: RecordKind, conditions: readonly Condition[], today: string): SQL =>
  sql.join(
    conditions.flatMap((one) => inView(kind, one, today)),
    sql` AND `,
  );

/** Days past the day something was due, while it is still to come; otherwise null. */
function overdueDays(kind: RecordKind, today: string): SQL | null {
  const conditions = overdueOf[kind];
  const due = kind in pending ? columnOf(kind, pending[kind as keyof typeof pending].day) : null;
  return conditions && due
    ? sql`(CASE WHEN ${allOf(kind, conditions, today)} THEN ${today}::date - r.${sql.identifier(due)} END)`
    : null;
}

/** Derived fields. A date counts only in a status in which it means something. */
const derived: Partial<Record<RecordKind, readonly SubjectField[]>> = {
  customers: [
    days(
      "daysSinceContact",
      "Days since the last contact",
      (today) => sql`(CASE WHEN r.status <> 'churned' THEN ${today}::date - r.last_contact_on END)`,
    ),
  ],
  deals: [
    age(states.deals.open, "r.closed_on", "r.opened_on", "r.stage"),
    days(
      "daysQuiet",
      "Days since anything moved",
      (today) =>
        sql`(CASE WHEN ${oneOf("r.stage", states.deals.open)} THEN ${today}::date - coalesce(r.last_activity_on, r.opened_on) END)`,
    ),
    { ...queryField("weighted", "Weighted amount", "money", ""), sql: weightedAmount },
  ],
  invoices: [
    age(states.invoices.owed, "r.paid_on", "r.issued_on"),
    days(
      "daysToPay",
      "Days to pay",
      () =>
        sql`(CASE WHEN ${oneOf("r.status", states.invoices.paid)} AND r.amount >= 0 THEN r.paid_on - r.issued_on END)`,
    ),
    {
      ...queryField("paidLate", "Paid late", "flag", ""),
      sql: () =>
        sql`(CASE WHEN ${oneOf("r.status", states.invoices.paid)} AND r.amount >= 0 THEN r.paid_on > r.due_on END)`,
    },
    {
      ...queryField("paidInPart", "Paid in part", "flag", ""),
      sql: () => sql`(${owedIn("r")} BETWEEN 0.001 AND r.amount - 0.001)`,
    },
  ],
  contracts: [
    age(states.contracts.inForce, "r.ends_on", "r.starts_on"),
    {
      ...queryField("noticeBy", "Notice by", "day", ""),
      sql: () =>
        sql`(CASE WHEN ${oneOf("r.status", states.contracts.inForce)} THEN r.ends_on - coalesce(r.notice_days, 0) END)`,
    },
  ],
  subscriptions: [
    age(states.subscriptions.ongoing, "r.cancelled_on", "r.started_on"),
    queryField(
      "monthly",
      "Amount per month",
      "money",
      "(CASE r.interval WHEN 'year' THEN r.amount / 12 WHEN 'month' THEN r.amount END)",
    ),
  ],
  tickets: [
    age(states.tickets.open, "r.resolved_on", "r.opened_on"),
    days(
      "daysToResolve",
      "Days to resolve",
      () => sql`(CASE WHEN ${oneOf("r.status", states.tickets.solved)} THEN r.resolved_on - r.opened_on END)`,
    ),
    {
      ...queryField("resolvedLate", "Resolved late", "flag", ""),
      sql: () => sql`(CASE WHEN ${oneOf("r.status", states.tickets.solved)} THEN r.resolved_on > r.due_on END)`,
    },
    queryField("overrun", "Hours over the estimate", "hours", "(r.actual_hours - r.estimated_hours)"),
  ],
};

const overdueField = (kind: RecordKind): SubjectField[] =>
  overdueOf[kind] ? [days("daysOverdue", "Days overdue", (today) => overdueDays(kind, today) ?? sql`NULL::int`)] : [];

/** The company's own names for rows and columns, from the files it brought in. */
async function wordsOfFiles(tx: Tx): Promise<Vocabulary> {
  const { rows } = await tx.db.execute<{ kind: string; files: FileWords[] }>(sql`
    SELECT target AS kind, json_agg(json_build_object('fileName', file_name, 'columns', columns, 'planned', plan->'columns') ORDER BY created_at DESC) AS files FROM imports
    WHERE company_id = ${tx.company}::uuid AND status = 'done' AND target IS NOT NULL GROUP BY target`);
  return new Map(rows.map(({ kind, files }) => [kind, wordsOf(files, roles[kind as RecordKind])]));
}

/** The company's own tables by name, and by what their lines are called: a "Roast log" holds batches. */
async function tables(tx: Tx): Promise<{ value: string; label: string }[]> {
  const { rows } = await tx.db.execute<{ name: string; called: string | null }>(sql`
    SELECT DISTINCT "table" AS name, called FROM entries WHERE company_id = ${tx.company}::uuid ORDER BY 1, 2 LIMIT 100`);
  return rows.flatMap(({ name, called }) =>
    [name, ...(called ? [called] : [])].map((label) => ({ value: name, label })),
  );
}

/** What each own table heads its day with: "Received (Jobs)". */
async function dayHeadings(tx: Tx): Promise<Map<string, string[]>> {
  const { rows } = await tx.db.execute<{ heading: string; of: string }>(sql`
    SELECT DISTINCT c->>'column' AS heading, plan->>'table' AS of FROM imports, json_array_elements(columns::json) c
    WHERE company_id = ${tx.company}::uuid AND status = 'done' AND target = 'entries' AND c->>'field' = 'day'`);
  return new Map([["day", rows.map((one) => `${one.heading} (${one.of})`)]]);
}

async function vocabularyOf(tx: Tx): Promise<Vocabulary> {
  const vocabulary = new Map(await wordsOfFiles(tx));
  for (const [kind, words] of Map.groupBy(await ownWords(tx), (one) => one.kind)) {
    const values = Map.groupBy(words, ({ field }) => field);
    vocabulary.set(kind, {
      ...(vocabulary.get(kind) ?? { rows: [], fields: new Map() }),
      values: new Map(
        [...values].map(([field, of]) => [
          field,
          [...new Set(of.map(({ word }) => word))].map((value) => ({ value, label: value })),
        ]),
      ),
    });
  }
  const ofTables = await tables(tx);
  const values = new Map([["table", ofTables]]);
  if (ofTables.length > 0) vocabulary.set("entries", { rows: [], fields: await dayHeadings(tx), values });
  return vocabulary;
}

/** What distinguishes search results of the same name. */
function detailsOf(kind: RecordKind): (string | SQL)[] {
  const { one, columns } = kindOf(kind);
  const telling: Partial<Record<RecordKind, string[]>> = {
    customers: ["segment"],
    vendors: ["category"],
    deals: [],
    contracts: [],
    subscriptions: [],
    tickets: ["number"],
  };
  if (kind === "invoices") return [];
  return [sql`${one.charAt(0).toUpperCase() + one.slice(1)}::text`, ...(telling[kind] ?? columns.slice(0, 1))];
}

const standings: Partial<Record<RecordKind, Partial<Standing>>> = {
  customers: {
    amount: (
      tx,
    ) => sql`(SELECT sum(${owedIn("i")}) FROM invoices i WHERE i.company_id = r.company_id AND i.customer_id = r.id
      AND i.direction = 'receivable' AND coalesce(i.currency, ${tx.currency}) = ${tx.currency})`,
    amountIs: "owed",
  },
};

/** Kinds that every company is asked about; of the others those it has. */
const isSampled = (kind: RecordKind): boolean => sampledKinds.some((one) => one === kind);

function openOf(kind: RecordKind): Pick<Subject, "open"> {
  const open = openSums[kind];
  if (!open) return {};
  const { field, views, statuses } = open;
  const { status } = roles[kind];
  const where = [
    { field: "view", values: [...views] },
    ...(kind === "invoices" ? [{ field: "paidInPart", values: ["yes"] }] : []),
    ...(status ? [{ field: status, values: [...statuses] }] : []),
  ];
  return { open: { field, where } };
}

/** The amount in search results: what is open of a row while something is. */
function standingAmount(kind: RecordKind, money: string): SQL {
  const amount = sql.raw(`r."${columnOf(kind, money)}"`);
  return openSums[kind] ? sql`coalesce(nullif(${owedIn("r")}, 0), ${amount})` : amount;
}

const relatedTypes: readonly QueryFieldType[] = ["text", "choice", "flag", "day", "number", "share"];
/** What identifies a party, or that its records say of themselves. */
const unrelated = ["name", "email", "phone", "source", "currency", "ownerName", "status"];

/** The fields of the customer or vendor of a record, to be narrowed and grouped by: invoices of one segment. */
function relatedTo(kind: RecordKind, fields: ReadonlyMap<string, readonly SubjectField[]>): SubjectField[] {
  return parties.flatMap(({ kind: of, id, label }) =>
    kind !== of && columnsOf[kind].has(`${id}Id`)
      ? (fields.get(of) ?? [])
          .filter(({ name, type }) => relatedTypes.includes(type) && !unrelated.includes(name))
          .map(({ shown: _, ...field }) => ({
            ...field,
            name: `${id}.${field.name}`,
            label: `${label} ${field.label.charAt(0).toLowerCase()}${field.label.slice(1)}`,
            isHidden: true,
            sql: (tx: Tx, today: string) =>
              sql`(SELECT x.v FROM (SELECT r.company_id AS company, r.${sql.raw(`${id}_id`)} AS id) o,
                LATERAL (SELECT ${field.sql(tx, today)} AS v FROM ${rowsFor(tx, of)} WHERE r.company_id = o.company AND r.id = o.id) x)`,
          }))
      : [],
  );
}
const parties = [
  { kind: "customers", id: "customer", label: "Customer's" },
  { kind: "vendors", id: "vendor", label: "Vendor's" },
] as const;

/** Numbers of a kind that says what people are paid may say it too. */
const withheld = (kind: RecordKind, field: SubjectField): SubjectField =>
  fieldsOf[kind].some(({ confidential }) => confidential) && (field.type === "money" || field.type === "number")
    ? { ...field, isConfidential: true }
    : field;

/** What the company has added to a kind, and to the parties of its records. */
async function addedTo(tx: Tx): Promise<ReadonlyMap<string, Added>> {
  const added = await custom.added(tx);
  const fields = new Map([...added].map(([kind, one]) => [kind, one.fields.filter(({ isHidden }) => !isHidden)]));
  return new Map(
    recordKinds.map((kind) => [
      kind,
      {
        currency: null,
        ...added.get(kind),
        fields: [...(added.get(kind)?.fields ?? []).map((field) => withheld(kind, field)), ...relatedTo(kind, fields)],
      },
    ]),
  );
}

function subjectOf(kind: RecordKind): Subject {
  const role = roles[kind];
  const own = fieldsOf[kind].map((field) => fieldOf(kind, field));
  const has = (name: string): boolean => own.some((field) => field.name === name);
  const shown = ["customerName", "vendorName", ...(kind === "customers" ? ["ownerName"] : [])].filter(has);
  const known = new Map(parties.map((one) => [one.kind, fieldsOf[one.kind].map((field) => fieldOf(one.kind, field))]));
  return {
    id: kind,
    one: kindNames[kind].one,
    many: kindNames[kind].many,
    from: (tx) => rowsFor(tx, kind),
    fields: [
      ...own,
      ...(derived[kind] ?? []),
      ...overdueField(kind),
      ...relatedTo(kind, known),
      queryField("source", "Source", "choice", "r.source", recordSources),
      viewField(
        Object.fromEntries(
          viewsOf[kind].map(({ id, label, all, means }) => [
            id,
            {
              label,
              ...(means && { means }),
              isIn: (_tx, today) => sql`(${allOf(kind, all, today)})`,
            },
          ]),
        ),
      ),
    ],
    day: kindOf(kind).day,
    amount: kind === "subscriptions" ? "monthly" : (role.money ?? null),
    ...openOf(kind),
    columns: [role.title, ...shown, role.status ?? role.type ?? role.day ?? role.title],
    search: role.search,
    currency: has("currency") ? (tx) => sql`coalesce(r.currency, ${tx.currency})` : null,
    own: addedTo,
    href: sql.raw(`'/records/${kind}/' || r.id`),
    origin: sql`r.origin`,
    isReadInPieces: true,
    ...(!isSampled(kind) && { isPresent: (tx: Tx) => any(tx, kind) }),
    words: vocabularyOf,
    // Without a status a row has no standing, and there may be very many of its kind to search.
    ...(role.status && { standing: standingOf(kind, role.status, shown) }),
  };
}

function standingOf(kind: RecordKind, status: string, parties: readonly string[]): Standing {
  const role = roles[kind];
  return {
    detail: [...parties.filter((name) => name !== "ownerName"), ...detailsOf(kind)],
    status,
    ...(role.sum && kind !== "vendors" && kind !== "people"
      ? { amount: () => standingAmount(kind, role.money ?? "") }
      : {}),
    ...(overdueOf[kind] ? { overdue: (_tx, today) => overdueDays(kind, today) ?? sql`NULL::int` } : {}),
    ...standings[kind],
  };
}

export const recordSubjects: readonly Subject[] = recordKinds.map(subjectOf);
