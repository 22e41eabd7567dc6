import { createHash, randomUUID } from "node:crypto";
import type { Answer, Call, openClock } from "./service.ts";

export const client = { client_id: "1234-boardroom.apps.googleusercontent.com", client_secret: "GOCSPX-a-secret" };
const modify = "https://www.googleapis.com/auth/gmail.modify";

type Grant = {
  access: string;
  expiresAt: number;
  refresh: string;
  scopes: string[];
  givenAt: number;
  isOver: boolean;
} & {
  account: string;
};

const dayMs = 86_400_000;
const tokenSeconds = 3_599;
const json = (body: object): Answer => ({ body });

/** How Google signs people in: its page, its tokens, and their end. */
export function googleSignIn(clock: ReturnType<typeof openClock>) {
  const codes = new Map<string, { challenge: string; redirect: string; scopes: string[]; hasRefresh: boolean }>();
  const grants: Grant[] = [];
  const settings = {
    /** Who is asked at Google's page agrees. */
    agrees: true,
    /** What they leave ticked; null: all. */
    granted: null as string[] | null,
    /** The return addresses that the client lists; null: any. */
    redirects: null as string[] | null,
    /** The app is in testing: sign-ins end after seven days. */
    isTesting: false,
    /** Who agrees. */
    account: "",
  };
  const now = () => clock.now().getTime();

  function authorize(query: URLSearchParams): Answer {
    const redirect = query.get("redirect_uri") ?? "";
    if (query.get("client_id") !== client.client_id) return { status: 401, body: "Error 401: invalid_client" };
    if (settings.redirects && !settings.redirects.includes(redirect))
      return { status: 400, body: "Error 400: redirect_uri_mismatch" };
    const back = new URL(redirect);
    back.searchParams.set("state", query.get("state") ?? "");
    if (!settings.agrees) back.searchParams.set("error", "access_denied");
    else {
      const code = `4/0A${randomUUID()}`;
      // `email` is granted under its long name.
      const long = "https://www.googleapis.com/auth/userinfo.email";
      const asked = (query.get("scope") ?? "").split(" ").map((one) => (one === "email" ? long : one));
      const scopes = asked.filter((one) => one === "openid" || !settings.granted || settings.granted.includes(one));
      const isFirst = grants.every(({ isOver }) => isOver);
      const hasRefresh = query.get("access_type") === "offline" && (isFirst || query.get("prompt") === "consent");
      codes.set(code, { challenge: query.get("code_challenge") ?? "", redirect, scopes, hasRefresh });
      back.searchParams.set("code", code);
      back.searchParams.set("scope", scopes.join(" "));
    }
    return { status: 302, headers: { location: back.href } };
  }

  function giveTokens(form: URLSearchParams): Answer {
    const no = (error: string, error_description: string, status = 400) => ({
      status,
      body: { error, error_description },
    });
    if (form.get("client_id") !== client.client_id) return no("invalid_client", "The OAuth client was not found.", 401);
    if (form.get("client_secret") !== client.client_secret) return no("invalid_client", "Unauthorized", 401);
    if (form.get("grant_type") === "refresh_token") {
      const grant = grants.find(({ refresh }) => refresh === form.get("refresh_token"));
      const isOld = settings.isTesting && now() - (grant?.givenAt ?? 0) > 7 * dayMs;
      if (!grant || grant.isOver || isOld) return no("invalid_grant", "Token has been expired or revoked.");
      Object.assign(grant, { access: `ya29.a0${randomUUID()}`, expiresAt: now() + tokenSeconds * 1_000 });
      return tokensOf(grant, false);
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!code || (code.challenge !== "" && code.challenge !== challenge)) return no("invalid_grant", "Bad Request");
    if (code.redirect !== form.get("redirect_uri")) return no("redirect_uri_mismatch", "Bad Request");
    return tokensOf(grantFor(code.scopes), code.hasRefresh);
  }
  function grantFor(scopes: string[]): Grant {
    const [access, refresh] = [`ya29.a0${randomUUID()}`, `1//0g${randomUUID()}`];
    const { account } = settings;
    const expiresAt = now() + tokenSeconds * 1_000;
    grants.push({ access, refresh, scopes, expiresAt, account, givenAt: now(), isOver: false });
    return grants.at(-1) as Grant;
  }
  const tokensOf = ({ access, refresh, scopes }: Grant, hasRefresh: boolean): Answer =>
    json({
      access_token: access,
      expires_in: tokenSeconds,
      ...(settings.isTesting && { refresh_token_expires_in: 7 * 86_400 - 1 }),
      ...(hasRefresh && { refresh_token: refresh }),
      ...(hasRefresh && settings.isTesting && { refresh_token_expires_in: 604_799 }),
      scope: scopes.join(" "),
      token_type: "Bearer",
      id_token: "eyJ.stand.in",
    });

  function serve(call: Call): Answer | null {
    if (call.path === "/o/oauth2/v2/auth") return authorize(call.query);
    if (call.path === "/token") return giveTokens(new URLSearchParams(call.text));
    if (call.path !== "/revoke") return null;
    const token = new URLSearchParams(call.text).get("token");
    const grant = grants.find(({ access, refresh, isOver }) => !isOver && [access, refresh].includes(token ?? ""));
    if (!grant) return { status: 400, body: { error: "invalid_token", error_description: "Token expired or revoked" } };
    // The whole grant of the account for this client ends.
    for (const one of grants) one.isOver = true;
    return json({});
  }

  return {
    serve,
    grants,
    settings,
    /** A sign-in that somebody agreed to. */
    grant: (scopes = [modify]) => grantFor(scopes),
    /** Whose access token it is, if it is valid. */
    userOf: (token: string) =>
      grants.find(({ access, isOver, expiresAt }) => access === token && !isOver && expiresAt > now())?.account,
    /** The sign-in of a call, if it is valid. */
    of({ headers }: Call): Grant | undefined {
      const bearer = (headers.authorization ?? "").replace("Bearer ", "");
      return grants.find(({ access, isOver, expiresAt }) => access === bearer && !isOver && expiresAt > now());
    },
  };
}
