/** Whether everything is tried, as `npm run test:all` does, or a sample. */
export const isNightly = process.env["TEST_NIGHTLY"] !== undefined;
