import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { memberRoles } from "#contract/roles.ts";
import { currency, email, id, instant, isTimeZone, lengths, text } from "#contract/words.ts";

export const company = z.strictObject({
  id,
  name: z.string(),
  currency,
  timeZone: z.string(),
  /** The month fiscal years begin in, 1 to 12. */
  fiscalYearStart: z.int(),
  /** A prepared company with invented records; permanent. */
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
  /** Whether this session may do nothing but set up a second factor. */
  needsSecondFactor: z.boolean(),
});
export type User = z.infer<typeof user>;

export const credentials = z.strictObject({
  /** Or the address. */
  username: text(lengths.email).min(1, "Username is required"),
  password: text(200).min(1, "Password is required"),
});

/** Invisible or unassigned characters, direction marks, and unusual spaces. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

const isVisible = (name: string): boolean => !invisible.test(name);

/** Normalized, so that names that read the same are the same. */
export const newUsername = text(lengths.username)
  .normalize("NFKC")
  .trim()
  .min(1, "Username is required")
  .max(lengths.username, `Use at most ${lengths.username} characters`)
  .refine(isVisible, "Username must be one line of visible characters");

export const personalName = text(lengths.username)
  .trim()
  .refine((name) => name === "" || isVisible(name), "Use one line of visible characters");

export const companyName = text(lengths.name)
  .trim()
  .min(2, "Company name must be at least 2 characters")
  .refine(isVisible, "Company name must be one line of visible characters");

export const newPassword = text(200).min(8, "Password must be at least 8 characters");

export const registration = z.strictObject({
  username: newUsername,
  email,
  companyName,
  password: newPassword,
  /** The browser's time zone (IANA name); UTC by default. */
  timeZone: text(64).optional(),
});

export const passwordChange = z.strictObject({
  currentPassword: text(200).min(1, "Current password is required"),
  newPassword,
});

export const currentUser = endpoint("GET", "/api/user", {
  summary: "The signed-in user with their company; 401 when signed out.",
  response: user,
  access: "viewer",
  rate: "polled",
});

export const getEntry = endpoint("GET", "/api/entry", {
  summary:
    "What a visitor sees first (sign-up while there is no company and sign-up is open), and what sign-in offers besides.",
  response: z.strictObject({
    form: z.enum(["sign-in", "sign-up"]),
    /** Whether a lost password can be replaced by mail. */
    sendsMail: z.boolean(),
    /** The name of the OpenID Connect provider people can sign in with; null: none. */
    provider: z.string().nullable(),
  }),
  access: "public",
  rate: "anonymous",
});

/** A person of the company, as others see them. */
export const person = z.strictObject({ id, username: z.string(), role: z.enum(memberRoles) });
export type Person = z.infer<typeof person>;

export const listPeople = endpoint("GET", "/api/people", {
  summary: "The active people of the company, by name.",
  response: z.array(person),
  access: "viewer",
  tool: { name: "list_people", effect: "read" },
});

/** The password was right; sign-in goes on with the token and a second factor. */
export const secondStep = z.strictObject({
  secondFactor: z.strictObject({ token: z.string(), authenticator: z.boolean(), passkey: z.boolean() }),
});
export type SecondStep = z.infer<typeof secondStep>;

export const login = endpoint("POST", "/api/login", {
  summary: "Signs in and starts a session, or asks for the second factor of a person who has one.",
  body: credentials,
  response: z.union([user, secondStep]),
  access: "public",
  rate: "sign-in",
});

export const register = endpoint("POST", "/api/register", {
  summary: "Creates a company with its first user, an admin, and signs them in.",
  body: registration,
  response: user,
  access: "public",
  rate: "register",
});

export const locale = z.strictObject({
  currency,
  timeZone: text(64)
    .refine(isTimeZone, "Choose a time zone from the list, such as Europe/London")
    .meta({ examples: ["Europe/London"] }),
  /** 1 to 12; unchanged if omitted. */
  fiscalYearStart: z.int().min(1, "Choose a month from 1 to 12").max(12, "Choose a month from 1 to 12").optional(),
});
export type Locale = Required<z.infer<typeof locale>>;

export const setLocale = endpoint("PUT", "/api/company/locale", {
  summary: "Sets the company's currency, its time zone and the month its fiscal years begin in.",
  body: locale,
  response: company,
  access: "admin",
});

export const changePassword = endpoint("PUT", "/api/user/password", {
  summary: "Changes the signed-in person's password and ends their other sessions; this browser gets a new one.",
  body: passwordChange,
  response: z.strictObject({
    /** How many other sessions ended. */
    sessionsEnded: z.int().nonnegative(),
  }),
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const profileChange = z.strictObject({
  firstName: personalName,
  lastName: personalName,
  email,
  currentPassword: text(200).optional(),
});

export const changeProfile = endpoint("PUT", "/api/user", {
  summary: "Changes the signed-in person's names and address; a new address needs the current password.",
  body: profileChange,
  response: user,
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const logout = endpoint("POST", "/api/logout", {
  summary: "Ends the session and its sockets.",
  response: z.strictObject({ message: z.string() }),
  access: "public",
  rate: "anonymous",
});
