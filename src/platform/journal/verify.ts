import type pg from "pg";

/** Without a company: the anchors themselves were changed. */
export type JournalFault = {
  company: string | null;
  seq: number;
  kind: "edited" | "removed" | "cut off";
  sentence: string;
};
export type Head = { company: string; seq: number; hash: string };
export type Verdict = { companies: number; records: number; faults: JournalFault[] };

type Row = {
  company: string;
  seq: number;
  before_seq: number | null;
  is_content: boolean;
  is_chained: boolean;
};

/** Rows whose content does not match their hash, or whose hash does not follow the row before. */
const mismatches = `
  SELECT * FROM (
    SELECT j.company_id AS company, j.seq, lag(j.seq) OVER w AS before_seq,
      j.hash = journal_hash(j.prev_hash, j.company_id, j.seq, j.at, j.actor_kind, j.actor_id, j.agent_id, j.action,
        j.resource, j.resource_id, j.title, j.details, j.severity, j.compliance_relevant, j.sealed, j.sealed_for)
        AS is_content,
      j.prev_hash = coalesce(lag(j.hash) OVER w, sha256(convert_to(j.company_id::text, 'UTF8'))) AS is_chained
    FROM journal j WINDOW w AS (PARTITION BY j.company_id ORDER BY j.seq)
  ) rows
  WHERE NOT is_content OR NOT is_chained OR seq <> coalesce(before_seq, 0) + 1
  ORDER BY company, seq`;

const ends = `
  SELECT h.company_id AS company, h.seq, encode(h.hash, 'hex') AS hash, coalesce(last.seq, 0) AS last_seq,
    coalesce(last.hash, sha256(convert_to(h.company_id::text, 'UTF8'))) = h.hash AS is_last
  FROM journal_heads h
  LEFT JOIN LATERAL (
    SELECT seq, hash FROM journal j WHERE j.company_id = h.company_id ORDER BY seq DESC LIMIT 1
  ) last ON true
  ORDER BY 1`;

/** Companies whose journal or head is missing: both are written with the company. */
const gone = `
  SELECT company_id AS company, EXISTS (SELECT FROM journal j WHERE j.company_id = known.company_id) AS "hasRecords"
  FROM (SELECT company_id FROM companies UNION SELECT company_id FROM journal) known
  WHERE NOT EXISTS (SELECT FROM journal j WHERE j.company_id = known.company_id)
    OR NOT EXISTS (SELECT FROM journal_heads h WHERE h.company_id = known.company_id)
  ORDER BY 1`;

/** Finds every row of any journal that was edited, removed or cut off. */
export async function verifyJournal(owner: pg.Client): Promise<Verdict> {
  const faults: JournalFault[] = [];
  const add = (company: string, seq: number, kind: JournalFault["kind"], sentence: string): void => {
    if (!faults.some((known) => known.company === company && known.seq === seq))
      faults.push({ company, seq, kind, sentence });
  };
  const { rows } = await owner.query<Row>(mismatches);
  for (const row of rows) {
    const expected = (row.before_seq ?? 0) + 1;
    const seq = Number(row.seq);
    if (seq > expected)
      add(row.company, expected, "removed", `${span(expected, seq - 1)} removed, before record ${seq}.`);
    else if (!row.is_content) add(row.company, seq, "edited", `Record ${seq} was edited.`);
    else if (!row.is_chained) add(row.company, seq - 1, "edited", `Record ${seq - 1} was edited and its hash with it.`);
  }
  const { rows: heads } = await owner.query<Head & { last_seq: number; is_last: boolean }>(ends);
  for (const head of heads) {
    const [last, seq] = [Number(head.last_seq), Number(head.seq)];
    if (last < seq) add(head.company, last + 1, "cut off", `${span(last + 1, seq)} cut off at the end.`);
    else if (!head.is_last) add(head.company, last, "edited", `The end of the journal does not fit record ${last}.`);
  }
  const { rows: lacking } = await owner.query<{ company: string; hasRecords: boolean }>(gone);
  for (const { company, hasRecords } of lacking)
    add(company, 1, "removed", hasRecords ? "The head of the journal was removed." : "The whole journal was removed.");
  const { rows: counts } = await owner.query<{ count: number }>("SELECT count(*)::int AS count FROM journal");
  return {
    companies: heads.length,
    records: counts[0]?.count ?? 0,
    faults,
  };
}

const span = (from: number, to: number): string =>
  from === to ? `Record ${from} was` : `Records ${from} to ${to} were`;
