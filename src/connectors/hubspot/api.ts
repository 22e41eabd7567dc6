import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { unread } from "#connectors/sales.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";

/** HubSpot names versions by their month; each lives for 18 months. */
export const version = "2026-09";
export const objects = (kind: string): string => `crm/objects/${version}/${kind}`;

const refusal = z.object({
  status: z.literal("error"),
  category: z.string().nullish(),
  errorType: z.string().nullish(),
  policyName: z.string().nullish(),
  message: z.string().nullish(),
  errors: z
    .array(z.object({ context: z.object({ requiredGranularScopes: z.array(z.string()) }).nullish() }))
    .nullish()
    .catch(null),
});

/** How long HubSpot's limits last where it does not say; the one of a day is looked at again after an hour. */
const waits: Readonly<Record<string, number>> = { SECONDLY: 1_000, TEN_SECONDLY_ROLLING: 10_000, DAILY: 3_600_000 };

/** What a refusal means, whatever its status is: HubSpot's own word for it says more. */
export function hubspotFault({ status, body, retryAfterMs }: OutAnswer): ConnectorFault | null {
  const { data } = refusal.safeParse(jsonOf({ body }));
  if (!data) return null;
  const { category, errorType, policyName, message, errors } = data;
  if (category === "INVALID_AUTHENTICATION" || category === "EXPIRED_AUTHENTICATION")
    return new ConnectorFault("expired", "HubSpot no longer accepts this sign-in. Connect it again.");
  if (category === "MISSING_SCOPES") {
    const scopes = errors?.flatMap(({ context }) => context?.requiredGranularScopes ?? []) ?? [];
    const which = scopes.length > 0 ? scopes.join(", ") : "a permission";
    return new ConnectorFault("denied", `HubSpot needs ${which}. Allow it, and connect again.`);
  }
  if (status === 429 || errorType === "RATE_LIMIT" || category === "RATE_LIMITS") {
    const wait = retryAfterMs ?? waits[policyName ?? ""] ?? 10_000;
    return new ConnectorFault("busy", "HubSpot asked to be called less often.", wait);
  }
  if (status >= 500 || status < 400)
    return new ConnectorFault("unavailable", `HubSpot has a fault of its own: ${(message ?? "").slice(0, 200)}`);
  return null;
}

/** Whether an answer refuses the token, whatever its status is. */
export const refusesToken = (answer: OutAnswer): boolean => hubspotFault(answer)?.kind === "expired";

/** The longest pause in the middle of a reading; what takes longer ends it until the next one. */
const mostPatienceMs = 11_000;

export type Asked = { path: string; post?: object; allows?: readonly number[] };

/** Calls HubSpot, and waits where it asks for a short pause. */
export async function send(call: ConnectorCall, { path, post, allows = [] }: Asked): Promise<OutAnswer> {
  for (let tries = 1; ; tries += 1)
    try {
      const answer = await call({
        path,
        allows,
        mostBytes: 16 * 1024 ** 2,
        timeoutMs: 30_000,
        isRepeatable: true,
        ...(post && {
          method: "POST",
          body: JSON.stringify(post),
          headers: { "content-type": "application/json" },
        }),
      });
      const fault = answer.status < 400 ? hubspotFault(answer) : null;
      if (fault) throw fault;
      return answer;
    } catch (error) {
      const isShort = error instanceof ConnectorFault && error.kind === "busy" && tries < 4;
      const wait = isShort ? (error.retryAfterMs ?? 10_000) : null;
      if (wait === null || wait > mostPatienceMs) throw error;
      await sleep(wait);
    }
}

export async function ask<Shape extends z.ZodType>(
  call: ConnectorCall,
  shape: Shape,
  asked: Asked,
): Promise<z.infer<Shape>> {
  const { success, data } = shape.safeParse(jsonOf(await send(call, asked)));
  if (!success) throw unread("HubSpot");
  return data;
}

/** What a key may not read is left out; null. */
export async function askIfAllowed<Shape extends z.ZodType>(
  call: ConnectorCall,
  shape: Shape,
  asked: Asked,
): Promise<z.infer<Shape> | null> {
  const answer = await send(call, { ...asked, allows: [403, 404] });
  if (answer.status >= 400) return null;
  const { success, data } = shape.safeParse(jsonOf(answer));
  if (!success) throw unread("HubSpot");
  return data;
}

const id = z.union([z.string(), z.number()]).transform(String);
const next = z.object({ next: z.object({ after: id }).nullish() }).nullish();
/** Every value of a property is a text or null. */
export const object = z.object({
  id,
  properties: z.record(z.string(), z.string().nullish()),
  associations: z
    .object({ companies: z.object({ results: z.array(z.object({ id, type: z.string().nullish() })) }).nullish() })
    .nullish(),
});
export type HubSpotObject = z.infer<typeof object>;
export const page = z.object({ results: z.array(object), paging: next });
export const total = z.object({ total: z.int().nonnegative() });
/** Of a batch, what was not found is missing. */
export const batch = z.object({ results: z.array(object) });
export const associations = z.object({
  results: z.array(z.object({ from: z.object({ id }), to: z.array(z.object({ toObjectId: id })) })),
});
export const pipelines = z.object({
  results: z.array(
    z.object({
      label: z.string(),
      stages: z.array(
        z.object({
          id,
          label: z.string(),
          metadata: z.object({ isClosed: z.string().nullish(), probability: z.string().nullish() }).nullish(),
        }),
      ),
    }),
  ),
});
export const properties = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      hubspotDefined: z.boolean().nullish(),
      hidden: z.boolean().nullish(),
      options: z.array(z.object({ label: z.string(), value: z.string() })).nullish(),
    }),
  ),
});
export const owners = z.object({
  results: z.array(
    z.object({
      id,
      email: z.string().nullish(),
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
    }),
  ),
  paging: next,
});
export const account = z.object({ portalId: id, companyCurrency: z.string().nullish() });
