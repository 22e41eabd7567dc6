/** SQL that holds for a row of a catalog unless an extension brought the object: those are the extension's own. */
export const isOwn = (catalog: "pg_class" | "pg_proc", row: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend brought WHERE brought.classid = '${catalog}'::regclass AND brought.objid = ${row}.oid
     AND brought.deptype = 'e')`;
