import { customType, foreignKey, type PgColumn, timestamp, uuid } from "drizzle-orm/pg-core";

/** First part of every key, so that tables can be distributed by company. */
export const companyId = () => uuid().notNull();
export const moment = () => timestamp({ withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

type Key = [PgColumn, ...PgColumn[]];
export const refers = (name: string, columns: Key, foreignColumns: Key) =>
  foreignKey({ name, columns, foreignColumns });
