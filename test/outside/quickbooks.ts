import { randomUUID } from "node:crypto";
import { quickbooksConnector } from "#connectors/quickbooks/connector.ts";
import { type Answer, type Call, openService } from "./service.ts";

export const client = { client_id: "ABboardroom", client_secret: "a secret of the Intuit app" };
const realm = "9341453474484455";
const hour = 3_600_000;

type Thing = Record<string, unknown> & { Id: string; Active?: boolean };
type Stored = { thing: Thing; updatedAt: number; isDeleted: boolean };
type Grant = { access: string; refresh: string; expiresAt: number; isOver: boolean };
type Posting = { account: string; month: string; amount: number };
/** An account of the profit and loss; `below`: the account it is part of. */
type Account = { id: string; name: string; group: string; below?: string };

const groups = ["Income", "COGS", "Expenses", "OtherIncome", "OtherExpenses"];
const signs: Readonly<Record<string, number>> = {
  Income: 1,
  COGS: -1,
  Expenses: -1,
  OtherIncome: 1,
  OtherExpenses: -1,
};
const withInactive = new Set(["Customer", "Vendor", "Account"]);

/** QuickBooks' two spellings of a fault. */
const fault = (code: string, Message: string, type: string, status = 400): Answer => ({
  status,
  body: { Fault: { Error: [{ Message, Detail: Message, code }], type }, time: new Date().toISOString() },
});
const gatewayFault = (status: number, code: string, message: string, type: string): Answer => ({
  status,
  body: {
    warnings: null,
    fault: { error: [{ message: `message=${message}; errorCode=00${code}; statusCode=${status}`, code }], type },
    report: null,
  },
});

/**
 * QuickBooks Online as its API behaves: a sign-in that names the company, refresh tokens that rotate, queries that hide
 * what is inactive, changes of 30 days without pages and with deletions, stamps by the second, reports as nested rows.
 */
export async function openQuickBooks() {
  const things = new Map<string, Map<string, Stored>>();
  const grants: Grant[] = [];
  const codes = new Set<string>();
  const revoked: string[] = [];
  const postings: Posting[] = [];
  const accounts = new Map<string, Account>();
  const settings = {
    name: "Elm & Sons",
    home: "USD",
    agrees: true,
    realm,
    /** Written under a stamp of so many ms ago. */
    lateMs: 0,
  };
  let counter = 0;
  const service = await openService(serve);
  const now = () => service.clock.now().getTime();
  const of = (entity: string) => {
    const own = things.get(entity) ?? new Map<string, Stored>();
    things.set(entity, own);
    return own;
  };
  /** Stamps are of whole seconds, in the company's offset. */
  const stamp = (ms: number): string =>
    new Date(Math.floor(ms / 1_000) * 1_000 - 8 * hour).toISOString().replace(".000Z", "-08:00");

  function add(entity: string, fields: Record<string, unknown>, ageMs = 0): string {
    counter += 1;
    const Id = String(counter);
    const at = now() - ageMs;
    const MetaData = { CreateTime: stamp(at), LastUpdatedTime: stamp(at) };
    const base = withInactive.has(entity) ? { Active: true } : {};
    of(entity).set(Id, { thing: { domain: "QBO", ...base, ...fields, Id, MetaData }, updatedAt: at, isDeleted: false });
    return Id;
  }
  const stored = (entity: string, id: string): Stored => {
    const found = of(entity).get(id);
    if (!found) throw new Error(`There is no ${entity} ${id}.`);
    return found;
  };
  function touch(one: Stored): void {
    one.updatedAt = now() - settings.lateMs;
    one.thing["MetaData"] = { ...(one.thing["MetaData"] as object), LastUpdatedTime: stamp(one.updatedAt) };
  }
  function change(entity: string, id: string, fields: Record<string, unknown>): void {
    const one = stored(entity, id);
    Object.assign(one.thing, fields);
    touch(one);
  }
  /** Deletes for good: only the list of changes knows it. */
  function remove(entity: string, id: string): void {
    const one = stored(entity, id);
    one.isDeleted = true;
    touch(one);
  }
  /** Voiding keeps the document with all amounts at 0. */
  function voidOf(entity: string, id: string): void {
    const lines = (stored(entity, id).thing["Line"] as { Amount?: number }[] | undefined) ?? [];
    const Line = lines.map((line) => ({ ...line, Amount: 0 }));
    change(entity, id, { TotalAmt: 0, Balance: 0, Line, PrivateNote: "Voided" });
  }

  const tokensOf = ({ access, refresh }: Grant): Answer => ({
    body: {
      token_type: "bearer",
      access_token: access,
      refresh_token: refresh,
      expires_in: 3_600,
      x_refresh_token_expires_in: 8_726_400,
    },
  });
  const fresh = () => ({ access: `eyJ${randomUUID()}`, refresh: `AB11${randomUUID()}`, expiresAt: now() + hour });

  function authorize(query: URLSearchParams): Answer {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (query.get("client_id") !== client.client_id || query.get("scope") !== "com.intuit.quickbooks.accounting")
      return { status: 400, body: "The app could not be found." };
    if (!settings.agrees) back.searchParams.set("error", "access_denied");
    else {
      const code = `AB${randomUUID()}`;
      codes.add(code);
      back.searchParams.set("code", code);
      back.searchParams.set("realmId", settings.realm);
    }
    return { status: 302, headers: { location: back.href } };
  }
  const isClient = ({ headers }: Call): boolean =>
    headers.authorization ===
    `Basic ${Buffer.from(`${client.client_id}:${encodeURIComponent(client.client_secret)}`).toString("base64")}`;

  function tokens(call: Call): Answer {
    if (!isClient(call)) return { status: 401, body: { error: "invalid_client" } };
    const form = new URLSearchParams(call.text);
    const no: Answer = {
      status: 400,
      body: { error: "invalid_grant", error_description: "Incorrect or invalid refresh token" },
    };
    if (form.get("grant_type") === "authorization_code") {
      if (!codes.delete(form.get("code") ?? "")) return no;
      const grant = { ...fresh(), isOver: false };
      grants.push(grant);
      return tokensOf(grant);
    }
    const grant = grants.find(({ refresh, isOver }) => !isOver && refresh === form.get("refresh_token"));
    return grant ? tokensOf(Object.assign(grant, fresh())) : no;
  }
  function revoke(call: Call): Answer {
    if (!isClient(call)) return { status: 401, body: { error: "invalid_client" } };
    const { token } = JSON.parse(call.text) as { token: string };
    revoked.push(token);
    for (const grant of grants) if ([grant.access, grant.refresh].includes(token)) grant.isOver = true;
    return { body: "" };
  }

  const answered = (body: object): Answer => ({
    body: { ...body, time: new Date(now() - 8 * hour).toISOString().replace("Z", "-08:00") },
  });

  function query(statement: string): Answer {
    const found =
      /^SELECT (\*|Id|COUNT\(\*\)) FROM (\w+)(?: WHERE (.+?))?(?: ORDERBY Id)?(?: STARTPOSITION (\d+))?(?: MAXRESULTS (\d+))?$/.exec(
        statement,
      );
    if (!found) return fault("4000", "Error parsing query", "ValidationFault");
    const [, what, entity = "", where = "", from = "1", size = "100"] = found;
    if (Number(size) > 1_000) return fault("4001", "MAXRESULTS is at most 1000", "ValidationFault");
    if (entity === "Preferences")
      return answered({
        QueryResponse: { Preferences: [{ Id: "1", CurrencyPrefs: { HomeCurrency: { value: settings.home } } }] },
      });
    const conditions = where.split(" AND ").filter(Boolean);
    let all = [...of(entity).values()].filter(({ isDeleted }) => !isDeleted).map(({ thing }) => thing);
    // Without a word about it, what is inactive is hidden.
    if (!conditions.includes("Active IN (true, false)")) all = all.filter(({ Active }) => Active !== false);
    for (const condition of conditions) {
      const ids = /^Id IN \((.+)\)$/
        .exec(condition)?.[1]
        ?.split(", ")
        .map((id) => id.slice(1, -1));
      const equal = /^(\w+) = '(.*)'$/.exec(condition);
      if (ids) all = all.filter(({ Id }) => ids.includes(Id));
      else if (equal) all = all.filter((one) => one[equal[1] ?? ""] === equal[2]);
      else if (condition !== "Active IN (true, false)")
        return fault("4000", `Error parsing ${condition}`, "ValidationFault");
    }
    if (what === "COUNT(*)") return answered({ QueryResponse: { totalCount: all.length } });
    const page = all
      .toSorted((one, other) => Number(one.Id) - Number(other.Id))
      .slice(Number(from) - 1, Number(from) - 1 + Number(size))
      .map((thing) => (what === "Id" ? { Id: thing.Id } : thing));
    return answered({
      QueryResponse: page.length > 0 ? { [entity]: page, startPosition: Number(from), maxResults: page.length } : {},
    });
  }

  function changes(asked: URLSearchParams): Answer {
    const since = Date.parse(asked.get("changedSince") ?? "");
    if (Number.isNaN(since) || now() - since > 30 * 86_400_000)
      return fault("2020", "changedSince is older than 30 days", "ValidationFault");
    let left = 1_000;
    const parts = (asked.get("entities") ?? "").split(",").flatMap((entity) => {
      const own = [...of(entity).values()]
        .filter(({ updatedAt }) => Math.floor(updatedAt / 1_000) * 1_000 >= since)
        .slice(0, left);
      left -= own.length;
      if (own.length === 0) return [];
      const shown = own.map(({ thing, isDeleted }) =>
        isDeleted ? { domain: "QBO", status: "Deleted", Id: thing.Id, MetaData: thing["MetaData"] } : thing,
      );
      return [{ [entity]: shown, startPosition: 1, maxResults: shown.length }];
    });
    return answered({ CDCResponse: [{ QueryResponse: parts }] });
  }

  /** The report as nested rows: an account with others below it has its own amounts in its header. */
  function profitAndLoss(asked: URLSearchParams): Answer {
    const [start, end] = [asked.get("start_date") ?? "", asked.get("end_date") ?? ""];
    const months: string[] = [];
    for (let year = Number(start.slice(0, 4)), month = Number(start.slice(5, 7)); ; month += 1) {
      if (month > 12) [year, month] = [year + 1, 1];
      const name = `${year}-${String(month).padStart(2, "0")}`;
      if (name > end.slice(0, 7)) break;
      months.push(name);
    }
    const text = (amount: number, isKnown = true) => (isKnown ? amount.toFixed(2) : "");
    const sum = (ids: readonly string[], month: string) =>
      postings
        .filter((one) => ids.includes(one.account) && one.month === month)
        .reduce((total, { amount }) => total + amount, 0);
    const valuesOf = (ids: readonly string[], always = false) => {
      const values = months.map((month) => {
        const isKnown = always || postings.some((one) => ids.includes(one.account) && one.month === month);
        return { value: text(sum(ids, month), isKnown) };
      });
      return [...values, { value: text(months.reduce((total, month) => total + sum(ids, month), 0)) }];
    };
    const below = (id: string | undefined, group: string) =>
      [...accounts.values()].filter((one) => one.group === group && one.below === id);
    const within = (id: string, group: string): string[] => [
      id,
      ...below(id, group).flatMap((one) => within(one.id, group)),
    ];
    const rowOf = ({ id, name, group }: Account): object => {
      const own = [{ value: name, id }, ...valuesOf([id])];
      const children = below(id, group);
      if (children.length === 0) return { ColData: own, type: "Data" };
      return {
        Header: { ColData: own },
        Rows: { Row: children.map(rowOf) },
        Summary: { ColData: [{ value: `Total ${name}` }, ...valuesOf(within(id, group), true)] },
        type: "Section",
      };
    };
    const sections = groups.map((group) => {
      const ids = below(undefined, group).flatMap(({ id }) => within(id, group));
      return {
        Header: { ColData: [{ value: group }] },
        Rows: { Row: below(undefined, group).map(rowOf) },
        Summary: { ColData: [{ value: `Total ${group}` }, ...valuesOf(ids, true)] },
        type: "Section",
        group,
      };
    });
    const net = months.map((month) =>
      [...accounts.values()].reduce((total, { id, group }) => total + (signs[group] ?? 0) * sum([id], month), 0),
    );
    const total = net.reduce((all, one) => all + one, 0);
    const NetIncome = {
      Summary: { ColData: [{ value: "Net Income" }, ...[...net, total].map((one) => ({ value: text(one) }))] },
      type: "Section",
      group: "NetIncome",
    };
    const column = (name: string) => ({
      ColTitle: name,
      ColType: "Money",
      MetaData: [
        { Name: "StartDate", Value: `${name}-01` },
        { Name: "EndDate", Value: `${name}-28` },
      ],
    });
    return {
      body: {
        Header: { ReportName: "ProfitAndLoss", ReportBasis: "Accrual", Currency: settings.home, Option: [] },
        Columns: {
          Column: [
            { ColTitle: "", ColType: "Account", MetaData: [{ Name: "ColKey", Value: "account" }] },
            ...months.map(column),
            { ColTitle: "Total", ColType: "Money", MetaData: [{ Name: "ColKey", Value: "total" }] },
          ],
        },
        Rows: { Row: postings.length > 0 ? [...sections, NetIncome] : [] },
      },
    };
  }

  function serve(call: Call): Answer {
    if (call.path === "/connect/oauth2") return authorize(call.query);
    if (call.path === "/oauth2/v1/tokens/bearer") return tokens(call);
    if (call.path === "/v2/oauth2/tokens/revoke") return revoke(call);
    const bearer = (call.headers.authorization ?? "").replace("Bearer ", "");
    const grant = grants.find(({ access }) => access === bearer);
    if (!grant || grant.isOver || grant.expiresAt <= now())
      return gatewayFault(401, "3200", "AuthenticationFailed", "AUTHENTICATION");
    if (call.headers.accept !== "application/json") return { body: "<IntuitResponse/>" };
    const [, , , named, ...rest] = call.path.split("/");
    if (named !== settings.realm) return gatewayFault(403, "3100", "ApplicationAuthorizationFailed", "AUTHORIZATION");
    if (rest[0] === "companyinfo") return answered({ CompanyInfo: { CompanyName: settings.name, Id: "1" } });
    if (rest[0] === "query") return query(call.query.get("query") ?? "");
    if (rest[0] === "cdc") return changes(call.query);
    if (rest.join("/") === "reports/ProfitAndLoss") return profitAndLoss(call.query);
    return fault("610", "Object Not Found", "ValidationFault");
  }

  const { url } = service;
  return {
    ...service,
    settings,
    grants,
    revoked,
    add,
    change,
    remove,
    voidOf,
    account: (one: Account) => void accounts.set(one.id, one),
    post: (account: string, month: string, amount: number) => void postings.push({ account, month, amount }),
    postings,
    alive: (entity: string) => [...of(entity).values()].filter(({ isDeleted }) => !isDeleted).map(({ thing }) => thing),
    connector: quickbooksConnector({
      authorize: `${url}/connect/oauth2`,
      token: `${url}/oauth2/v1/tokens/bearer`,
      revoke: `${url}/v2/oauth2/tokens/revoke`,
      api: url,
    }),
  };
}
