import type { Configuration } from "openid-client";
import type { Config } from "#platform/config.ts";

/** A person's identity as the provider states it after a sign-in. */
export type Identity = { issuer: string; subject: string; email: string | null; isEmailVerified: boolean };

/** The values a provider's response must match. */
export type Expected = { state: string; nonce: string; verifier: string };

/** The OpenID Connect provider of this installation. */
export type Provider = {
  name: string;
  issuer: string;
  /** Where to send the browser, with a new state, nonce and PKCE verifier. */
  begin(): Promise<{ url: URL; expected: Expected }>;
  /** Exchanges the code in the answer; throws unless issuer, audience, signature, times, state and nonce are right. */
  finish(answer: string, expected: Expected): Promise<Identity>;
};

/** Where the provider sends people back to. */
export const returnPath = "/auth/oidc/return";

const timeoutSeconds = 5;

export function openProvider({ provider, publicUrl }: Pick<Config, "provider" | "publicUrl">): Provider | null {
  if (!provider) return null;
  const { issuer, clientId, clientSecret, name } = provider;
  let known: Promise<Configuration> | null = null;
  const client = () => import("openid-client");

  /** Fetched at the first sign-in, so that an unreachable provider does not keep the server from starting. */
  async function configuration(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await client();
    const isPlain = issuer.protocol === "http:";
    known ??= discovery(issuer, clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    });
    try {
      return await known;
    } catch (error) {
      known = null;
      throw error;
    }
  }

  return {
    name,
    issuer: issuer.href,
    async begin() {
      const oidc = await client();
      const verifier = oidc.randomPKCECodeVerifier();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: new URL(returnPath, publicUrl).href,
        scope: "openid email",
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return { url, expected: { state, nonce, verifier } };
    },
    async finish(answer, { state, nonce, verifier }) {
      const oidc = await client();
      const tokens = await oidc.authorizationCodeGrant(await configuration(), new URL(answer, publicUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("The provider sent no ID token.");
      const { iss, sub, email, email_verified: isVerified } = claims;
      return {
        issuer: iss,
        subject: sub,
        email: typeof email === "string" && email.length <= 255 ? email : null,
        isEmailVerified: isVerified === true,
      };
    },
  };
}
