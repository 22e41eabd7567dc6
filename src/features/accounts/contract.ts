import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { memberRoles } from "#contract/roles.ts";
import { currency, email, id, instant, isTimeZone, lengths, text } from "#contract/words.ts";

export const company = z.strictObject({
  id,
  name: z.string(),
  currency,
  timeZone: z.string(),
  /** A prepared company whose records are invented; nobody can take the mark away. */
  demo: z.boolean(),
});
export type Company = z.infer<typeof company>;

export const user = z.strictObject({
  id,
  username: z.string(),
  email: z.string(),
  companyId: id,
  role: z.enum(memberRoles),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isActive: z.boolean(),
  lastLoginAt: instant.nullable(),
  createdAt: instant,
  company,
});
export type User = z.infer<typeof user>;

export const credentials = z.strictObject({
  username: text(lengths.username).min(1, "Username is required"),
  password: text(200).min(1, "Password is required"),
});

export const newPassword = text(200).min(8, "Password must be at least 8 characters");

export const registration = z.strictObject({
  username: text(lengths.username).trim().min(1, "Username is required"),
  email,
  companyName: text(lengths.name).trim().min(2, "Company name must be at least 2 characters"),
  password: newPassword,
  /** The browser's time zone (IANA name); UTC when left out. */
  timeZone: text(64).optional(),
});

export const currentUser = endpoint("GET", "/api/user", {
  summary: "The signed-in user with their company; 401 when nobody is signed in.",
  response: user,
  access: "viewer",
  rate: "polled",
});

export const login = endpoint("POST", "/api/login", {
  summary: "Signs in and opens a session.",
  body: credentials,
  response: user,
  access: "public",
  rate: "sign-in",
});

export const register = endpoint("POST", "/api/register", {
  summary: "Opens a company with its first user, an admin, and signs them in.",
  body: registration,
  response: user,
  access: "public",
  rate: "register",
});

export const setLocale = endpoint("PUT", "/api/company/locale", {
  summary: "Sets the currency figures are shown and decided in, and the time zone whose days count.",
  body: z.strictObject({
    currency,
    timeZone: text(64).refine(isTimeZone, "Choose a time zone of the list, such as Europe/London"),
  }),
  response: company,
  access: "admin",
  rate: "normal",
});

export const logout = endpoint("POST", "/api/logout", {
  summary: "Ends the session and its sockets.",
  response: z.strictObject({ message: z.string() }),
  access: "public",
  rate: "anonymous",
});
