import { expect, test } from "vitest";
import { zonesByContinent, zoneTime } from "./time-zones.ts";

test("zones stand under their continent by their city, UTC and the current one among them", () => {
  const groups = new Map(zonesByContinent("Asia/Kolkata"));
  expect(groups.get("Europe")).toContainEqual({ name: "Europe/London", label: "London" });
  expect(groups.get("America")).toContainEqual({
    name: "America/North_Dakota/Center",
    label: "North Dakota, Center",
  });
  expect(groups.get("Asia")?.filter(({ name }) => name === "Asia/Kolkata")).toHaveLength(1);
  expect(groups.get("No place")).toContainEqual({ name: "UTC", label: "UTC" });
});

test("a zone is said by its city", () => {
  expect(zoneTime("America/New_York")).toBe("New York time");
  expect(zoneTime("UTC")).toBe("UTC time");
});
