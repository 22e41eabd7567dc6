import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** The company a row belongs to: first part of every key, so that tables can be distributed by it. */
export const companyId = () => uuid().notNull();
export const moment = () => timestamp({ withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
