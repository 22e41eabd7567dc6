import { timingSafeEqual } from "node:crypto";
import { type CompanyId, mintCompany } from "#platform/context.ts";
import type { Secrets } from "#platform/secrets.ts";

/** A company's token for one purpose: its id, and a proof that this installation made it. It is no secret by itself. */
export function companyToken(secrets: Secrets, purpose: string, company: string): string {
  const proof = Buffer.from(secrets.derive(`${purpose}:${company}`), "base64url").subarray(0, 16);
  return Buffer.concat([Buffer.from(company.replaceAll("-", ""), "hex"), proof]).toString("base64url");
}

/** Whose token it is; null: this installation did not make it for this purpose. */
export function companyOfToken(secrets: Secrets, purpose: string, token: string): CompanyId | null {
  const hex = Buffer.from(token, "base64url").subarray(0, 16).toString("hex");
  const company = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const [own, given] = [Buffer.from(companyToken(secrets, purpose, company)), Buffer.from(token)];
  return own.length === given.length && timingSafeEqual(own, given) ? mintCompany(company) : null;
}
