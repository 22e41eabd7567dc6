const timeoutMs = 10_000;

/** Posts lines to an address the operator chose; a redirect would leave it, so none is followed. */
export async function postLines(url: URL, lines: readonly string[], variable: string): Promise<void> {
  const plain = new URL(url);
  const user = decodeURIComponent(`${plain.username}:${plain.password}`);
  plain.username = plain.password = "";
  const answer = await fetch(plain, {
    method: "POST",
    headers: {
      "content-type": "application/x-ndjson",
      ...(user === ":" ? {} : { authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
    },
    body: lines.map((line) => `${line}\n`).join(""),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The address in ${variable} answered ${answer.status}.`);
}
