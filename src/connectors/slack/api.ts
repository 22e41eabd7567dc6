import { z } from "zod";
import type { ConnectorCall } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";

/** Slack answers refusals with 200 and `ok: false`. */
const answered = z.union([
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({ ok: z.literal(false), error: z.string(), needed: z.string().nullish() }),
]);

const signedOut = ["invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"];
const elsewhere: Readonly<Record<string, string>> = {
  channel_not_found: "Slack does not know the channel, or the app is not in it.",
  not_in_channel: "Invite the app to the channel in Slack.",
  is_archived: "The channel is archived in Slack.",
  message_not_found: "The message was deleted in Slack.",
  cant_update_message: "The message can no longer be changed in Slack.",
  user_not_in_channel: "The person is not in the channel.",
};

/** What a refusal within an answer means. */
function slackFault(error: string, needed?: string | null): ConnectorFault {
  if (signedOut.includes(error))
    return new ConnectorFault("expired", "Slack no longer accepts this bot token. Connect it again.");
  if (error === "missing_scope") {
    const right = needed ? `the right ${needed}` : "another right";
    return new ConnectorFault("denied", `The Slack app needs ${right}. Add it and install the app again.`);
  }
  if (error === "ratelimited") return new ConnectorFault("busy", "Slack asked to be called less often.");
  if (error === "service_unavailable" || error === "team_added_to_org")
    return new ConnectorFault("unavailable", "Slack is not available.");
  // After these Slack may have done part of what it was asked.
  if (/^(?:fatal|internal)_error$|^request_timeout$/.test(error))
    return new ConnectorFault("lost", `Slack failed with ${error}.`);
  return new ConnectorFault("changed", elsewhere[error] ?? `Slack refused: ${error.slice(0, 100)}.`);
}

/** Calls a method of Slack's API; throws only ConnectorFault. */
export async function askSlack<Shape extends z.ZodType>(
  call: ConnectorCall,
  method: string,
  parameters: Readonly<Record<string, string | undefined>>,
  shape: Shape,
): Promise<{ body: z.output<Shape>; headers: Headers }> {
  const form = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined);
  const answer = await call({
    path: method,
    method: "POST",
    // Not every method reads JSON.
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const given = answered.safeParse(jsonOf(answer)).data;
  if (given?.ok === false) throw slackFault(given.error, given.needed);
  const { success, data } = shape.safeParse(given);
  if (!success) throw new ConnectorFault("lost", "The answer of Slack could not be read.");
  return { body: data, headers: answer.headers };
}
