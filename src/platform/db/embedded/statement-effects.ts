import type { Refusal } from "./frames.ts";
import { statementsOf } from "./sql-text.ts";

/** A change to a connection's channels; `channel` null means all. */
export type ListenAction = { command: "LISTEN" | "UNLISTEN"; channel: string | null };

/** What must be known about a query text before it runs on the shared backend. */
export type Effects = {
  listens: readonly ListenAction[];
  /** `COPY ... FROM STDIN`: the client's data is collected first, because the backend cannot wait for it. */
  copyIn: "text" | "binary" | null;
  /** Leaves a session setting that the next connection must not inherit. */
  leavesSettings: boolean;
  refusal: Refusal | null;
};

const none: Effects = { listens: [], copyIn: null, leavesSettings: false, refusal: null };

const longestName = 63;

const listen = /^(listen|unlisten)\s+(\*|"(?:[^"]|"")+"|[^\s"]+)$/i;
const copyFromClient = /^copy\b(?!\s*\().*\bfrom\s+stdin\b/is;
const sessionSetting = /^(?:set|reset)\b(?!\s+(?:local|transaction|constraints)\b)/i;
const identityChange =
  /^(?:set|reset)\s+(?:(?:session|local)\s+)*(?:"?role"?|authorization|"?session_authorization"?)(?!\w)/i;
const sessionReset = /^(?:discard\s+all|deallocate\s+(?:prepare\s+)?all)$/i;
const setConfig = /set_config"?\s*\(/i;
// Any first argument that is not a plain name could spell out session_authorization.
const disguisedSetConfig = /set_config"?\s*\((?!\s*'(?!role'|session_authorization')[\w.]+'\s*,)/i;

const identityRefusal = { code: "42501", message: "permission denied to change the user of this connection" };

/** Refusing a change of user is only a second line of defense: text in a DO block or a function is not seen. */
export function effectsOf(sql: string, isOwner: boolean): Effects {
  const statements = statementsOf(sql);
  if (statements.length === 0) return none;
  const copies = statements.filter((statement) => copyFromClient.test(statement));
  return {
    listens: statements.flatMap(listenAction),
    copyIn: copies.length === 0 ? null : /\bbinary\b/i.test(copies[0] as string) ? "binary" : "text",
    leavesSettings:
      statements.some((statement) => sessionSetting.test(statement)) ||
      (setConfig.test(sql) && !/,\s*true\s*\)/i.test(sql)),
    refusal: refusalOf(sql, statements, isOwner, copies.length),
  };
}

function refusalOf(sql: string, statements: string[], isOwner: boolean, copies: number): Refusal | null {
  if (statements.some((statement) => sessionReset.test(statement)))
    return {
      code: "0A000",
      message: "the embedded database shares one session: DISCARD ALL and DEALLOCATE ALL are not available",
    };
  if (copies > 1) return { code: "0A000", message: "the embedded database takes one COPY FROM STDIN in a query" };
  if (isOwner) return null;
  const changesUser =
    statements.some((statement) => identityChange.test(statement)) ||
    /session_authorization|session\s+authorization/i.test(sql) ||
    disguisedSetConfig.test(sql);
  return changesUser ? identityRefusal : null;
}

function listenAction(statement: string): ListenAction[] {
  const [, command, name] = listen.exec(statement) ?? [];
  if (command === undefined || name === undefined) return [];
  return [{ command: command.toUpperCase() === "LISTEN" ? "LISTEN" : "UNLISTEN", channel: channelName(name) }];
}

function channelName(name: string): string | null {
  if (name === "*") return null;
  const plain = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();
  return Buffer.from(plain).subarray(0, longestName).toString();
}
