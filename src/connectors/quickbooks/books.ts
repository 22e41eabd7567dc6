import { z } from "zod";
import type { ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { faultIn, meaningOf } from "#connectors/quickbooks/faults.ts";

/** The base version of the API; lower ones are ignored. */
const minorVersion = "75";
/** A page of large invoices. */
const most = { timeoutMs: 60_000, mostBytes: 32 * 1024 * 1024, isRepeatable: true } as const;

export const unread = (what = "The answer of QuickBooks could not be read.") => new ConnectorFault("lost", what);

/** Any object: a deleted one has little more than its id. */
const listed = z.looseObject({
  Id: z.string().min(1),
  status: z.string().optional(),
  MetaData: z.object({ LastUpdatedTime: z.string().optional() }).optional(),
});
export type Listed = z.infer<typeof listed>;

const found = z.looseObject({ totalCount: z.int().optional() });
const queried = z.object({ QueryResponse: found, time: z.iso.datetime({ offset: true }) });
const changed = z.object({
  CDCResponse: z.array(z.object({ QueryResponse: z.array(found).optional() })),
  time: z.iso.datetime({ offset: true }),
});
const company = z.object({ CompanyInfo: z.object({ CompanyName: z.string().min(1) }) });
const preferences = z.object({ CurrencyPrefs: z.object({ HomeCurrency: z.object({ value: z.string().length(3) }) }) });

const all = (of: z.infer<typeof found>, entity: string): Listed[] => {
  const { success, data } = z.array(listed).safeParse(of[entity] ?? []);
  if (!success) throw unread();
  return data;
};

/** The calls of one company's books. */
export function booksOf(call: ConnectorCall, realm: string) {
  async function ask(path: string, query: Record<string, string>): Promise<unknown> {
    const search = new URLSearchParams({ ...query, minorversion: minorVersion });
    // Without it, the answer is XML.
    const headers = { accept: "application/json" };
    const answer = await call({ path: `${encodeURIComponent(realm)}/${path}?${search.toString()}`, headers, ...most });
    const body = jsonOf(answer);
    const fault = faultIn(body);
    if (fault) throw meaningOf(fault, answer.retryAfterMs);
    return body;
  }
  async function query(statement: string): Promise<z.infer<typeof queried>> {
    const { success, data } = queried.safeParse(await ask("query", { query: statement }));
    if (!success) throw unread();
    return data;
  }

  return {
    async companyName(): Promise<string> {
      const { success, data } = company.safeParse(await ask(`companyinfo/${encodeURIComponent(realm)}`, {}));
      if (!success) throw unread();
      return data.CompanyInfo.CompanyName;
    },
    /** The currency of amounts that name none, and QuickBooks' time. */
    async start(): Promise<{ home: string; startedAt: string }> {
      const { QueryResponse, time } = await query("SELECT * FROM Preferences");
      const [first] = all(QueryResponse, "Preferences");
      const { success, data } = preferences.safeParse(first);
      if (!success) throw unread("QuickBooks does not say the currency of this company.");
      return { home: data.CurrencyPrefs.HomeCurrency.value.toUpperCase(), startedAt: time };
    },
    /** At most `size` objects from a position on, which begins with 1. */
    async page(
      entity: string,
      where: string,
      { what = "*", from = 1, size }: { what?: "*" | "Id"; from?: number; size: number },
    ) {
      const range = `STARTPOSITION ${from} MAXRESULTS ${size}`;
      return all((await query(`SELECT ${what} FROM ${entity}${where} ORDERBY Id ${range}`)).QueryResponse, entity);
    },
    async count(entity: string, where: string): Promise<number> {
      const { totalCount } = (await query(`SELECT COUNT(*) FROM ${entity}${where}`)).QueryResponse;
      if (totalCount === undefined) throw unread();
      return totalCount;
    },
    /** What changed since a time, deletions included, and QuickBooks' time; it is cut off at 1,000 objects. */
    async changes(
      entities: readonly string[],
      since: string,
    ): Promise<{ byEntity: Map<string, Listed[]>; time: string }> {
      const body = await ask("cdc", { entities: entities.join(","), changedSince: since });
      const { success, data } = changed.safeParse(body);
      if (!success) throw unread();
      const byEntity = new Map<string, Listed[]>();
      for (const some of data.CDCResponse.flatMap(({ QueryResponse = [] }) => QueryResponse))
        for (const entity of entities)
          if (some[entity]) byEntity.set(entity, [...(byEntity.get(entity) ?? []), ...all(some, entity)]);
      return { byEntity, time: data.time };
    },
    profitAndLoss: (from: string, until: string): Promise<unknown> =>
      ask("reports/ProfitAndLoss", {
        start_date: from,
        end_date: until,
        summarize_column_by: "Month",
        accounting_method: "Accrual",
      }),
  };
}
export type Books = ReturnType<typeof booksOf>;
