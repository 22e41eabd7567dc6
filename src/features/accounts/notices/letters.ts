import { type Letter, line } from "#contract/letter.ts";

type Account = { username: string; companyName: string };

const notYou =
  "If this wasn't you, choose a new password at once with “Forgot your password?” on the sign-in page and tell an admin of your company.";

export const passwordLinkLetter =
  (path: string) =>
  ({ username, companyName }: Account): Letter => ({
    subject: "Choose a new password",
    paragraphs: [line`Someone asked for a new password for your account ${username} at ${companyName}.`],
    action: { label: "Choose a new password", path },
    note: "The link works once, for 30 minutes. If you didn't ask for it, ignore this mail: nothing changes.",
  });

export const proveAddressLetter =
  (path: string) =>
  ({ username, companyName }: Account): Letter => ({
    subject: "Confirm your email address",
    paragraphs: [line`Your account ${username} at ${companyName} wants mail at this address, such as the daily brief.`],
    action: { label: "Confirm this address", path },
    note: "The link works for a day, where you are signed in. If you didn't ask for it, ignore this mail: nothing is sent here.",
  });

export const passwordChangedLetter = ({ username, companyName }: Account): Letter => ({
  subject: "Your password was changed",
  paragraphs: [
    line`The password of your account ${username} at ${companyName} was changed. You are signed out everywhere else.`,
    notYou,
  ],
});

/** Sent to the old address, which may be the only one its owner still reads. */
export const addressChangedLetter = ({ username, companyName }: Account): Letter => ({
  subject: "Your email address was changed",
  paragraphs: [
    line`Your account ${username} at ${companyName} has another email address now. This address gets no more mail about it.`,
    "If this wasn't you, tell an admin of your company at once.",
  ],
});

export const addressSetLetter = ({ username, companyName }: Account): Letter => ({
  subject: "This is now your email address",
  paragraphs: [line`The account ${username} at ${companyName} uses this address from now on.`, notYou],
});

export const secondFactorAddedLetter = ({ username, companyName }: Account): Letter => ({
  subject: "A second factor was added",
  paragraphs: [line`Your account ${username} at ${companyName} asks for a second factor from now on.`, notYou],
});

export const secondFactorRemovedLetter = ({ username, companyName }: Account): Letter => ({
  subject: "A second factor was removed",
  paragraphs: [line`A second factor of your account ${username} at ${companyName} was removed.`, notYou],
});

export const recoveryCodeUsedLetter =
  (left: number) =>
  ({ username, companyName }: Account): Letter => ({
    subject: "A recovery code was used",
    paragraphs: [
      line`Someone signed in to your account ${username} at ${companyName} with a recovery code. You have ${String(left)} left.`,
      notYou,
    ],
  });

export const roleChangedLetter =
  (from: string, to: string, by: string) =>
  ({ username, companyName }: Account): Letter => ({
    subject: "Your role was changed",
    paragraphs: [
      line`${by} changed the role of your account ${username} at ${companyName} from ${from} to ${to}.`,
      "It is in effect already, also in open windows.",
    ],
  });
