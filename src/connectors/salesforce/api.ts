import { z } from "zod";
import type { ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { unread } from "#connectors/sales.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";

export const data = "services/data/v68.0";

const refusal = z.array(z.object({ errorCode: z.string(), message: z.string().nullish() })).min(1);
const hourMs = 3_600_000;

/** The code of a refusal; null if an answer is none. Some come with 200. */
export const refusalIn = ({ body }: Pick<OutAnswer, "body">) => refusal.safeParse(jsonOf({ body })).data?.[0] ?? null;

export function salesforceFault(answer: OutAnswer): ConnectorFault | null {
  const found = refusalIn(answer);
  if (!found) return null;
  const words = (found.message ?? found.errorCode).slice(0, 200);
  switch (found.errorCode) {
    case "INVALID_SESSION_ID":
    case "INVALID_AUTH_HEADER":
      return new ConnectorFault("expired", "Salesforce no longer accepts this sign-in. Connect it again.");
    case "REQUEST_LIMIT_EXCEEDED":
      return new ConnectorFault("busy", "The calls that Salesforce allows in a day are used up.", hourMs);
    case "API_DISABLED_FOR_ORG":
    case "API_CURRENTLY_DISABLED":
    case "INSUFFICIENT_ACCESS":
    case "INVALID_TYPE":
      return new ConnectorFault("denied", `Salesforce does not allow that: ${words}`);
    case "SERVER_UNAVAILABLE":
    case "UNABLE_TO_LOCK_ROW":
    case "QUERY_TIMEOUT":
      return new ConnectorFault("unavailable", `Salesforce has a fault of its own: ${words}`, answer.retryAfterMs);
    default:
      return answer.status < 400 ? new ConnectorFault("unavailable", `Salesforce refused: ${words}`) : null;
  }
}

export const refusesToken = (answer: OutAnswer): boolean => salesforceFault(answer)?.kind === "expired";

/** The rest of a day's calls is left to the company's other programs. */
const mostUsed = 0.8;

function checkUsage({ headers }: OutAnswer): void {
  const [, used, of] = /api-usage=(\d+)\/(\d+)/.exec(headers.get("sforce-limit-info") ?? "") ?? [];
  if (Number(of) > 0 && Number(used) / Number(of) >= mostUsed)
    throw new ConnectorFault("busy", `${used} of the ${of} calls that Salesforce allows in a day are used.`, hourMs);
}

export async function send(call: ConnectorCall, path: string, allows: readonly number[] = []): Promise<OutAnswer> {
  const answer = await call({ path, allows, mostBytes: 16 * 1024 ** 2, timeoutMs: 30_000, isRepeatable: true });
  const fault = answer.status < 400 ? salesforceFault(answer) : null;
  if (fault) throw fault;
  checkUsage(answer);
  return answer;
}

export async function ask<Shape extends z.ZodType>(call: ConnectorCall, shape: Shape, path: string) {
  const { success, data: found } = shape.safeParse(jsonOf(await send(call, path)));
  if (!success) throw unread("Salesforce");
  return found as z.infer<Shape>;
}

/** With deleted rows as well, which are in the recycling bin. */
export const queryPath = (soql: string, withDeleted = false): string =>
  `${data}/${withDeleted ? "queryAll" : "query"}?q=${encodeURIComponent(soql)}`;

const named = z.object({ Name: z.string().nullish() }).nullish();
export const object = z.looseObject({
  Id: z.string(),
  IsDeleted: z.boolean().nullish(),
  Owner: named,
  Account: named,
  Opportunities: z.object({ totalSize: z.int() }).nullish(),
});
export type SalesforceObject = z.infer<typeof object>;
export const found = z.object({
  totalSize: z.int(),
  done: z.boolean(),
  records: z.array(object),
  nextRecordsUrl: z.string().nullish(),
});
export const stages = z.object({
  records: z.array(
    z.object({
      ApiName: z.string(),
      MasterLabel: z.string(),
      IsClosed: z.boolean(),
      IsWon: z.boolean(),
      DefaultProbability: z.number().nullish(),
    }),
  ),
});
export const description = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      custom: z.boolean(),
      picklistValues: z.array(z.object({ value: z.string(), label: z.string().nullish() })).nullish(),
    }),
  ),
});
export const organization = z.object({
  features: z.object({ multiCurrency: z.boolean().nullish(), defaultCurrencyIsoCode: z.string().nullish() }).nullish(),
});
