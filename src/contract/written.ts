/** A response already serialized as JSON of type `T`, with exactly its schema's fields. */
export class Written<T> {
  declare readonly shape: T;
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

export const writtenList = <T>(rows: readonly Written<T>[]): Written<T[]> =>
  new Written(`[${rows.map((row) => row.json).join(",")}]`);

export const parseWritten = <T>(written: Written<T>): T => JSON.parse(written.json) as T;

/** Builds an object from values and serialized fields. */
export function writtenObject<T extends object>(fields: { [Key in keyof T]: T[Key] | Written<T[Key]> }): Written<T> {
  const parts = Object.entries(fields).map(([name, value]) => {
    const json = value instanceof Written ? (value.json as string) : JSON.stringify(value);
    return `${JSON.stringify(name)}:${json}`;
  });
  return new Written(`{${parts.join(",")}}`);
}
