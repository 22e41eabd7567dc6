/** What a model is used for; each purpose has its own model. */
export const purposes = ["triage", "answer", "plan", "write"] as const;
export type Purpose = (typeof purposes)[number];

/** Whose connection and key it is. */
export const payers = ["operator", "company"] as const;
export type Payer = (typeof payers)[number];

export const providerIds = [
  "openai",
  "anthropic",
  "google",
  "azure",
  "ollama",
  "lmstudio",
  "vllm",
  "openai-compatible",
] as const;
export type ProviderId = (typeof providerIds)[number];

const privateIps = [
  /^(?:10|127)(?:\.\d+){3}$/,
  /^192\.168(?:\.\d+){2}$/,
  /^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d+){2}$/,
  /^\[(?:::1|f[cd][\da-f]{2}:[\da-f:]*)\]$/,
];
/** Host names outside the public DNS. */
const privateNames = /^[^.[\]]+$|\.(?:localhost|local|internal|lan)$/;

/** Whether an address is on this machine or a private network, judged by its text alone: no name is resolved. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return privateNames.test(hostname) || privateIps.some((ip) => ip.test(hostname));
}
