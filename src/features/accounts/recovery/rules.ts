/** How long a mailed link for a new password works, in milliseconds. */
export const linkLifeMs = 30 * 60_000;

/** How many links one person is sent in an hour; further requests get the same answer and no mail. */
export const linksPerHour = 3;
