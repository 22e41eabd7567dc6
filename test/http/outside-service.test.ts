import { expect, onTestFinished, test } from "vitest";
import { openClock, openService } from "../outside/service.ts";

const open = async (...given: Parameters<typeof openService>) => {
  const service = await openService(...given);
  onTestFinished(() => service.close());
  return service;
};
const heard = (url: string, init: RequestInit = {}) =>
  fetch(url, init).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    () => "nothing",
  );

test("the journal tells what arrived, and what was done of it, whatever the caller heard", async () => {
  const service = await open(({ text }) => ({ status: 201, body: { got: text } }));
  const post = () => heard(`${service.url}/rows?page=2`, { method: "POST", body: "row" });
  service.fail({ kind: "refuse", status: 429, retryAfter: 30 }, { times: 1 });
  service.fail({ kind: "reset" }, { times: 1 });
  service.fail({ kind: "lost response" }, { times: 1 });
  service.fail({ kind: "malformed" }, { times: 1 });
  service.fail({ kind: "slow", ms: 1 }, { times: 1 });
  const answers = [];
  for (let at = 0; at < 6; at += 1) answers.push(await post());
  const good = '201 {"got":"row"}';
  expect(answers).toEqual(["429 ", "nothing", "nothing", '200 {"half": ', good, good]);
  expect(service.journal.map(({ fault, isDone }) => [fault, isDone])).toEqual([
    ["refuse", false],
    ["reset", false],
    ["lost response", true],
    ["malformed", true],
    ["slow", true],
    [null, true],
  ]);
  expect(service.done("/rows")).toHaveLength(4);
  expect(service.journal[0]).toMatchObject({ method: "POST", path: "/rows", text: "row" });
  expect(service.journal[0]?.query.get("page")).toBe("2");
});

test("a fault meets the calls it is for, for as long as it lasts by the service's clock", async () => {
  const clock = openClock();
  const service = await open(() => ({ body: "fine" }), { clock });
  service.fail({ kind: "refuse", status: 503 }, { forMs: 3_600_000, on: ({ path }) => path === "/down" });
  expect([await heard(`${service.url}/down`), await heard(service.url)]).toEqual(["503 ", "200 fine"]);
  clock.advance(3_600_000);
  expect(await heard(`${service.url}/down`)).toBe("200 fine");
  service.fail({ kind: "refuse", status: 401 });
  expect(await heard(service.url)).toBe("401 ");
  service.heal();
  expect(await heard(service.url)).toBe("200 fine");
});
