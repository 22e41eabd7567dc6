import { expect, it } from "vitest";
import { planImport } from "#features/imports/planning/plan.ts";
import { planned } from "../../../../test/plans.ts";
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

it("keeps nothing by default that is private of people: faith, health, origin, gender, family", async () => {
  const personal = [
    "Gender",
    "Ethnicity",
    "Marital status",
    "Religion",
    "Disability status",
    "Sick days",
    "Nationality",
  ];
  const spoken = [
    "Geschlecht",
    "Konfession",
    "Familienstand",
    "Schwerbehinderung",
    "État civil",
    "Estado civil",
    "国籍",
  ];
  const fields = await fieldsOf(
    "people.csv",
    ["Full name,Job title,Department,Start date,Contract", ...personal, ...spoken].join(","),
    ...lines(10, (at) => [
      `Ann ${"ABCDEFGHIJ"[at]}`,
      "Clerk",
      at % 2 ? "Sales" : "Depot",
      `2024-03-${two(at)}`,
      at % 2 ? "Fixed" : "Open",
      ...[...personal, ...spoken].map((heading) => (heading === "Sick days" ? at % 3 : at % 2 ? "One" : "Other")),
    ]),
  );
  expect(fields).toMatchObject({ "Full name": "name", Contract: "custom:Contract" });
  for (const heading of [...personal, ...spoken]) expect(fields[heading], heading).toBeUndefined();
});

const addressed = async (heading: string, named: (at: number) => string[]) => {
  const cells = (at: number) => [
    ...named(at),
    `a${at}@example.com`,
    `2024-03-${two(at)}`,
    `Elm Street ${at + 1}`,
    `1011${at}`,
    at % 2 ? "Bern" : "Basel",
    `1990-05-${two(at)}`,
    at % 2 ? "One" : "Other",
    at % 2 ? "West" : "East",
  ];
  const text = [`${heading},Email,Customer since,Street,Zip,City,Date of birth,Gender,Region`, ...lines(10, cells)];
  return (await planned(text.join("\n"), { target: "customers" })).fields;
};

it("keeps where firms are, and not where persons live", async () => {
  const firms = await addressed("Company name", (at) => [`Firm ${at} Ltd`]);
  expect(firms).toMatchObject({ Street: "custom:Street", Zip: "custom:Zip", City: "custom:City" });
  const contacts = await addressed("First name,Last name,Company", (at) => ["Ann", `Roe ${at}`, `Firm ${at} Ltd`]);
  expect(contacts).toMatchObject({ Street: "custom:Street", Zip: "custom:Zip" });
  for (const heading of ["First name,Last name", "Vorname,Nachname"]) {
    const persons = await addressed(heading, (at) => ["Ann", `Roe ${at}`]);
    expect(persons).toMatchObject({ City: "custom:City", Region: "custom:Region" });
    for (const left of ["Street", "Zip", "Date of birth", "Gender"])
      expect(persons[left], `${heading}: ${left}`).toBeNull();
  }
});
