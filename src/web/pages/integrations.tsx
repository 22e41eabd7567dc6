import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";

const today = [
  ["Files", "Import what your programs export: CSV, Excel and text files.", "/add-data", "Add data"],
  ["Gmail and other mailboxes", "Have the agents draft answers to your email.", "/mail", "Open mail"],
  [
    "Language models",
    "Connect OpenAI, Anthropic, Google and others, or your own.",
    "/company-settings?tab=models",
    "Connect a model",
  ],
  ["Gmail and other mailboxes", "Gmail, Microsoft 365, or any mailbox by IMAP and SMTP.", "/mail", "Connect a mailbox"],
  ["Webhooks", "Tell other programs what happens, and take rows from them.", "/webhooks", "Open webhooks"],
  [
    "Documents",
    "Upload PDF, Word, Excel, PowerPoint, CSV, email and text files to the Company Brain.",
    "/brain-dashboard",
    "Open the Brain",
  ],
] as const;

const inPreparation = [
  ["QuickBooks", "Invoices, bills and daily revenue"],
  ["Slack", "Proposals and alerts where your team talks"],
  ["Stripe", "Payments and subscriptions"],
  ["HubSpot", "Contacts, companies and deals"],
  ["Salesforce", "Accounts and opportunities"],
  ["Google Calendar", "Meetings and deadlines"],
  ["Google Drive", "Documents for the Company Brain"],
] as const;

/** What can be connected, and what cannot yet. */
export default function IntegrationsPage() {
  return (
    <Page title="Enterprise Integrations">
      <Link href="/" className="mb-3 inline-block text-sm font-medium">
        Back to the dashboard
      </Link>
      <PageHead title="Enterprise Integrations">
        Mailboxes, models and webhooks can be connected. Your agents also work from what you import.
      </PageHead>
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-2">
        <Section title="Available now">
          <ul>
            {today.map(([name, text, href, label]) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line py-2.5">
                <span className="min-w-0 flex-1 basis-52">
                  <span className="block font-medium">{name}</span>
                  <span className="text-sm text-ink-2">{text}</span>
                </span>
                <Link href={href} className={buttonClass("plain", true)}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="In preparation" note={`${inPreparation.length} services`}>
          <ul>
            {inPreparation.map(([name, text]) => (
              <li key={name} className="flex items-center gap-4 border-t border-line py-2.5">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{name}</span>
                  <span className="text-sm text-ink-2">{text}</span>
                </span>
                <Tag line>In preparation</Tag>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </Page>
  );
}
