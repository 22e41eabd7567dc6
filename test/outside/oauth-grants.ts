import { createHash, randomUUID } from "node:crypto";
import type { Answer, Call, openClock } from "./service.ts";

type Grant = { access: string; refresh: string; expiresAt: number; isOver: boolean };
type Shape = {
  client: { client_id: string; client_secret: string };
  clock: ReturnType<typeof openClock>;
  seconds: number;
  /** What the service answers. */
  tokens: (grant: Grant) => object;
  refused: object;
};

/** A service's page and tokens by OAuth 2 with PKCE, whose refresh tokens count once. */
export function openGrants({ client, clock, seconds, tokens, refused }: Shape) {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const grants: Grant[] = [];
  const settings = { agrees: true, rotates: true };
  const now = (): number => clock.now().getTime();
  const fresh = () => ({ access: `access-${randomUUID()}`, expiresAt: now() + seconds * 1_000 });
  const no = (body: object): Answer => ({ status: 400, body });

  function exchange(form: URLSearchParams): Answer {
    if (form.get("client_id") !== client.client_id || form.get("client_secret") !== client.client_secret)
      return no({ error: "invalid_client", error_description: "wrong client" });
    if (form.get("grant_type") === "refresh_token") {
      const grant = grants.find(({ refresh, isOver }) => refresh === form.get("refresh_token") && !isOver);
      if (!grant) return no(refused);
      Object.assign(grant, fresh(), settings.rotates && { refresh: `refresh-${randomUUID()}` });
      return { body: tokens(grant) };
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!code || code.challenge !== verifier || code.redirect !== form.get("redirect_uri")) return no(refused);
    const grant = { ...fresh(), refresh: `refresh-${randomUUID()}`, isOver: false };
    grants.push(grant);
    return { body: tokens(grant) };
  }

  return {
    grants,
    settings,
    exchange: ({ text }: Call): Answer => exchange(new URLSearchParams(text)),
    authorize({ query }: Call): Answer {
      if (query.get("client_id") !== client.client_id) return { status: 400, body: "wrong client" };
      const back = new URL(query.get("redirect_uri") ?? "");
      back.searchParams.set("state", query.get("state") ?? "");
      const code = randomUUID();
      if (!settings.agrees) back.searchParams.set("error", "access_denied");
      else {
        back.searchParams.set("code", code);
        codes.set(code, { challenge: query.get("code_challenge") ?? "", redirect: query.get("redirect_uri") ?? "" });
      }
      return { status: 302, headers: { location: back.href } };
    },
    revoke({ text }: Call): Answer {
      const token = new URLSearchParams(text).get("token");
      const grant = grants.find(({ access, refresh }) => access === token || refresh === token);
      if (!grant) return no({ error: "unsupported_token_type", error_description: "this token is not known" });
      grant.isOver = true;
      return { body: {} };
    },
    /** Whether a token signs in now. */
    admits: (token: string): boolean =>
      grants.some(({ access, isOver, expiresAt }) => access === token && !isOver && expiresAt > now()),
  };
}
