import * as connections from "#platform/model/connection.ts";
import type { ModelSettings } from "#platform/model/models.ts";
import { providers } from "#platform/model/providers.ts";
import type { Rung } from "#platform/model/provider.ts";

type Read = (name: string) => string | undefined;
type Fault = <T>(sentence: string, fallback: T) => T;

/** The operator's language models: a connection only if AI_PROVIDER names one. */
export type ModelConfig = ModelSettings & {
  connection: connections.Connection | null;
  /** The most a company may spend on it in a month, in USD. */
  budget: number;
  /** Whether a company's admin has to agree before its data goes to that connection. */
  asksConsent: boolean;
};

/** The common environment variables of each provider: its key, its address, and the path that follows the address. */
const accounts: Record<
  connections.ProviderId,
  { keys: readonly string[]; addresses: readonly string[]; path: string }
> = {
  openai: { keys: ["OPENAI_API_KEY"], addresses: ["OPENAI_BASE_URL"], path: "" },
  anthropic: { keys: ["ANTHROPIC_API_KEY"], addresses: ["ANTHROPIC_BASE_URL"], path: "/v1" },
  google: {
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
    addresses: [],
    path: "",
  },
  azure: {
    keys: ["AZURE_API_KEY", "AZURE_OPENAI_API_KEY"],
    addresses: ["AZURE_OPENAI_ENDPOINT"],
    path: "/openai/v1",
  },
  ollama: { keys: [], addresses: ["OLLAMA_BASE_URL"], path: "/v1" },
  lmstudio: { keys: [], addresses: ["LMSTUDIO_BASE_URL"], path: "/v1" },
  vllm: { keys: ["VLLM_API_KEY"], addresses: ["VLLM_BASE_URL"], path: "/v1" },
  "openai-compatible": { keys: ["LLM_API_KEY"], addresses: ["LLM_BASE_URL"], path: "" },
};

const ladder: Record<string, Rung | null> = { auto: null, json_schema: "schema", json_object: "json", prompt: "text" };

/** Reads the language models from the environment. `isLocal`: this server is used on its own machine only. */
export function readModels(read: Read, fault: Fault, isLocal: boolean): ModelConfig {
  const timeout = Number(read("AI_TIMEOUT_MS") ?? "55000");
  if (!(Number.isInteger(timeout) && timeout >= 1_000 && timeout <= 300_000))
    fault("AI_TIMEOUT_MS must be a whole number of milliseconds from 1000 to 300000.", null);
  const allowed = read("AI_ALLOW_PRIVATE_ADDRESSES");
  if (allowed !== undefined && allowed !== "0" && allowed !== "1")
    fault("AI_ALLOW_PRIVATE_ADDRESSES must be 0 or 1.", null);
  const asks = read("AI_ASK_CONSENT");
  if (asks !== undefined && asks !== "0" && asks !== "1") fault("AI_ASK_CONSENT must be 0 or 1.", null);
  const structured = read("LLM_STRUCTURED") ?? "auto";
  if (!Object.hasOwn(ladder, structured))
    fault(`LLM_STRUCTURED must be one of ${Object.keys(ladder).join(", ")}.`, null);
  const budget = Number(read("AI_BUDGET_USD") ?? "40");
  if (!(budget >= 0 && budget <= 1_000_000)) fault("AI_BUDGET_USD must be a number from 0 to 1000000.", null);
  return {
    timeout,
    budget,
    asksConsent: asks === undefined ? !isLocal : asks === "1",
    allowsPrivate: allowed === undefined ? isLocal : allowed === "1",
    rung: ladder[structured] ?? null,
    connection: readConnection(read, fault),
  };
}

function readConnection(read: Read, fault: Fault): connections.Connection | null {
  const named = read("AI_PROVIDER");
  if (named === undefined) return null;
  const provider = connections.providerIds.find((id) => id === named);
  if (!provider) return fault(`AI_PROVIDER must be one of ${connections.providerIds.join(", ")}.`, null);
  const defaults = providers[provider].models;
  const main = read("AI_MODEL") ?? (provider === "azure" ? read("AZURE_DEPLOYMENT") : undefined);
  const fast = read("AI_MODEL_FAST") ?? (provider === "azure" ? read("AZURE_DEPLOYMENT_FAST") : undefined);
  const special = { triage: fast ?? main, answer: main, plan: read("AI_MODEL_STRONG") ?? main, write: main };
  if (!main && !defaults) return fault(`AI_MODEL is required with AI_PROVIDER=${provider}.`, null);
  const account = accountOf(provider, read, fault);
  const choiceFor = (purpose: connections.Purpose) => ({ ...account, model: special[purpose] ?? defaults?.[purpose] });
  const checked = connections.connection.safeParse({
    models: Object.fromEntries(connections.purposes.map((purpose) => [purpose, choiceFor(purpose)])),
    fallback: readFallback(read, fault),
    setBy: "operator",
  });
  const issue = checked.error?.issues[0];
  return issue ? fault(`AI_PROVIDER: ${String(issue.path.at(-1))}: ${issue.message}.`, null) : (checked.data ?? null);
}

function readFallback(read: Read, fault: Fault): object | null {
  const text = read("AI_FALLBACK");
  if (text === undefined) return null;
  const [name, ...rest] = text.split(":");
  const provider = connections.providerIds.find((id) => id === name);
  const model = rest.join(":");
  if (!provider || !model)
    return fault("AI_FALLBACK must name a provider and a model, such as anthropic:claude-haiku-5-5.", null);
  return { ...accountOf(provider, read, fault), model };
}

function accountOf(provider: connections.ProviderId, read: Read, fault: Fault): connections.Account {
  const { keys, addresses, path } = accounts[provider];
  const { needsKey, baseUrl: defaultUrl } = providers[provider];
  const first = (names: readonly string[]) => names.map(read).find((value) => value !== undefined) ?? null;
  const resource = provider === "azure" ? read("AZURE_RESOURCE_NAME") : undefined;
  const address = first(addresses) ?? (resource ? `https://${resource}.openai.azure.com` : null);
  const apiKey = first(keys);
  if (needsKey && !apiKey) fault(`${keys[0]} is required for the AI provider ${provider}.`, null);
  if (!address && !defaultUrl) fault(`${addresses[0]} is required for the AI provider ${provider}.`, null);
  if (address && !/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
    return fault(`${addresses[0]} must be an address such as https://models.example/v1.`, {
      provider,
      baseUrl: null,
      apiKey,
    });
  const plain = address && (address.endsWith("/") ? address.slice(0, -1) : address);
  return { provider, baseUrl: plain && path && !plain.endsWith(path) ? plain + path : plain, apiKey };
}
