import { expect, it } from "vitest";
import { inKnownTurns } from "./phrasing.ts";

it.each([
  ["invoices excluding drafts", "invoices without drafts"],
  ["sales other than Acme", "sales without Acme"],
  ["deals of 100,000 or more", "deals of at least 100,000"],
  ["bills 60 days or older", "bills at least 60 days"],
  ["orders of €500 or less", "orders of at most €500"],
  ["this years costs", "this year costs"],
  ["in 2025 or 2026", "in 2025 or 2026"],
])("%s is %s", (asked, known) => expect(inKnownTurns(asked)).toBe(known));
