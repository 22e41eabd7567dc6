/** A text without any of these words needs no parsing. */
const relevantWords = /listen|copy|set|discard|deallocate|authorization/i;

/**
 * The statements in a SQL text, without comments; strings and dollar quotes are emptied, so their words don't count.
 */
export function statementsOf(sql: string): string[] {
  if (!relevantWords.test(sql)) return [];
  const statements: string[] = [];
  let current = "";
  for (let at = 0; at < sql.length; ) {
    const piece = pieceAt(sql, at);
    at += piece.length;
    if (piece === ";") {
      statements.push(current.trim());
      current = "";
    } else current += meaningOf(piece);
  }
  statements.push(current.trim());
  return statements.filter((statement) => statement !== "");
}

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const lineComment = /--[^\n]*/y;
const identifier = /"(?:[^"]|"")*"?/y;
const text = /'(?:[^']|'')*'?/y;
const escapedText = /[eE]'(?:[^'\\]|''|\\[\s\S])*'?/y;
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;

function pieceAt(sql: string, at: number): string {
  const start = sql[at] as string;
  if (start === "-") return match(lineComment, sql, at) ?? start;
  if (start === "/" && sql[at + 1] === "*") return blockCommentAt(sql, at);
  if (start === '"') return match(identifier, sql, at) ?? start;
  if (start === "'") return match(text, sql, at) ?? start;
  if (start === "$") return dollarTextAt(sql, at) ?? start;
  return match(escapedText, sql, at) ?? match(word, sql, at) ?? start;
}

function match(pattern: RegExp, sql: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? null;
}

function blockCommentAt(sql: string, at: number): string {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = at;
  let depth = 0;
  for (let found = edge.exec(sql); found; found = edge.exec(sql)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return sql.slice(at, edge.lastIndex);
  }
  return sql.slice(at);
}

function dollarTextAt(sql: string, at: number): string | null {
  const tag = match(dollarTag, sql, at);
  if (tag === null) return null;
  const end = sql.indexOf(tag, at + tag.length);
  return end < 0 ? sql.slice(at) : sql.slice(at, end + tag.length);
}

function meaningOf(piece: string): string {
  if (piece.startsWith("--") || piece.startsWith("/*")) return " ";
  if (piece.endsWith("'") && /^[eE]?'/.test(piece)) return "''";
  if (piece.length > 1 && piece.startsWith("$")) return "''";
  return piece;
}
