import { z } from "zod";

/**
 * What the public pages state about the operator of this installation: the operator's own statements, marked as such on
 * the pages. The file named by OPERATOR_FILE replaces any of them.
 */
export const defaultOperator = {
  name: "Boardroom",
  contactEmail: "hello@boardroom.example",
  securityEmail: "security@boardroom.example",
  privacyEmail: "privacy@boardroom.example",
  legalEmail: "legal@boardroom.example",
  /** Where disputes are settled. */
  jurisdiction: "the country where the operator is established",
  lastUpdated: "January 13, 2025",
  uptime: "99.9%",
  responseTime: "< 100 ms",
  responseWords: "under 100ms",
  delivery: "Global",
  deliveryWords: "CDN",
  devices: "Mobile",
  devicesWords: "ready",
  soc2: "Compliant",
  gdpr: "Compliant",
  ccpa: "Compliant",
  iso27001: "Compliant",
  criticalSupport: "1 hour",
  standardSupport: "24 hours",
  generalSupport: "48 hours",
  recovery: "4 hours",
  privacyReply: "30 days",
  legalReply: "5 business days",
  starterPrice: "$2,500",
  professionalPrice: "$7,500",
  enterprisePrice: "$15,000",
};
export type Operator = typeof defaultOperator;
export type Statement = keyof Operator;

const line = z.string().trim().min(1, "must not be empty").max(200);
const isEmail = (key: string): boolean => key.endsWith("Email");
const keys = Object.keys(defaultOperator) as Statement[];

export const operatorFile = z.strictObject(
  Object.fromEntries(keys.map((key) => [key, (isEmail(key) ? z.email().max(200) : line).optional()])) as Record<
    Statement,
    z.ZodOptional<z.ZodString>
  >,
);
