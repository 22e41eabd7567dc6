import { z } from "zod";
import { ConnectorFault, faultOf } from "#connectors/fault.ts";
import type { Tokens } from "#connectors/oauth.ts";
import type { HttpOut } from "#platform/http-out/http-out.ts";

const hosts = [".salesforce.com", ".force.com", ".cloudforce.com"];

/** An address of Salesforce, or of its stand-in: tokens are sent nowhere else. Null: it is another one's. */
export function instanceOf(address: unknown, standIn: string | null): string | null {
  const url = typeof address === "string" ? URL.parse(address) : null;
  if (!url || url.username !== "" || url.password !== "") return null;
  if (url.origin === standIn) return url.origin;
  const isTheirs = url.protocol === "https:" && url.port === "" && hosts.some((host) => url.hostname.endsWith(host));
  return isTheirs ? url.origin : null;
}

/** A session belongs to the host it was given for; both are kept as one token. */
export const sessionOf = (instance: string, token: string): string => `${instance} ${token}`;
export const splitSession = (session: string): { instance: string; token: string } => {
  const [instance = "", token = ""] = session.split(" ");
  return { instance, token };
};

const escaped = (plain: string): string => plain.replaceAll(/[<>&'"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
const element = (xml: string, name: string): string | null =>
  new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`).exec(xml)?.[1]?.trim() ?? null;

const refused: Readonly<Record<string, string>> = {
  INVALID_LOGIN: "Salesforce does not accept this username, password and security token.",
  LOGIN_MUST_USE_SECURITY_TOKEN: "Salesforce wants the security token. Reset it there, and enter the new one.",
  INVALID_OPERATION_WITH_EXPIRED_PASSWORD: "The password at Salesforce has expired.",
};
const secondsAhead = 300;

/**
 * Signs in with a password, as Salesforce allows until version 64 of its API. Refusals end the sign-in: trying the same
 * password again locks the person out.
 */
export async function logIn(
  http: HttpOut,
  company: string,
  { username = "", password = "", security_token: token = "", login_url: given }: Record<string, string>,
  at: { login: string; standIn: string | null },
): Promise<Tokens> {
  const login = given ? instanceOf(given, at.standIn) : at.login;
  if (!login) throw new ConnectorFault("setup", "The login address must be one of Salesforce.");
  const body = `<?xml version="1.0" encoding="utf-8"?><env:Envelope xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><n1:login xmlns:n1="urn:partner.soap.sforce.com"><n1:username>${escaped(username)}</n1:username><n1:password>${escaped(password + token)}</n1:password></n1:login></env:Body></env:Envelope>`;
  const answer = await http
    .call(
      { company },
      {
        url: `${login}/services/Soap/u/64.0`,
        method: "POST",
        headers: { "content-type": "text/xml; charset=UTF-8", soapaction: "login" },
        body,
        timeoutMs: 15_000,
        mostBytes: 256 * 1024,
      },
    )
    .catch((error: unknown) => {
      throw faultOf(error);
    });
  const xml = Buffer.from(answer.body).toString();
  const code = element(xml, "faultcode")?.replace(/^\w+:/, "");
  if (code !== undefined)
    throw new ConnectorFault(
      refused[code] ? "expired" : "denied",
      refused[code] ?? `Salesforce refused the sign-in: ${(element(xml, "faultstring") ?? code).slice(0, 200)}`,
    );
  if (answer.status >= 400)
    throw new ConnectorFault("unavailable", `Salesforce answered ${answer.status}.`, answer.retryAfterMs);
  const instance = instanceOf(element(xml, "serverUrl"), at.standIn);
  const session = element(xml, "sessionId");
  if (!instance || !session) throw new ConnectorFault("lost", "The answer of Salesforce could not be read.");
  const { data: seconds } = z.coerce.number().positive().safeParse(element(xml, "sessionSecondsValid"));
  return {
    access: sessionOf(instance, session),
    refresh: null,
    expiresInMs: Math.max(600, (seconds ?? 5_400) - secondsAhead) * 1_000,
    refreshExpiresInMs: null,
    scopes: null,
  };
}
