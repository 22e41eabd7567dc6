export const rowsOfMonth = (month: string): string => `/records/ledger?day=month&from=${month}&to=${month}`;
