import { expect, test } from "vitest";
import { agentRoles } from "#contract/roles.ts";
import { capabilityWords } from "./capability-words.ts";

test("every capability of every role is explained, and no other", () => {
  const known = new Set(agentRoles.flatMap((role) => role.capabilities));
  expect(Object.keys(capabilityWords).toSorted((one, other) => one.localeCompare(other))).toEqual(
    [...known].toSorted((one, other) => one.localeCompare(other)),
  );
});
