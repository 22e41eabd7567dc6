import { afterEach, beforeEach, expect, test, vi } from "vitest";

const refresh = vi.fn<(...subjects: string[]) => Promise<void>>();
const refreshRow = vi.fn<(subject: string, id: string) => Promise<void>>();
const refreshAll = vi.fn<() => Promise<void>>();
vi.mock("./query.ts", () => ({ refresh, refreshRow, refreshAll }));

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: string[] = [];
  readonly address: string;

  constructor(address: string) {
    this.address = address;
    FakeSocket.last = this;
  }

  send(text: string) {
    this.sent.push(text);
  }

  close(code = 1006) {
    this.onclose?.({ code });
  }

  receive(type: string, ...refreshes: string[]) {
    this.onmessage?.({ data: JSON.stringify({ type, id: null, refreshes }) });
  }
}

let close: () => void;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00Z") });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "https:", host: "boardroom.example" });
  vi.resetModules();
  const { openLive } = await import("./live.ts");
  close = openLive("company-1");
  FakeSocket.last.onopen?.();
});
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test("joins the company over the page's own host", () => {
  expect(FakeSocket.last.address).toBe("wss://boardroom.example/ws");
  expect(FakeSocket.last.sent).toEqual([JSON.stringify({ type: "join_company", companyId: "company-1" })]);
});

test("a message refreshes its subjects, later ones together", () => {
  FakeSocket.last.receive("decision_pending", "dashboard", "decisions", "authority", "feed");
  expect(refresh.mock.calls).toEqual([["dashboard", "decisions", "authority", "feed"]]);
  FakeSocket.last.receive("task.created", "tasks", "feed");
  FakeSocket.last.receive("communication_sent", "dashboard", "communications", "feed");
  FakeSocket.last.receive("user.logged_in");
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(refresh.mock.calls[1]).toEqual(["tasks", "feed", "dashboard", "communications"]);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("a message can refresh everything, including the user", () => {
  FakeSocket.last.receive("company.reset", "*");
  expect(refreshAll).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  FakeSocket.last.receive("task.updated", "tasks", "feed");
  expect(refresh.mock.calls).toEqual([["tasks", "feed"]]);
  expect(refreshAll).toHaveBeenCalledTimes(1);
});

test("a sentence being written refreshes only its own run's draft, at most every 1.5 seconds", () => {
  const writes = (id: string) =>
    FakeSocket.last.onmessage?.({ data: JSON.stringify({ type: "run.draft", id, refreshes: ["drafts"] }) });
  for (let at = 0; at < 20; at += 1) {
    writes("run-1");
    if (at === 12) writes("run-2");
    vi.advanceTimersByTime(300);
  }
  expect(refresh).not.toHaveBeenCalled();
  // In 6 seconds.
  const refreshed = (id: string) => refreshRow.mock.calls.filter((call) => call[0] === "drafts" && call[1] === id);
  expect([refreshed("run-1").length, refreshed("run-2").length, refreshRow.mock.calls.length]).toEqual([5, 1, 6]);
});

test("after the server missed notices, everything is refreshed within five seconds", () => {
  FakeSocket.last.receive("refresh");
  vi.advanceTimersByTime(5_000);
  expect(refreshAll).toHaveBeenCalledTimes(1);
});

test("a lost connection comes back and refreshes everything within five seconds", () => {
  const first = FakeSocket.last;
  first.close();
  vi.advanceTimersByTime(999);
  expect(FakeSocket.last).toBe(first);
  vi.advanceTimersByTime(1_001);
  expect(FakeSocket.last).not.toBe(first);
  expect(refreshAll).not.toHaveBeenCalled();
  FakeSocket.last.onopen?.();
  vi.advanceTimersByTime(5_000);
  expect(refreshAll).toHaveBeenCalledTimes(1);
});

test("when the server ends the session, everything is refetched at once", () => {
  FakeSocket.last.close(4401);
  expect(refreshAll).toHaveBeenCalledTimes(1);
});

test("ignores invalid messages, and stays closed once closed", () => {
  FakeSocket.last.onmessage?.({ data: "nonsense" });
  FakeSocket.last.receive("something.else");
  const last = FakeSocket.last;
  close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.last).toBe(last);
  expect(refresh).not.toHaveBeenCalled();
});
