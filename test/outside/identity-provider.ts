import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { type Answer, type Call, openService } from "./service.ts";

type Claims = Record<string, unknown>;

/** An OpenID Connect provider over real HTTP with keys of its own, at which the person of the moment is signed in. */
export type IdentityProvider = {
  issuer: string;
  env: Record<string, string>;
  /** Who is signed in there from now on; null: they cancel. */
  person: { sub: string; email?: string; email_verified?: boolean } | null;
  /** Changes the claims of the next ID tokens. */
  tamper: (claims: Claims) => Claims;
  /** Signs with a key that is not published. */
  forges: boolean;
  /** The algorithm that ID tokens name and are signed with. */
  algorithm: "RS256" | "HS256" | "none";
  /** The issuer in the discovery document. */
  claimed: string;
  close(): Promise<void>;
};

const client = { id: "boardroom", secret: "a secret of the provider" };
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const makeKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

export async function openIdentityProvider(): Promise<IdentityProvider> {
  const [known, unknown] = [makeKey(), makeKey()];
  const codes = new Map<string, { challenge: string; redirect: string; claims: Claims }>();
  const service = await openService(serve);
  const issuer = service.url;

  const provider: IdentityProvider = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret, OIDC_NAME: "Acme ID" },
    person: null,
    tamper: (claims) => claims,
    forges: false,
    algorithm: "RS256",
    claimed: issuer,
    close: service.close,
  };

  function tokenOf(claims: Claims): string {
    const now = Math.floor(Date.now() / 1000);
    const payload = provider.tamper({ iss: issuer, aud: client.id, iat: now, exp: now + 300, ...claims });
    const { algorithm, forges } = provider;
    const signed = `${encode({ alg: algorithm, kid: "one", typ: "JWT" })}.${encode(payload)}`;
    if (algorithm === "none") return `${signed}.`;
    if (algorithm === "HS256")
      return `${signed}.${createHmac("sha256", client.secret).update(signed).digest("base64url")}`;
    const { privateKey } = forges ? unknown : known;
    return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  }

  function serve({ path, query, headers, text }: Call): Answer {
    if (path === "/.well-known/openid-configuration")
      return {
        body: {
          issuer: provider.claimed,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        },
      };
    if (path === "/keys")
      return {
        body: { keys: [{ ...known.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] },
      };
    if (path === "/authorize") {
      const back = new URL(query.get("redirect_uri") ?? "");
      back.searchParams.set("state", query.get("state") ?? "");
      if (provider.person) {
        const code = randomUUID();
        const claims = { ...provider.person, nonce: query.get("nonce") };
        codes.set(code, {
          challenge: query.get("code_challenge") ?? "",
          redirect: back.origin + back.pathname,
          claims,
        });
        back.searchParams.set("code", code);
      } else back.searchParams.set("error", "access_denied");
      return { status: 302, headers: { location: back.href } };
    }
    if (path !== "/token") return { status: 404, body: { error: "not_found" } };
    const sent = new URLSearchParams(text);
    const waiting = codes.get(sent.get("code") ?? "");
    codes.delete(sent.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url");
    const isClient = sent.get("client_secret") === client.secret || (headers.authorization ?? "").startsWith("Basic ");
    if (!waiting || !isClient || waiting.challenge !== challenge || waiting.redirect !== sent.get("redirect_uri"))
      return { status: 400, body: { error: "invalid_grant" } };
    return { body: { access_token: randomUUID(), token_type: "Bearer", id_token: tokenOf(waiting.claims) } };
  }

  return provider;
}
