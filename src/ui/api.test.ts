import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { addressOf, call, callOrNull, forgetAnswers, upload } from "./api.ts";
import { keyOf } from "./query.ts";

const row = endpoint("GET", "/api/rows/:id", {
  summary: "",
  params: { id: z.string() },
  query: { after: z.string().optional() },
  response: z.strictObject({ id: z.string() }),
  access: "viewer",
  rate: "normal",
});
const answer = (body: string, init: ResponseInit) => vi.stubGlobal("fetch", async () => new Response(body, init));
afterEach(() => vi.unstubAllGlobals());

test("the address contains parameters and the query's defined values", () => {
  expect(addressOf(row, { params: { id: "a b" }, query: { after: undefined } })).toBe("/api/rows/a%20b");
  expect(addressOf(row, { params: { id: "1" }, query: { after: "x&y" } })).toBe("/api/rows/1?after=x%26y");
});

test("a key's parts joined by slashes are the path", () => {
  expect(keyOf(row, { params: { id: "1" } }).join("/")).toBe("/api/rows/1");
});

test("an error message has the status and the server's sentence", async () => {
  answer("Already approved by Ana at 14:02", { status: 409 });
  await expect(call(row, { params: { id: "1" } })).rejects.toThrow("409: Already approved by Ana at 14:02");
});

test("an error without a sentence uses the status text", async () => {
  answer("", { status: 503, statusText: "Service Unavailable" });
  await expect(call(row, { params: { id: "1" } })).rejects.toThrow("503: Service Unavailable");
});

test("callOrNull returns null when signed out", async () => {
  answer("Sign in first", { status: 401 });
  expect(await callOrNull(row, { params: { id: "1" } })).toBeNull();
});

test("an answer with a tag is asked for by it, until the person changes", async () => {
  const asked: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: Record<string, string> }) => {
    const tag = headers["if-none-match"] ?? null;
    asked.push(tag);
    return tag ? new Response(null, { status: 304 }) : Response.json({ id: "1" }, { headers: { etag: 'W/"7"' } });
  });
  const ask = () => call(row, { params: { id: "1" } });
  expect([await ask(), await ask()]).toEqual([{ id: "1" }, { id: "1" }]);
  forgetAnswers();
  await ask();
  expect(asked).toEqual([null, 'W/"7"', null]);
});

const file = endpoint("POST", "/api/files", {
  summary: "",
  body: z.instanceof(Uint8Array),
  response: z.strictObject({ id: z.string() }),
  access: "member",
  rate: "normal",
  upload: "text/csv",
});

/** Answers uploads with these statuses in turn; gives how many were sent. */
function answerUploads(replies: readonly [status: number, text: string, retryAfter: string | null][]): () => number {
  let sent = 0;
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      status = 0;
      responseText = "";
      onload = (): void => undefined;
      open(): void {}
      setRequestHeader(): void {}
      getResponseHeader = (name: string): string | null =>
        name === "retry-after" ? (replies[sent - 1]?.[2] ?? null) : null;
      send(): void {
        [this.status = 0, this.responseText = ""] = replies[(sent += 1) - 1] ?? [];
        queueMicrotask(this.onload);
      }
    },
  );
  return () => sent;
}

test.each([
  [
    "waits while too much is being sent",
    [
      [429, "Too much at once", "5"],
      [200, '{"id":"1"}', null],
    ],
    '{"id":"1"}',
    2,
  ],
  ["does not wait for an hour", [[429, "Too many", "3600"]], "429: Too many", 1],
  ["is not repeated after a failure", [[503, "Unavailable", "2"]], "503: Unavailable", 1],
] as const)("an upload %s", async (_what, replies, outcome, times) => {
  vi.useFakeTimers();
  const sent = answerUploads(replies as never);
  const done = upload(file, {}, new Blob(["a"]), () => undefined).then(JSON.stringify, (error: Error) => error.message);
  await vi.runAllTimersAsync();
  expect([await done, sent()]).toEqual([outcome, times]);
  vi.useRealTimers();
});
