import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  index,
} from "drizzle-orm/pg-core";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** A person's authenticator app (RFC 6238). Ignored until it is confirmed with a code. */
export const authenticators = pgTable(
  "authenticators",
  {
    companyId: companyId(),
    userId: uuid().notNull(),
    /** Encrypted with the key ring. */
    secret: bytes().notNull(),
    startedAt: moment().notNull(),
    confirmedAt: moment(),
    /** The time step of the last accepted code: a code is accepted once. */
    lastStep: integer(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.userId] })],
);
tag(authenticators, {
  companyId: tags.key,
  userId: tags.link,
  ...columns(tags.identity, "secret startedAt confirmedAt lastStep"),
});

/** Only a keyed digest of each recovery code is stored. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { companyId: companyId(), userId: uuid().notNull(), codeHash: bytes().notNull(), usedAt: moment() },
  (row) => [primaryKey({ columns: [row.companyId, row.userId, row.codeHash] })],
);
tag(recoveryCodes, {
  companyId: tags.key,
  userId: tags.link,
  ...columns(tags.identity, "codeHash usedAt"),
});

export const passkeys = pgTable(
  "passkeys",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    name: text().notNull(),
    /** The id the authenticator gave it, base64url. */
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** The authenticator's signature counter, or 0. A counter that does not increase reveals a copy. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    /** Whether it is synchronized between devices. */
    isSynced: boolean().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("passkeys_credential").on(row.credentialId),
    index("passkeys_by_user").on(row.companyId, row.userId),
  ],
);
tag(passkeys, {
  companyId: tags.key,
  ...columns(tags.link, "id userId"),
  ...columns(tags.identity, "name credentialId publicKey counter transports isSynced createdAt lastUsedAt"),
});

/** A sign-in with a correct password that waits for the second factor. It gives no other access. */
export const signInSteps = pgTable(
  "sign_in_steps",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    tokenHash: bytes().notNull(),
    /** Wrong codes so far. */
    attempts: smallint().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("sign_in_steps_token").on(row.tokenHash),
    index("sign_in_steps_by_user").on(row.companyId, row.userId),
  ],
);
tag(
  signInSteps,
  {
    companyId: tags.key,
    id: tags.link,
    userId: tags.link,
    tokenHash: tags.identity,
    attempts: tags.identity,
    expiresAt: { ...tags.identity, retention: "1 hour" },
  },
  { ages: { from: "expiresAt" } },
);
