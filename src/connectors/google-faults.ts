import { z } from "zod";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { now } from "#platform/clock.ts";
import { safeWords } from "#platform/http-out/fault.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";

const part = z.object({ reason: z.string(), metadata: z.object({ consumer: z.string().optional() }).optional() });
const parts = z.array(part.nullable().catch(null)).catch([]);
const refusal = z.object({
  error: z.object({
    message: z.string().catch(""),
    status: z.string().catch(""),
    errors: parts.default([]),
    details: parts.default([]),
  }),
});

const hourMs = 3_600_000;
/** Google's wish in the text of an error: "Retry after 2026-11-20T18:22:38.763Z". */
function retryAfterMs(message: string): number | null {
  const at = Date.parse(/retry after (\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)/i.exec(message.slice(0, 1_000))?.[1] ?? "");
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now().getTime()), 24 * hourMs);
}

/** One of Google's services: its name, its host among the APIs, and the permission it needs. */
type Of = { name: string; host: string; scope: string };

/** What a refusal of Google's API means, in a sentence that names what to set; null: what its status says. */
export function googleFault({ name, host, scope }: Of, answer: OutAnswer): ConnectorFault | null {
  const parsed = refusal.safeParse(jsonOf(answer));
  if (!parsed.success) return null;
  const { message, status, errors, details } = parsed.data.error;
  const all = [...errors, ...details].flatMap((one) => one ?? []);
  const said = new Set([...all.map(({ reason }) => reason), status]);
  const is = (...reasons: string[]) => reasons.some((one) => said.has(one));
  const waitMs = answer.retryAfterMs ?? retryAfterMs(message);

  if (is("dailyLimitExceeded"))
    return new ConnectorFault(
      "busy",
      `The Google Cloud project has used up its daily limit for the ${name} API. Raise it in Google Cloud under APIs & Services, ${name} API, Quotas, or wait for midnight Pacific time.`,
      waitMs ?? hourMs,
    );
  if (
    answer.status === 429 ||
    is("rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "RESOURCE_EXHAUSTED")
  ) {
    const isSending = /mail sending|sending limit/i.test(message.slice(0, 1_000));
    const sentence = isSending
      ? `${name}'s sending limit for this account is used up.`
      : `${name} asked to be called less often.`;
    return new ConnectorFault("busy", sentence, waitMs);
  }
  if (is("accessNotConfigured", "SERVICE_DISABLED")) {
    const consumer = all.find(({ metadata }) => metadata?.consumer)?.metadata?.consumer ?? message.slice(0, 1_000);
    const project = /project[s ]*[/ ]?(\d{4,20})/.exec(consumer)?.[1];
    const page = `https://console.cloud.google.com/apis/library/${host}${project ? `?project=${project}` : ""}`;
    const of = project ? ` project ${project}` : " project of this client ID";
    return new ConnectorFault(
      "setup",
      `The ${name} API is off in the Google Cloud${of}. Enable it at ${page}, then test again.`,
    );
  }
  if (is("insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"))
    return new ConnectorFault(
      "denied",
      `${name} was connected without the permission ${scope}. Connect it again and leave that box ticked.`,
    );
  if (is("domainPolicy"))
    return new ConnectorFault(
      "denied",
      "A Google Workspace administrator has not allowed this app. They can trust its client ID in the Admin console under Security, API controls, App access control.",
    );
  if (is("failedPrecondition", "FAILED_PRECONDITION"))
    return /not enabled/i.test(message)
      ? new ConnectorFault(
          "setup",
          `${name} is off for this Google account. A Workspace administrator turns it on in the Admin console under Apps, Google Workspace, ${name}.`,
        )
      : new ConnectorFault("unavailable", `${name} could not do that right now.`);
  if (answer.status === 403 || answer.status === 400)
    return new ConnectorFault("denied", `${name} refused: ${safeWords(message) || `it answered ${answer.status}.`}`);
  return null;
}

/** What to set when Google refuses tokens. */
export function explainGoogle(
  name: string,
  { error, redirect }: { error: string; redirect: string | undefined },
): string | undefined {
  if (error === "redirect_uri_mismatch")
    return `Google does not know the redirect address ${redirect ?? ""}. Add exactly that to the OAuth client under Authorized redirect URIs.`;
  if (error === "invalid_client")
    return "Google does not know this client ID with this secret. Copy both again from Google Auth Platform, Clients.";
  if (error === "unauthorized_client")
    return "This OAuth client may not sign people in. Create one of the type Web application in Google Auth Platform, Clients.";
  // At the exchange of a code it says that the code is over.
  if (error === "invalid_grant" && redirect === undefined)
    return `Google ended the sign-in: access was removed, the password changed, or the app is in testing mode, where it lasts 7 days. Publish the app in Google Auth Platform, Audience, then connect ${name} again.`;
  return undefined;
}
