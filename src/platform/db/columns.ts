import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** First part of every key, so that tables can be distributed by company. */
export const companyId = () => uuid().notNull();
export const moment = () => timestamp({ withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
