import { type Letter, line } from "#contract/letter.ts";

type Invited = { invitedBy: string | null; companyName: string; role: string; path: string };

export const invitationLetter = ({ invitedBy, companyName, role, path }: Invited): Letter => ({
  subject: line`Join ${companyName} on Boardroom`,
  paragraphs: [
    line`${invitedBy ?? "A member"} invited you to ${companyName} on Boardroom as ${role}.`,
    "Open the link to choose a username and a password.",
  ],
  action: { label: "Accept the invitation", path },
  note: "The link works once, for 14 days. If you don't know the sender, ignore this mail.",
});
