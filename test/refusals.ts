import type { Trial } from "./fuzz.ts";
import { type Client, type Reply, untilAdmitted } from "./world.ts";

/** Sends trials, eight at a time, and gives each with its reply. */
export async function sendAll(client: Client, trials: readonly Trial[]): Promise<{ trial: Trial; reply: Reply }[]> {
  const answered: { trial: Trial; reply: Reply }[] = [];
  const open = [...trials];
  const worker = async () => {
    for (let trial = open.shift(); trial; trial = open.shift()) {
      const { body, headers } = trial;
      const reply = await untilAdmitted(() => client.send(trial.method, trial.path, { body, headers }));
      answered.push({ trial, reply });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return answered;
}

const machineWords =
  /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE)\b|syntax error|constraint|relation|violates|duplicate key|node_modules|\.ts\b|Error\b/;

/** What is wrong with a refusal: it must be a 4xx in one plain sentence, with its code and id in the headers. */
export function faultsOf({ status, text, headers }: Reply): string[] {
  const ownWords = text.replaceAll(/"[^"]*"?/g, '""');
  return [
    status >= 400 && status < 500 ? "" : `status ${status}`,
    text.length > 0 && text.length <= 200 ? "" : `${text.length} characters`,
    /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text) ? "control characters" : "",
    machineWords.test(ownWords) ? `machine words` : "",
    headers.get("content-type") === "text/plain; charset=utf-8" ? "" : `type ${headers.get("content-type")}`,
    /^[a-z_]+$/.test(headers.get("x-error-code") ?? "") ? "" : "no error code",
    /^[0-9a-f-]{36}$/.test(headers.get("x-request-id") ?? "") ? "" : "no request id",
  ].filter(Boolean);
}

/** One line per trial whose reply is no proper refusal. */
export function badRefusals(answered: readonly { trial: Trial; reply: Reply }[]): string[] {
  return answered.flatMap(({ trial, reply }) => {
    const faults = faultsOf(reply);
    if (reply.status !== (trial.status ?? reply.status)) faults.push(`not ${trial.status} but ${reply.status}`);
    const line = `${trial.method} ${trial.path.slice(0, 120)}: ${trial.name}: ${faults.join(", ")}: ${reply.text.slice(0, 120)}`;
    return faults.length > 0 ? [line] : [];
  });
}
