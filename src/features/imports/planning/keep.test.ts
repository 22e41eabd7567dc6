import { expect, it } from "vitest";
import { planImport } from "#features/imports/planning/plan.ts";
import { profileFile } from "#platform/reading/profile.ts";

const place = { currency: "EUR", timeZone: "Europe/Berlin" } as const;
async function fieldsOf(fileName: string, ...lines: string[]): Promise<Record<string, string>> {
  const text = lines.join("\n");
  const bytes = async function* pieces() {
    yield new TextEncoder().encode(text);
  };
  const profile = await profileFile({ size: text.length, bytes }, place);
  const { plan } = planImport({ profile, fileName, place, choices: {}, remembered: new Map(), facts: null });
  return Object.fromEntries((plan?.columns ?? []).map(({ name, field }) => [name, field]));
}
const lines = (count: number, of: (at: number) => (string | number)[]): string[] =>
  Array.from({ length: count }, (_, at) => of(at).join(","));
const two = (at: number): string => String(at + 1).padStart(2, "0");

it("keeps what fits no field, but nothing that identifies people: numbers of the state, accounts, days of birth", async () => {
  const fields = await fieldsOf(
    "people.csv",
    "Full name,Job title,Department,Start date,Monthly salary,SSN,Date of birth,IBAN,Contract,Overtime hours",
    ...lines(10, (at) => [
      `Ann ${"ABCDEFGHIJ"[at]}`,
      "Clerk",
      at % 2 ? "Sales" : "Depot",
      `2024-03-${two(at)}`,
      3000 + at * 10,
      `123-45-67${two(at)}`,
      `1990-05-${two(at)}`,
      `DE8937040044053201${two(at)}00`,
      at % 2 ? "Fixed" : "Open",
      1.5 + at,
    ]),
  );
  expect(fields).toMatchObject({
    "Full name": "name",
    Contract: "custom:Contract",
    "Overtime hours": "custom:Overtime hours",
  });
  for (const heading of ["SSN", "Date of birth", "IBAN"]) expect(fields[heading], heading).toBeUndefined();
});

it("keeps no account of anybody else either", async () => {
  const fields = await fieldsOf(
    "customers.csv",
    "Customer name,Email,Status,Customer since,Region,Bank account no,IBAN",
    ...lines(8, (at) => [
      `Firm ${"ABCDEFGH"[at]} Ltd`,
      `a${at}@example.com`,
      "active",
      `2024-03-${two(at)}`,
      at % 2 ? "West" : "East",
      `0012345${two(at)}`,
      `GB29NWBK601613319268${two(at)}`,
    ]),
  );
  expect(fields).toMatchObject({ "Customer name": "name", Region: "custom:Region" });
  for (const heading of ["Bank account no", "IBAN"]) expect(fields[heading], heading).toBeUndefined();
});
