import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { hashToken } from "#platform/http/session.ts";
import { softPasskey } from "./outside/passkey.ts";
import type { Member, World } from "./world.ts";

/** The code an authenticator app with this secret shows, `steps` time steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

const known = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** Gives a person an authenticator app with a known secret, by default one that waits for its first code. */
export async function furnishAuthenticator(world: World, company: string, user: string, isConfirmed = false) {
  const { secrets } = world.boardroom.platform;
  const sealed = secrets.seal(Buffer.from(Secret.fromBase32(known).bytes), `authenticator:${company}:${user}`);
  await world.asOwner("INSERT INTO authenticators VALUES ($1, $2, $3, now(), CASE WHEN $4 THEN now() END)", [
    company,
    user,
    sealed,
    isConfirmed,
  ]);
}
export const furnishedCode = (): string => codeOf(known);

/** Gives a person a passkey; returns it with the id of its row. */
async function furnishPasskey(world: World, company: string, user: string) {
  const key = softPasskey(world.config.publicUrl.origin);
  const [row] = await world.asOwner<{ id: string }>(
    `INSERT INTO passkeys (company_id, id, user_id, name, credential_id, public_key, counter, transports, is_synced, created_at)
     VALUES ($1, gen_random_uuid(), $2, 'Old laptop', $3, $4, 0, '[]', false, now()) RETURNING id`,
    [company, user, key.id, key.publicKey],
  );
  return { key, id: row?.id ?? "" };
}

/** A sign-in that waits for the second factor, for a day. */
async function furnishStep(world: World, company: string, user: string) {
  const token = randomBytes(32).toString("base64url");
  const [row] = await world.asOwner<{ id: string }>(
    `INSERT INTO sign_in_steps (company_id, id, user_id, token_hash, expires_at)
     VALUES ($1, gen_random_uuid(), $2, $3, now() + interval '1 day') RETURNING id`,
    [company, user, hashToken(token)],
  );
  return { token, id: row?.id ?? "" };
}

/** Links an account at a provider. */
export async function furnishLink(world: World, company: string, user: string): Promise<void> {
  await world.asOwner("INSERT INTO linked_identities VALUES ($1, $2, 'https://id.example', $3, now())", [
    company,
    user,
    `subject of ${user}`,
  ]);
}

/** What people of a furnished company sign in with: an app to confirm, a passkey, a link, and two sign-ins that wait. */
export async function furnishFactors(world: World, { user }: Member, people: { colleague: string; leaving: string }) {
  const { companyId: company } = user;
  const { secrets } = world.boardroom.platform;
  const challenge = (purpose: string) => secrets.seal(Buffer.from(String(Date.now())), purpose).toString("base64url");
  await furnishAuthenticator(world, company, user.id);
  await furnishAuthenticator(world, company, people.colleague, true);
  await world.asOwner("INSERT INTO recovery_codes VALUES ($1, $2, sha256(gen_random_uuid()::text::bytea))", [
    company,
    people.colleague,
  ]);
  await furnishLink(world, company, user.id);
  const own = await furnishPasskey(world, company, user.id);
  await world.asOwner("UPDATE sessions SET confirmed_at = now() + interval '1 day' WHERE user_id = $1", [user.id]);
  const { key } = await furnishPasskey(world, company, people.leaving);
  const [withCode, withPasskey] = [
    await furnishStep(world, company, people.colleague),
    await furnishStep(world, company, people.leaving),
  ];
  return {
    passkey: own.id,
    confirm: (owner: string) => own.key.sign(challenge(`passkey to sign in:confirm:${owner}`)),
    waiting: withCode.token,
    waitingForPasskey: withPasskey.token,
    sign: () => key.sign(challenge(`passkey to sign in:${withPasskey.id}`)),
    createPasskey: (owner: string) =>
      softPasskey(world.config.publicUrl.origin).create(challenge(`passkey to add:${company}:${owner}`)),
    /** Lets the person sign in with their password alone. */
    forgetFactors: async () => {
      for (const table of ["authenticators", "passkeys"])
        await world.asOwner(`DELETE FROM ${table} WHERE company_id = $1 AND user_id = $2`, [company, user.id]);
    },
  };
}
