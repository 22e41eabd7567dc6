import { describe, expect, test } from "vitest";
import { commandFor, commandIn } from "./command.ts";
import { pageOfRequest, requestIn } from "./request.ts";
import { agrees, asksForBrief } from "./small-talk.ts";

const team = [
  { role: "CEO", name: "Eleanor" },
  { role: "CFO", name: "Marcus Bell" },
] as const;
const today = "2026-11-18";

describe("an action a message asks for", () => {
  test.each([
    [
      "Create a task to call Marlowe by Friday",
      { title: "Call Marlowe", role: "CEO", dueInDays: 2, priority: "medium" },
    ],
    ["remind me to pay the rent in 3 days", { title: "Pay the rent", dueInDays: 3 }],
    [
      "add an urgent task for the CFO: chase Harbour Foods",
      { title: "Chase Harbour Foods", role: "CFO", priority: "high" },
    ],
    [
      "Could you make a task for Marcus to look at it by 30 November?",
      { title: "Look at it", role: "CFO", dueInDays: 12 },
    ],
    ["Tell the CFO that Harbour asked", { to: "CFO", content: "Harbour asked" }],
    ["Let Marcus know we won.", { to: "CFO", content: "We won" }],
    ["Remind me on Monday to pay the rent", { title: "Pay the rent", dueInDays: 5 }],
    ["Create a task due tomorrow to call the bank", { title: "Call the bank", dueInDays: 1 }],
    [
      "Create a task to prepare the board pack, due on 12 December, high priority",
      { title: "Prepare the board pack", dueInDays: 24, priority: "high" },
    ],
    [
      "Create a task to call the bank on 3 December at 15:00",
      { title: "Call the bank at 15:00", dueInDays: 15, priority: "medium" },
    ],
    ["Create a task to call the bank within 3 days", { title: "Call the bank", dueInDays: 3 }],
    ["Create a task to call the bank in ten days", { title: "Call the bank", dueInDays: 10 }],
    ["Create a task to close the books by the end of the month", { title: "Close the books", dueInDays: 12 }],
    ["Create a task to check which bills are due today", { title: "Check which bills are due today", dueInDays: 7 }],
    ["Create a task to list what we shipped on Friday", { title: "List what we shipped on Friday", dueInDays: 7 }],
    ["Create a task to prepare the talk of next Monday", { title: "Prepare the talk of next Monday", dueInDays: 7 }],
    ["Tell the Legal officer we lost the case", { to: "Legal", content: "We lost the case" }],
    [
      "Create a task for Dana Reyes to call Harbour Foods",
      { title: "Call Harbour Foods (for Dana Reyes)", role: "CEO" },
    ],
  ])("%s", (message, input) => {
    expect(commandIn(message, team, today)?.input).toMatchObject(input);
  });

  test.each([
    "Create a task",
    "Tell me a joke",
    "How many tasks are open?",
    "Which task should I create?",
    "tell the bank",
  ])("is not a command: %s", (message) => {
    expect(commandIn(message, team, today)).toBeNull();
  });

  test("is repeated for another customer or executive", () => {
    const command = commandIn("Create a task to call Marlowe Hotels", team, today);
    if (!command) throw new Error("No command.");
    const before = ["Marlowe Hotels"];
    expect(commandFor(command, { before, name: "Harbour Foods", role: null })?.input["title"]).toBe(
      "Call Harbour Foods",
    );
    expect(commandFor(command, { before, name: null, role: "CFO" })?.input).toMatchObject({
      role: "CFO",
      title: "Call Marlowe Hotels",
    });
    const twice = { action: command.action, input: { title: "Call Marlowe Hotels, then write to Marlowe" } };
    const both = commandFor(twice, { before: ["Marlowe Hotels", "Marlowe"], name: "Harbour Foods", role: null });
    expect(both?.input["title"]).toBe("Call Harbour Foods, then write to Harbour Foods");
    expect(commandFor(command, { before: [], name: "Harbour Foods", role: null })).toBeNull();
  });
});

describe("a request to act", () => {
  test.each([
    "Pay the invoice",
    "Approve D-1",
    "transfer £500 to Bolt",
    "Remind them to pay",
    "Can you pay it?",
    "Delete them",
    "Go ahead and pay it",
    "mark INV-1080 as paid",
    "Discount INV-1080 by 10%",
    "Ask the CFO to check INV-1080",
    "Would you mind paying INV-1080?",
    "Kindly delete the vendor Adverta",
    "Delete D-5 please?",
    "Create an invoice",
    "Cancel that",
  ])("%s", (message) => {
    expect(requestIn(message)).not.toBeNull();
  });
  test.each([
    "Order value by month",
    "Change in revenue",
    "Send me the revenue",
    "Close deals this month",
    "Show me",
    "Why?",
    "Transfers",
    "Mark Twain invoices",
    "Discount by customer",
    "Create",
    "Ask me tomorrow",
  ])("is not a request: %s", (message) => {
    expect(requestIn(message)).toBeNull();
  });
  test.each([
    ["Delete D-5", "/decisions"],
    ["mark INV-1080 as paid", "/records/invoices"],
    ["Create an invoice", "/records/invoices"],
    ["Raise my limit", null],
    ["Pay Bolt", "/records/invoices"],
    ["Delete the vendor Adverta", "/records"],
    ["Cancel that", null],
    ["stop all agents", "/oversight"],
    ["turn off auto-pilot", "/oversight"],
  ])("the page of: %s", (request, href) => {
    expect(pageOfRequest(request)?.href ?? null).toBe(href);
  });
  test("agreement is detected", () => {
    expect(["Yes", "ok!", "Do it.", "go ahead please"].every(agrees)).toBe(true);
    expect(["Yes, but how much?", "ok and last year?"].some(agrees)).toBe(false);
  });
  test.each([
    "What is in my daily brief?",
    "show me the brief",
    "the morning brief",
    "What's in today's brief?",
    "Can I see this morning's briefing, please?",
    "What does the brief say?",
    "Read me my brief",
    "and the daily brief?",
    "Brief",
  ])("asks for the daily brief: %s", (message) => expect(asksForBrief(message)).toBe(true));
  test.each([
    "Brief me",
    "Give me a brief answer",
    "Keep it brief",
    "The weekly briefing",
    "What was in the brief of yesterday?",
    "How much did we invoice, in brief?",
    "Who writes the brief for the campaign?",
    "How are we doing?",
  ])("does not ask for the daily brief: %s", (message) => expect(asksForBrief(message)).toBe(false));
});
