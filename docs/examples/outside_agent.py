"""Asks Boardroom before it spends, waits for the answer and reports. Python 3, standard library only."""
import json, os, sys, time, urllib.error, urllib.request

ADDRESS, TOKEN, AGENT = os.environ["BOARDROOM_URL"], os.environ["BOARDROOM_TOKEN"], os.environ["BOARDROOM_AGENT"]


def call(path, body=None):
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{ADDRESS}/api/decision-service{path}", data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {error.read().decode()}")


context = {
    "subject": "40 licences of the design tool", "counterparty": "Penpot Ltd",
    "amount": 600, "budget": 20000, "spent": 4000, "need": "should",
    "evidence": [{"kind": "Quote", "reference": "Quote of Penpot", "value": 600, "asOf": time.strftime("%Y-%m-%d")}],
    "forecasts": [{"claim": "35 of 40 licences are in use", "probability": 0.8,
                   "dueOn": time.strftime("%Y-%m-%d", time.gmtime(time.time() + 60 * 86400))}],
}
answer = call("", {"agentId": AGENT, "decisionType": "expense_approval", "context": context})
while answer["verdict"] == "ask" or answer["actFrom"]:
    time.sleep(float(os.environ.get("BOARDROOM_WAIT", "30")))
    answer = call("/" + answer["decision"]["id"])
print(answer["verdict"], "by policy", answer["policyVersion"], "-", "; ".join(answer["reasons"]))
if answer["verdict"] == "allow" and answer["decision"]["covers"]["amount"] >= context["amount"]:
    # Spend here, then say what came of it.
    call(f"/{answer['decision']['id']}/report", {"carriedOut": True, "amount": 600, "note": "Order 7781"})
