import { banks } from "#features/imports/programs/banks.ts";
import { chargebee, docusign, freshbooks, lexoffice, sage } from "#features/imports/programs/books.ts";
import { hubspot } from "#features/imports/programs/hubspot.ts";
import { payroll } from "#features/imports/programs/payroll.ts";
import { pipedrive, zoho } from "#features/imports/programs/pipedrive.ts";
import type { Program } from "#features/imports/programs/program.ts";
import { quickbooks } from "#features/imports/programs/quickbooks.ts";
import { salesforce } from "#features/imports/programs/salesforce.ts";
import { paypal, shopify, square, woocommerce } from "#features/imports/programs/shops.ts";
import { stripe } from "#features/imports/programs/stripe.ts";
import { freshdesk, intercom, jira, zendesk } from "#features/imports/programs/support.ts";
import { xero } from "#features/imports/programs/xero.ts";

/** The programs whose exports are recognized. */
export const programs: readonly Program[] = [
  salesforce,
  hubspot,
  pipedrive,
  zoho,
  quickbooks,
  xero,
  freshbooks,
  sage,
  lexoffice,
  stripe,
  paypal,
  shopify,
  woocommerce,
  square,
  zendesk,
  freshdesk,
  intercom,
  jira,
  chargebee,
  docusign,
  ...banks,
  ...payroll,
];
