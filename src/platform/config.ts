import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve, sep } from "node:path";
import { z } from "zod";
import { type EmbedderName, embedderNames } from "#platform/embedding/names.ts";
import { defaultOperator, type Operator, operatorFile } from "#contract/operator.ts";
import { isMailbox, type MailConfig, readMail } from "#platform/mail/environment.ts";
import { type ModelConfig, readModels } from "#platform/model/environment.ts";
import { providers } from "#platform/model/providers.ts";

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Null: use the embedded database in `dataDir`. */
  databaseUrl: string | null;
  publicUrl: URL;
  /** Whether browsers reach this server, or the proxy in front of it, over https. */
  secure: boolean;
  production: boolean;
  /** `kid:base64` of 32 bytes each; the first key encrypts. Null: keys are stored in a file in `dataDir`. */
  encryptionKeys: string | null;
  auditKey: string | null;
  trustedProxies: readonly string[];
  logLevel: string;
  registration: "open" | "invite" | "closed";
  rateLimitFactor: number;
  role: "all" | "web" | "jobs";
  /** Minutes between snapshots of the embedded database; 0 turns them off. */
  snapshotEvery: number;
  /** Seconds in which a settled decision can be undone; its effects wait that long. 0: effects follow at once. */
  undoSeconds: number;
  /** The bearer token for /metrics; null turns the page off. */
  metricsToken: string | null;
  /** The commit this program was built from, if the build set it. */
  commit: string | null;
  /** Free bytes on the embedded database's disk: below the first it warns, below the second it becomes read-only. */
  diskWarn: number;
  diskStop: number;
  /** The destination of a second copy of the journals' anchors; null: none. */
  anchorsCopy: { kind: "file"; path: string } | { kind: "address"; url: URL } | null;
  /** Where log lines are posted as well; null: only standard output. */
  logCopy: URL | null;
  /** Where alerts for the operator are posted, and the secret that signs them; null: only to the log. */
  alertWebhook: { url: URL; secret: string } | null;
  /** Where alerts are mailed to; null: nowhere. */
  alertMail: string | null;
  /** Private addresses and ranges that deliveries and connections may call. */
  privateAddresses: readonly string[];
  models: ModelConfig;
  embedder: EmbedderName;
  /** The model that computes vectors, with `embedder: "model"`. */
  embedderModel: string | null;
  /** Null: the installation sends no mail. */
  mail: MailConfig | null;
  /** Whether everyone needs a second factor, whatever their company requires. */
  requiresSecondFactor: boolean;
  /** Whether plans limit how many agents and users a company has. */
  plans: boolean;
  /** The operator's clients at services that companies connect, by the service. */
  clients: Record<string, { id: string; secret: string; signing?: string }>;
  /** The OpenID Connect provider people can sign in with; null: none. */
  provider: { issuer: URL; clientId: string; clientSecret: string; name: string } | null;
  /** What the public pages state about the operator of this installation. */
  operator: Operator;
};

/** Every problem found in the environment, one sentence each. */
export class ConfigFault extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join(" "));
    this.sentences = sentences;
  }
}

const maxSnapshotMinutes = 7 * 24 * 60;
const maxUndoSeconds = 3_600;

type Read = (name: string) => string | undefined;

/** Reads the configuration; throws ConfigFault with every problem at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const read: Read = (name) => env[name]?.trim() || undefined;
  const fault = <T>(sentence: string, fallback: T): T => {
    faults.push(sentence);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = read(name);
    if (value === undefined) return fallback;
    return values.find((known) => known === value) ?? fault(`${name} must be one of ${values.join(", ")}.`, fallback);
  };

  const port = parsePort(read("PORT"), fault);
  const host = read("HOST") ?? "127.0.0.1";
  const production = read("NODE_ENV") === "production";
  const databaseUrl = read("DATABASE_URL") ?? null;
  if (databaseUrl && !isDatabaseUrl(databaseUrl))
    fault("DATABASE_URL must be an address such as postgres://user:password@host:5432/database.", null);
  const publicUrl = parsePublicUrl(read("PUBLIC_URL") ?? `http://localhost:${port}`, fault);
  const secure = publicUrl.protocol === "https:";
  if (production && !secure && read("ALLOW_HTTP") !== "1")
    fault("PUBLIC_URL must start with https:// in production; set ALLOW_HTTP=1 to run without TLS on purpose.", null);

  const encryptionKeys = read("ENCRYPTION_KEYS") ?? null;
  const auditKey = read("AUDIT_KEY") ?? null;
  if (encryptionKeys && !encryptionKeys.split(",").every((part) => isKey(part.split(":")[1])))
    fault("ENCRYPTION_KEYS must be a list of name:base64 with 32 bytes each, separated by commas.", null);
  if (auditKey && !isKey(auditKey)) fault("AUDIT_KEY must be 32 bytes in base64.", null);
  if (production && databaseUrl && !encryptionKeys)
    fault("ENCRYPTION_KEYS is required with DATABASE_URL in production.", null);
  if (production && databaseUrl && !auditKey) fault("AUDIT_KEY is required with DATABASE_URL in production.", null);

  const ranges = (name: string, given = ""): string[] => {
    const all = given
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
    const wrong = all.filter((one) => !isRange(one));
    for (const one of wrong) fault(`${name}: ${one} is not an address or a range.`, null);
    return all.filter((one) => !wrong.includes(one));
  };
  const trustedProxies = ranges("TRUSTED_PROXIES", read("TRUSTED_PROXIES"));
  const privateAddresses = ranges("PRIVATE_ADDRESSES", read("PRIVATE_ADDRESSES"));

  const factor = Number(read("RATE_LIMIT_FACTOR") ?? "1");
  if (!(Number.isFinite(factor) && factor > 0)) fault("RATE_LIMIT_FACTOR must be a number above 0.", null);

  const snapshotEvery = Number(read("SNAPSHOT_EVERY") ?? "60");
  if (!(Number.isInteger(snapshotEvery) && snapshotEvery >= 0 && snapshotEvery <= maxSnapshotMinutes))
    fault(`SNAPSHOT_EVERY must be a whole number of minutes from 0 (none) to ${maxSnapshotMinutes}.`, null);
  const undoSeconds = Number(read("UNDO_SECONDS") ?? "120");
  if (!(Number.isInteger(undoSeconds) && undoSeconds >= 0 && undoSeconds <= maxUndoSeconds))
    fault(`UNDO_SECONDS must be a whole number of seconds from 0 (no undo) to ${maxUndoSeconds}.`, null);
  const metricsToken = read("METRICS_TOKEN") ?? null;
  if (metricsToken !== null && metricsToken.length < 32)
    fault("METRICS_TOKEN must be at least 32 characters long.", null);
  const commit = read("BUILD_COMMIT") ?? null;
  if (commit !== null && !/^[0-9a-f]{7,40}$/.test(commit))
    fault("BUILD_COMMIT must be a commit's id, 7 to 40 characters of 0-9 and a-f.", null);
  const megabytes = (name: string, fallback: number): number => {
    const size = Number(read(name) ?? fallback);
    return (
      (size >= 0 && size <= 1e9 ? size : fault(`${name} must be a number of megabytes, 0 or more.`, 0)) * 1024 ** 2
    );
  };
  const diskWarn = megabytes("DISK_WARN_MB", 200);
  const diskStop = megabytes("DISK_STOP_MB", 50);

  const dataDir = resolve(read("DATA_DIR") ?? "./data");
  const mail = readMail(read("SMTP_URL"), read("MAIL_FROM"), fault);

  const models = readModels(read, fault, isThisMachine(publicUrl));
  const embedder = oneOf("EMBEDDER", embedderNames, "sentences");
  const embedderModel = read("EMBEDDER_MODEL") ?? null;
  if (embedder === "model" && !embedderModel) fault("EMBEDDER_MODEL is required with EMBEDDER=model.", null);
  // Every text of a company is sent to it.
  if (embedder === "model" && !(models.connection && providers[models.connection.models.answer.provider].isLocal))
    fault("EMBEDDER=model needs AI_PROVIDER to be ollama, lmstudio or vllm.", null);

  const config: Config = {
    port,
    host,
    dataDir,
    databaseUrl,
    publicUrl,
    secure,
    production,
    encryptionKeys,
    auditKey,
    trustedProxies,
    privateAddresses,
    logLevel: oneOf("LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
    registration: oneOf("REGISTRATION", ["open", "invite", "closed"], "open"),
    rateLimitFactor: factor,
    snapshotEvery,
    undoSeconds,
    role: oneOf("ROLE", ["all", "web", "jobs"], "all"),
    metricsToken,
    commit,
    diskWarn,
    diskStop,
    anchorsCopy: parseAnchorsCopy(read("ANCHORS_COPY"), dataDir, fault),
    logCopy: parseLogCopy(read("LOG_COPY"), fault),
    alertWebhook: parseAlertWebhook(read("ALERT_WEBHOOK_URL"), read("ALERT_WEBHOOK_SECRET"), fault),
    alertMail: parseAlertMail(read("ALERT_MAIL"), mail, fault),
    embedder,
    embedderModel,
    mail,
    models,
    requiresSecondFactor: oneOf("SECOND_FACTOR", ["optional", "required"], "optional") === "required",
    plans: oneOf("PLANS", ["off", "on"], "off") === "on",
    clients: readClients(read, fault),
    provider: readProvider(read, fault),
    operator: readOperator(read("OPERATOR_FILE"), fault),
  };
  if (faults.length > 0) throw new ConfigFault(faults);
  return config;
}

function parsePort(raw: string | undefined, fault: (sentence: string, fallback: number) => number): number {
  if (raw === undefined) return 3000;
  const port = Number(raw);
  return Number.isInteger(port) && port >= 0 && port <= 65_535
    ? port
    : fault("PORT must be a whole number from 0 to 65535.", 3000);
}

function parsePublicUrl(raw: string, fault: (sentence: string, fallback: URL) => URL): URL {
  const parsed = z.url({ protocol: /^https?$/ }).safeParse(raw);
  const fallback = new URL("http://localhost:3000");
  if (!parsed.success) return fault("PUBLIC_URL must be a full address such as https://boardroom.example.", fallback);
  const url = new URL(parsed.data);
  return url.href === `${url.origin}/`
    ? url
    : fault(
        `PUBLIC_URL must be an address without a path, such as ${url.origin}: nothing is served below one.`,
        fallback,
      );
}

/** The default statements, overridden by those in the file. */
function readOperator(path: string | undefined, fault: (sentence: string, fallback: object) => object): Operator {
  if (path === undefined) return defaultOperator;
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    fault(`OPERATOR_FILE cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`, {});
    return defaultOperator;
  }
  const { data, error } = operatorFile.safeParse(given);
  for (const issue of error?.issues ?? [])
    fault(`OPERATOR_FILE: ${[...issue.path, issue.message].join(": ")}.`.replace(/\.\.$/, "."), {});
  return { ...defaultOperator, ...(Object.fromEntries(Object.entries(data ?? {})) as Partial<Operator>) };
}

/** All three variables or none. Plain http is allowed only to this machine. */
function readProvider(read: Read, fault: (sentence: string, fallback: null) => null): Config["provider"] {
  const [issuer, clientId, clientSecret] = [read("OIDC_ISSUER"), read("OIDC_CLIENT_ID"), read("OIDC_CLIENT_SECRET")];
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret)
    return fault("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.", null);
  const url = URL.parse(issuer);
  if (!url || !isSafe(url)) return fault("OIDC_ISSUER must be an address that starts with https://.", null);
  return { issuer: url, clientId, clientSecret, name: read("OIDC_NAME") ?? "single sign-on" };
}

/** Of services at which companies can sign in with a client of the operator's. */
function readClients(read: Read, fault: (sentence: string, fallback: null) => null): Config["clients"] {
  const found = {
    hubspot: { id: read("HUBSPOT_CLIENT_ID"), secret: read("HUBSPOT_CLIENT_SECRET") },
    salesforce: { id: read("SALESFORCE_CLIENT_ID"), secret: read("SALESFORCE_CLIENT_SECRET") },
    slack: { id: read("SLACK_CLIENT_ID"), secret: read("SLACK_CLIENT_SECRET"), signing: read("SLACK_SIGNING_SECRET") },
  };
  const clients: Config["clients"] = {};
  for (const [service, { id, secret, signing }] of Object.entries<Partial<Config["clients"][string]>>(found)) {
    const name = `${service.toUpperCase()}_CLIENT`;
    if (id && secret) clients[service] = { id, secret, ...(signing && { signing }) };
    else if (id || secret) fault(`${name}_ID and ${name}_SECRET must be set together.`, null);
  }
  return clients;
}

/** Plain http is allowed only to this machine, for a local forwarder. */
function parseAnchorsCopy(
  raw: string | undefined,
  dataDir: string,
  fault: (sentence: string, fallback: null) => null,
): Config["anchorsCopy"] {
  if (raw === undefined) return null;
  if (/^https?:/i.test(raw)) {
    const url = URL.parse(raw);
    return url && (url.protocol === "https:" || isThisMachine(url))
      ? { kind: "address", url }
      : fault("ANCHORS_COPY must be an address that starts with https://, or the path of a file.", null);
  }
  const path = resolve(raw);
  return path === dataDir || path.startsWith(dataDir + sep)
    ? fault("ANCHORS_COPY must be a file outside DATA_DIR, preferably on another disk.", null)
    : { kind: "file", path };
}

function parseLogCopy(raw: string | undefined, fault: (sentence: string, fallback: null) => null): URL | null {
  if (raw === undefined) return null;
  const url = URL.parse(raw);
  return url && isSafe(url) ? url : fault("LOG_COPY must be an address that starts with https://.", null);
}

const shortestSecret = 32;

function parseAlertWebhook(
  raw: string | undefined,
  secret: string | undefined,
  fault: (sentence: string, fallback: null) => null,
): Config["alertWebhook"] {
  if (raw === undefined)
    return secret === undefined ? null : fault("ALERT_WEBHOOK_SECRET has no effect without ALERT_WEBHOOK_URL.", null);
  const url = URL.parse(raw);
  if (!url || !isSafe(url)) return fault("ALERT_WEBHOOK_URL must be an address that starts with https://.", null);
  if (secret === undefined || secret.length < shortestSecret)
    return fault(`ALERT_WEBHOOK_SECRET must be at least ${shortestSecret} characters long.`, null);
  return { url, secret };
}

function parseAlertMail(
  address: string | undefined,
  mail: MailConfig | null,
  fault: (sentence: string, fallback: null) => null,
): string | null {
  if (address === undefined) return null;
  if (!isMailbox(address)) return fault("ALERT_MAIL must be one address such as operator@example.com.", null);
  return mail ? address : fault("ALERT_MAIL has no effect without SMTP_URL and MAIL_FROM.", null);
}

/** Encrypted, or never leaving this machine. */
const isSafe = (url: URL): boolean => url.protocol === "https:" || (url.protocol === "http:" && isThisMachine(url));

const isThisMachine = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false;
  }
  return url.hostname !== "" || url.searchParams.has("host");
}

/** Whether the text is an address or a range such as 10.0.0.0/8. */
function isRange(text: string): boolean {
  const [address = "", bits] = text.split("/");
  const family = isIP(address);
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)));
}

function isKey(base64: string | undefined): boolean {
  return base64 !== undefined && /^[A-Za-z0-9+/]+=*$/.test(base64) && Buffer.from(base64, "base64").length === 32;
}
