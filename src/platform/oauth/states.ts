import { createHash } from "node:crypto";
import { getTableName } from "drizzle-orm";
import { now } from "#platform/clock.ts";
import type { Platform } from "#platform/context.ts";
import { assistantStates } from "#platform/oauth/tables.ts";

export type State = { payload: Record<string, unknown>; consumedAt: Date | null };

/** The states of sign-ins, each under its kind and secret. */
export type States = {
  put(kind: string, id: string, payload: object, seconds: number, grant?: string): Promise<void>;
  get(kind: string, id: string): Promise<State | null>;
  /** Marks it as used; false if it was used before, or is gone. */
  consume(kind: string, id: string): Promise<boolean>;
  drop(kind: string, id: string): Promise<void>;
  dropGrant(grant: string): Promise<void>;
};

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const keyOf = (kind: string, id: string): Buffer => digest(`${kind}:${id}`);
const placeOf = (key: Buffer): string => `${getTableName(assistantStates)}:${key.toString("hex")}`;

export const grantKeyOf = (grant: string): Buffer => digest(`grant:${grant}`);

/** Expired states are removed whenever one is written. */
export function openStates({ database, secrets }: Platform): States {
  return {
    async put(kind, id, payload, seconds, grant) {
      const key = keyOf(kind, id);
      const at = now();
      await database.query("SELECT put_assistant_state($1, $2, $3, $4, $5)", [
        key,
        grant === undefined ? null : grantKeyOf(grant),
        secrets.seal(Buffer.from(JSON.stringify(payload)), placeOf(key)),
        new Date(at.getTime() + seconds * 1000),
        at,
      ]);
    },
    async get(kind, id) {
      const key = keyOf(kind, id);
      const [row] = await database.query<{ payload: Buffer; consumed_at: Date | null }>(
        "SELECT * FROM get_assistant_state($1, $2)",
        [key, now()],
      );
      if (!row) return null;
      const payload = JSON.parse(secrets.open(row.payload, placeOf(key)).toString()) as Record<string, unknown>;
      return { payload, consumedAt: row.consumed_at };
    },
    async consume(kind, id) {
      const [row] = await database.query<{ used: boolean }>("SELECT consume_assistant_state($1, $2) AS used", [
        keyOf(kind, id),
        now(),
      ]);
      return row?.used ?? false;
    },
    async drop(kind, id) {
      await database.query("SELECT drop_assistant_states($1, NULL)", [keyOf(kind, id)]);
    },
    async dropGrant(grant) {
      await database.query("SELECT drop_assistant_states(NULL, $1)", [grantKeyOf(grant)]);
    },
  };
}
