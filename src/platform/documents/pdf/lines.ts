export type Item = { str: string; height: number; width: number; transform: number[] };

/** Text with its place; y grows upwards, in the direction that the text is read in. */
export type Segment = { text: string; left: number; right: number };
export type Line = { segments: Segment[]; y: number; height: number };

type Piece = { text: string; left: number; right: number; y: number; height: number; isSpaced: boolean };

/** Wider gaps than these parts of the letters' height are a space, or the end of a cell. */
const [space, cell] = [0.15, 0.7];
const rtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The lines of a page, those in its main direction first; text that stands across them follows. */
export function linesOf(items: readonly Item[]): Line[][] {
  const byAngle = new Map<number, Piece[]>();
  let isSpaced = false;
  for (const { str, height, width, transform } of items) {
    if (str.trim() === "") {
      isSpaced ||= str !== "";
      continue;
    }
    const [a = 1, b = 0, , , x = 0, y = 0] = transform;
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const left = x * cos + y * sin;
    const pieces = byAngle.get(angle) ?? [];
    byAngle.set(angle, pieces);
    // Columns may be made of spaces, all as wide as a letter.
    for (const { 0: text, index } of str.matchAll(/\S+(?:\s\S+)*/g)) {
      const from = left + (width * index) / str.length;
      const to = left + (width * (index + text.length)) / str.length;
      const piece = { text, left: from, right: to, y: y * cos - x * sin, height: Math.max(height, 1) };
      pieces.push({ ...piece, isSpaced: isSpaced || index > 0 });
      isSpaced = false;
    }
    isSpaced = /\s$/.test(str);
  }
  return [...byAngle.values()]
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .map((pieces) => inLines(pieces).map(toLine));
}

const lengthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);

type OpenLine = { y: number; height: number; pieces: Piece[] };

function inLines(pieces: readonly Piece[]): Piece[][] {
  const lines: OpenLine[] = [];
  // The tallest first: what is raised or lowered beside them belongs to their line.
  for (const piece of pieces.toSorted((one, other) => other.height - one.height)) {
    const line = lines.find((one) => Math.abs(one.y - piece.y) < piece.height * 0.15 || isScript(piece, one));
    if (line) line.pieces.push(piece);
    else lines.push({ y: piece.y, height: piece.height, pieces: [piece] });
  }
  return lines.toSorted((one, other) => other.y - one.y).map((line) => line.pieces);
}

/** Whether a piece is small and stands right beside the text of a line, above or below its letters' foot. */
const isScript = (piece: Piece, { y, height, pieces }: OpenLine): boolean =>
  piece.height < height * 0.85 &&
  Math.abs(y - piece.y) < height * 0.5 &&
  pieces.some(({ left, right }) => piece.left - right < height * 0.3 && left - piece.right < height * 0.3);

function toLine(given: readonly Piece[]): Line {
  const [tallest] = given;
  const [y, height] = [tallest?.y ?? 0, tallest?.height ?? 1];
  const isRtl = given.filter(({ text }) => rtl.test(text)).length > given.length / 2;
  const pieces = given.toSorted((one, other) => one.left - other.left);
  const segments: Segment[] = [];
  let before: Piece | null = null;
  for (const piece of pieces) {
    // Bold letters may be drawn twice.
    if (before?.text === piece.text && Math.abs(before.left - piece.left) < height * 0.2) continue;
    const last = segments.at(-1);
    const gap = last ? piece.left - last.right : 0;
    if (!last || gap > height * cell) segments.push({ text: piece.text, left: piece.left, right: piece.right });
    else {
      const isRaised = piece.height < height * 0.85 && piece.y > y + height * 0.15;
      // 10² is not 102.
      const sign = isRaised && /^\d/.test(piece.text) && /\d$/.test(last.text) ? "^" : "";
      const between = sign || (piece.isSpaced || gap > height * space ? " " : "");
      last.text = isRtl ? `${piece.text}${between}${last.text}` : `${last.text}${between}${piece.text}`;
      last.right = Math.max(last.right, piece.right);
    }
    before = piece;
  }
  return { segments, y, height };
}

export const textOf = ({ segments }: Pick<Line, "segments">): string =>
  (rtl.test(segments[0]?.text ?? "") ? segments.toReversed() : segments).map(({ text }) => text).join(" ");
