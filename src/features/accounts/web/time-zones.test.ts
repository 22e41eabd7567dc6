import { expect, test } from "vitest";
import { zonesByContinent, zoneTime } from "./time-zones.ts";

test("groups zones by continent, labeled by city, including UTC and the current one", () => {
  const groups = new Map(zonesByContinent("Asia/Kolkata"));
  expect(groups.get("Europe")).toContainEqual({ name: "Europe/London", label: "London" });
  expect(groups.get("America")).toContainEqual({
    name: "America/North_Dakota/Center",
    label: "North Dakota, Center",
  });
  expect(groups.get("Asia")?.filter(({ name }) => name === "Asia/Kolkata")).toHaveLength(1);
  expect(groups.get("Other")).toContainEqual({ name: "UTC", label: "UTC" });
});

test("zoneTime uses the city", () => {
  expect(zoneTime("America/New_York")).toBe("New York time");
  expect(zoneTime("UTC")).toBe("UTC time");
});
