import * as pg from "drizzle-orm/pg-core";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** A person's authenticator app (RFC 6238). Ignored until it is confirmed with a code. */
export const authenticators = pg.pgTable(
  "authenticators",
  {
    companyId: companyId(),
    userId: pg.uuid().notNull(),
    /** Encrypted with the key ring. */
    secret: bytes().notNull(),
    startedAt: moment().notNull(),
    confirmedAt: moment(),
    /** The time step of the last accepted code: a code is accepted once. */
    lastStep: pg.integer(),
  },
  (row) => [pg.primaryKey({ columns: [row.companyId, row.userId] })],
);
tag(authenticators, {
  userId: tags.link,
  ...columns(tags.identity, "secret startedAt confirmedAt lastStep"),
});

/** Only a keyed digest of each recovery code is stored. */
export const recoveryCodes = pg.pgTable(
  "recovery_codes",
  { companyId: companyId(), userId: pg.uuid().notNull(), codeHash: bytes().notNull(), usedAt: moment() },
  (row) => [pg.primaryKey({ columns: [row.companyId, row.userId, row.codeHash] })],
);
tag(recoveryCodes, {
  userId: tags.link,
  ...columns(tags.identity, "codeHash usedAt"),
});

export const passkeys = companyTable(
  "passkeys",
  {
    userId: pg.uuid().notNull(),
    name: pg.text().notNull(),
    /** The id the authenticator gave it, base64url. */
    credentialId: pg.text().notNull(),
    publicKey: bytes().notNull(),
    /** The authenticator's signature counter, or 0. A counter that does not increase reveals a copy. */
    counter: pg.bigint({ mode: "number" }).notNull(),
    transports: pg.jsonb().$type<string[]>().notNull(),
    /** Whether it is synchronized between devices. */
    isSynced: pg.boolean().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (row) => [
    pg.unique("passkeys_credential").on(row.credentialId),
    pg.index("passkeys_by_user").on(row.companyId, row.userId),
  ],
);
tag(passkeys, {
  ...columns(tags.link, "id userId"),
  ...columns(tags.identity, "name credentialId publicKey counter transports isSynced createdAt lastUsedAt"),
});

/** A sign-in with a correct password that waits for the second factor. It gives no other access. */
export const signInSteps = companyTable(
  "sign_in_steps",
  {
    userId: pg.uuid().notNull(),
    tokenHash: bytes().notNull(),
    /** Wrong codes so far. */
    attempts: pg.smallint().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (row) => [
    pg.unique("sign_in_steps_token").on(row.tokenHash),
    pg.index("sign_in_steps_by_user").on(row.companyId, row.userId),
  ],
);
tag(
  signInSteps,
  {
    id: tags.link,
    userId: tags.link,
    tokenHash: tags.identity,
    attempts: tags.identity,
    expiresAt: { ...tags.identity, retention: "1 hour" },
  },
  { ages: { from: "expiresAt" } },
);
