/** Asks Boardroom before it spends, waits for the answer and reports. Node 24, no packages. */
const { BOARDROOM_URL, BOARDROOM_TOKEN, BOARDROOM_AGENT, BOARDROOM_WAIT = "30" } = process.env;

async function call(path: string, body?: object) {
  const response = await fetch(`${BOARDROOM_URL}/api/decision-service${path}`, {
    headers: { authorization: `Bearer ${BOARDROOM_TOKEN}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
const context = {
  subject: "40 licences of the design tool",
  counterparty: "Penpot Ltd",
  amount: 600,
  budget: 20_000,
  spent: 4_000,
  need: "should",
  evidence: [{ kind: "Quote", reference: "Quote of Penpot", value: 600, asOf: day(0) }],
  forecasts: [{ claim: "35 of 40 licences are in use", probability: 0.8, dueOn: day(60) }],
};
let answer = await call("", { agentId: BOARDROOM_AGENT, decisionType: "expense_approval", context });
while (answer.verdict === "ask" || answer.actFrom) {
  await new Promise((resolve) => setTimeout(resolve, Number(BOARDROOM_WAIT) * 1_000));
  answer = await call(`/${answer.decision.id}`);
}
console.log(`${answer.verdict} by policy ${answer.policyVersion} - ${answer.reasons.join("; ")}`);
if (answer.verdict === "allow" && answer.decision.covers.amount >= context.amount)
  // Spend here, then say what came of it.
  await call(`/${answer.decision.id}/report`, { carriedOut: true, amount: 600, note: "Order 7781" });
