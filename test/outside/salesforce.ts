import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { openGrants } from "./oauth-grants.ts";
import { type Answer, type Call, type openClock, openService } from "./service.ts";

/** Answers as Salesforce's documentation shows them; what is made here has their fields. */
const { salesforce: examples } = JSON.parse(
  readFileSync(new URL("../data/sales-answers.json", import.meta.url), "utf8"),
) as {
  salesforce: Record<"tokens" | "badRefresh" | "query" | "invalidSession" | "limited", object> & {
    login: string;
    invalidLogin: string;
  };
};

export const salesforceUser = { username: "ada@acme.example", password: "p<a&ss", security_token: "TOK123" };
export const salesforceClient = { client_id: "salesforce-client-1", client_secret: "salesforce-secret-1" };

type Kind = "Account" | "Opportunity";
type Value = string | number | boolean | null;
type Row = Record<string, unknown> & { Id: string };
const prefixes = { Account: "001", Opportunity: "006" } as const;
const stamps = ["Id", "IsDeleted", "SystemModstamp", "CreatedDate", "LastModifiedDate", "LastActivityDate", "OwnerId"];
const standard: Record<string, string[]> = {
  Account: [...stamps, "Name", "Phone", "Industry", "Type"],
  Opportunity: [
    ...stamps,
    ..."Name StageName Amount Probability CloseDate IsClosed IsWon NextStep AccountId".split(" "),
  ],
  User: ["Id", "Name", "LastModifiedDate", "SystemModstamp"],
  Organization: ["Id", "Name"],
  OpportunityStage: "ApiName MasterLabel IsClosed IsWon DefaultProbability".split(" "),
};
const fault = (status: number, errorCode: string, message: string): Answer => ({
  status,
  body: [{ message, errorCode }],
});

class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Salesforce as its API behaves: queries in its language with names of related rows, a recycling bin that only
 * `queryAll` shows, stamps of transactions that commit later, refresh tokens that count once, sessions that end, refusals
 * as lists, and a sign-in by SOAP that locks after wrong passwords.
 */
export async function openSalesforce(clock?: ReturnType<typeof openClock>) {
  const rows: Record<Kind, Map<string, Row & { shownAt: number }>> = { Account: new Map(), Opportunity: new Map() };
  const users = new Map<string, Row>();
  const settings = {
    user: salesforceUser,
    /** Null: an organization of one currency does not show it. */
    currency: "USD" as string | null,
    hasCurrencies: false,
    lateMs: 0,
    /** How many of a day's calls are used. */
    usage: "18/15000",
    stages: [
      { ApiName: "Prospecting", MasterLabel: "Prospecting", IsClosed: false, IsWon: false, DefaultProbability: 10 },
      { ApiName: "Negotiation", MasterLabel: "Negotiation", IsClosed: false, IsWon: false, DefaultProbability: 90 },
      { ApiName: "Closed Won", MasterLabel: "Closed Won", IsClosed: true, IsWon: true, DefaultProbability: 100 },
      { ApiName: "Closed Lost", MasterLabel: "Closed Lost", IsClosed: true, IsWon: false, DefaultProbability: 0 },
    ],
    columns: { Account: [], Opportunity: [] } as Record<Kind, { name: string; label: string; type: string }[]>,
    /** Salesforce may answer fewer rows than were asked for. */
    pageSize: 2_000,
    /** Wrong passwords so far; three lock the person out. */
    wrong: 0,
  };
  const sessions = new Set<string>();
  let counter = 0;
  const service = await openService((call) => dated(serve(call)), clock && { clock });
  const now = (): number => service.clock.now().getTime();
  const at = (time: number): string => new Date(time).toISOString().replace("Z", "+0000");
  const grants = openGrants({
    client: salesforceClient,
    clock: service.clock,
    seconds: 7_200,
    tokens: ({ access, refresh }) => ({
      ...examples.tokens,
      access_token: access,
      refresh_token: refresh,
      instance_url: service.url,
    }),
    refused: examples.badRefresh,
  });
  const dated = (answer: Answer): Answer => ({
    ...answer,
    headers: {
      "sforce-limit-info": `api-usage=${settings.usage}`,
      ...answer.headers,
      date: service.clock.now().toUTCString(),
    },
  });
  const get = (kind: Kind, id: string) => {
    const found = rows[kind].get(id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  };
  const idOf = (prefix: string): string => `${prefix}${String((counter += 1)).padStart(12, "0")}AAA`;
  const user = (name: string): string => {
    const id = idOf("005");
    const joined = at(now() - 30 * 86_400_000);
    users.set(id, { Id: id, Name: name, LastModifiedDate: joined, SystemModstamp: joined });
    return id;
  };
  const owner = user("Ada Berg");

  function add(kind: Kind, fields: Record<string, unknown>, time = now()): string {
    const Id = idOf(prefixes[kind]);
    const stamped = { SystemModstamp: at(time), LastModifiedDate: at(time), CreatedDate: at(time) };
    rows[kind].set(Id, {
      Id,
      IsDeleted: false,
      OwnerId: owner,
      ...stamped,
      ...fields,
      shownAt: time + settings.lateMs,
    });
    return Id;
  }
  function change(kind: Kind, id: string, fields: Record<string, unknown>, time = now()): void {
    Object.assign(get(kind, id), fields, { SystemModstamp: at(time), LastModifiedDate: at(time) });
    get(kind, id).shownAt = time + settings.lateMs;
  }

  const tableOf = (kind: string): Row[] => {
    if (kind === "Account" || kind === "Opportunity")
      return [...rows[kind].values()].filter(({ shownAt }) => shownAt <= now());
    if (kind === "Organization") return [{ Id: "00Dxx", Name: "Acme" }];
    if (kind === "OpportunityStage") return settings.stages.map((one) => ({ Id: one.ApiName, ...one }));
    if (kind === "User") return [...users.values()];
    throw new Refused("INVALID_TYPE", `sObject type '${kind}' is not supported.`);
  };
  const related: Record<string, { key: string; kind: string }> = {
    Account: { key: "AccountId", kind: "Account" },
    Owner: { key: "OwnerId", kind: "User" },
  };
  const knows = (kind: string, field: string): boolean =>
    (standard[kind] ?? []).includes(field) ||
    (kind in settings.columns && settings.columns[kind as Kind].some(({ name }) => name === field)) ||
    (field === "CurrencyIsoCode" && settings.hasCurrencies);
  function valueOf(kind: string, row: Row, path: string): Value {
    const [first = "", second] = path.split(".");
    const to = second === undefined ? undefined : related[first];
    if (!to) {
      if (!knows(kind, path)) throw new Refused("INVALID_FIELD", `No such column '${path}' on entity '${kind}'.`);
      return (row[path] ?? null) as Value;
    }
    const other = tableOf(to.kind).find(({ Id }) => Id === row[to.key]);
    if (!knows(to.kind, second ?? "")) throw new Refused("INVALID_FIELD", `No such column '${path}'.`);
    return other && other["IsDeleted"] !== true ? ((other[second ?? ""] ?? null) as Value) : null;
  }
  function compares(kind: string, row: Row, comparison: string): boolean {
    const found = /^([\w.]+) (>=|!=|>|=) (.+)$/.exec(comparison.trim());
    if (!found) throw new Refused("MALFORMED_QUERY", `unexpected token: ${comparison}`);
    const [, path = "", operator, word = ""] = found;
    const own = valueOf(kind, row, path);
    if (operator === "!=" && word === "null") return own !== null;
    if (operator === "=") return String(own) === word.replaceAll("'", "");
    if (own === null) return false;
    const isText = word.startsWith("'");
    const [left, right] = isText
      ? [String(own), word.replaceAll("'", "")]
      : [Date.parse(String(own).replace("+0000", "Z")), Date.parse(word)];
    return operator === ">=" ? left >= right : left > right;
  }

  function query(soql: string, withDeleted: boolean): Answer {
    const plain = soql.replace(/\(SELECT Id FROM Opportunities[^)]*\)/, "HasWon");
    const found = /^SELECT (.+?) FROM (\w+)(?: WHERE (.+?))?(?: ORDER BY (\w+))?(?: LIMIT (\d+))?$/.exec(plain);
    if (!found) throw new Refused("MALFORMED_QUERY", "unexpected token");
    const [, fields = "", kind = "", where, order, limit = "50000"] = found;
    const conditions = (where ?? "").split(" AND ").filter(Boolean);
    const meets = (row: Row): boolean =>
      conditions.every((each) =>
        each
          .replace(/^\((.*)\)$/, "$1")
          .split(" OR ")
          .some((one) => compares(kind, row, one)),
      );
    const wanted = fields.split(", ");
    for (const path of wanted.filter((one) => one !== "HasWon" && one !== "COUNT()")) valueOf(kind, { Id: "" }, path);
    const all = tableOf(kind)
      .filter((row) => (withDeleted || row["IsDeleted"] !== true) && meets(row))
      .toSorted((one, other) => (order ? (String(one[order]) < String(other[order]) ? -1 : 1) : 0));
    if (fields === "COUNT()") return { body: { totalSize: all.length, done: true, records: [] } };
    const within = all.slice(0, Number(limit));
    const records = within.slice(0, settings.pageSize).map((row) => shown(kind, row, wanted));
    const done = records.length === within.length;
    return {
      body: {
        ...examples.query,
        totalSize: within.length,
        done,
        records,
        nextRecordsUrl: done ? undefined : "/services/data/v68.0/query/01gRO-2000",
      },
    };
  }

  function shown(kind: string, row: Row, wanted: readonly string[]): object {
    const record: Record<string, unknown> = { attributes: { type: kind, url: `/sobjects/${kind}/${row.Id}` } };
    for (const path of wanted) {
      const [first = "", second] = path.split(".");
      if (path === "HasWon") {
        const won = [...rows.Opportunity.values()].find(
          (one) => one["AccountId"] === row.Id && one["IsWon"] === true && one["IsDeleted"] !== true,
        );
        record["Opportunities"] = won ? { totalSize: 1, done: true, records: [{ Id: won.Id }] } : null;
      } else if (second === undefined) record[path] = valueOf(kind, row, path);
      else {
        const name = valueOf(kind, row, path);
        record[first] = name === null ? null : { attributes: { type: first }, [second]: name };
      }
    }
    return record;
  }

  function logIn({ text }: Call): Answer {
    const plain = (xml: string): string => xml.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    const given = (name: string): string => plain(new RegExp(`<n1:${name}>(.*?)</n1:`).exec(text)?.[1] ?? "");
    const { username, password, security_token: token } = settings.user;
    if (settings.wrong >= 3 || given("username") !== username || given("password") !== password + token) {
      settings.wrong += 1;
      return { status: 500, headers: { "content-type": "text/xml" }, body: examples.invalidLogin };
    }
    const session = `00Dxx!${randomUUID()}`;
    sessions.add(session);
    const body = examples.login.replaceAll("INSTANCE", service.url).replace("SESSION", session);
    return { headers: { "content-type": "text/xml" }, body };
  }

  function serve(call: Call): Answer {
    const { path, headers } = call;
    if (path === "/services/oauth2/authorize") return grants.authorize(call);
    if (path === "/services/oauth2/token") return grants.exchange(call);
    if (path === "/services/oauth2/revoke") return grants.revoke(call);
    if (path === "/services/Soap/u/64.0") return logIn(call);
    const token = (headers.authorization ?? "").replace("Bearer ", "");
    if (!sessions.has(token) && !grants.admits(token)) return { status: 401, body: examples.invalidSession };
    const described = /^\/services\/data\/v68\.0\/sobjects\/(Account|Opportunity)\/describe$/.exec(path)?.[1];
    if (described) {
      const own = settings.columns[described as Kind].map((one) => ({ ...one, custom: true }));
      const known = (standard[described] ?? []).map((name) => ({ name, label: name, type: "string", custom: false }));
      const unit = { name: "CurrencyIsoCode", label: "Currency", type: "picklist", custom: false };
      return { body: { fields: [...known, ...(settings.hasCurrencies ? [unit] : []), ...own] } };
    }
    if (path === "/services/data/v68.0/connect/organization")
      return { body: { name: "Acme", features: { multiCurrency: false, defaultCurrencyIsoCode: settings.currency } } };
    const kind = /^\/services\/data\/v68\.0\/(query|queryAll)$/.exec(path)?.[1];
    if (!kind) return fault(404, "NOT_FOUND", "The requested resource does not exist");
    try {
      return query(call.query.get("q") ?? "", kind === "queryAll");
    } catch (error) {
      if (error instanceof Refused) return fault(400, error.code, error.message);
      throw error;
    }
  }

  return {
    ...service,
    settings,
    grants,
    sessions,
    examples,
    add,
    change,
    user,
    renameUser: (id: string, name: string) =>
      void Object.assign(users.get(id) ?? {}, { Name: name, LastModifiedDate: at(now()), SystemModstamp: at(now()) }),
    /** Into the recycling bin, and out of it. */
    remove: (kind: Kind, id: string) => change(kind, id, { IsDeleted: true }),
    restore: (kind: Kind, id: string) => change(kind, id, { IsDeleted: false }),
    /** For good, without a trace. */
    purge: (kind: Kind, id: string) => void rows[kind].delete(id),
    objects: (kind: Kind) => [...rows[kind].values()].filter((one) => one["IsDeleted"] !== true),
  };
}
