/** A condition that excludes objects created by an extension. */
export const isOwn = (catalog: "pg_class" | "pg_proc", row: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend brought WHERE brought.classid = '${catalog}'::regclass AND brought.objid = ${row}.oid
     AND brought.deptype = 'e')`;
