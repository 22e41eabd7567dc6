/** The field that a refusal names when the person's passkey is all that is missing; the browser asks and sends again. */
export const confirmField = "passkey";
