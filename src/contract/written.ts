/** An answer that is already JSON in the shape of `T`; what it was made of had exactly the fields of the schema. */
export class Written<T> {
  declare readonly shape: T;
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Takes rows that are JSON each, gives the list of them. */
export const writtenList = <T>(rows: readonly Written<T>[]): Written<T[]> =>
  new Written(`[${rows.map((row) => row.json).join(",")}]`);

/** Gives the value itself, for code that goes on with it. */
export const opened = <T>(written: Written<T>): T => JSON.parse(written.json) as T;

/** Takes a value for each field, some of them JSON already, gives the object. */
export function writtenObject<T extends object>(fields: { [Key in keyof T]: T[Key] | Written<T[Key]> }): Written<T> {
  const parts = Object.entries(fields).map(([name, value]) => {
    const json = value instanceof Written ? (value.json as string) : JSON.stringify(value);
    return `${JSON.stringify(name)}:${json}`;
  });
  return new Written(`{${parts.join(",")}}`);
}
