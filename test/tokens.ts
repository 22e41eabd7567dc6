import { type Scope, scopes as allScopes } from "#contract/scopes.ts";
import { createToken } from "#features/accounts/tokens/contract.ts";
import { type Client, clientOf, type Member } from "./world.ts";

/** Calls with an API token, from a place that would be refused for a cookie. */
export const tokenClient = (url: string, token: string): Client =>
  clientOf(url, { authorization: `Bearer ${token}`, "sec-fetch-site": "cross-site", origin: "https://other.example" });

/** Creates a token for a member and gives it with a client that calls with it. */
export async function withToken(
  url: string,
  member: Client,
  scopes: readonly Scope[] = allScopes,
): Promise<{ token: string; id: string; client: Client }> {
  const body = { name: "Script", scopes: [...scopes], expiresInDays: 30 };
  const { token, created } = await member.call(createToken, { body });
  return { token, id: created.id, client: tokenClient(url, token) };
}

/** A member whose calls go with a token of theirs. */
export const byToken = async (url: string, member: Member, scopes?: readonly Scope[]): Promise<Member> =>
  Object.assign({ ...member }, (await withToken(url, member, scopes)).client);
