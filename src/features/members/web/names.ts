type Named = { username: string; firstName: string | null; lastName: string | null };

/** "Anna Hartley", or the username if no name is given. */
export const fullName = ({ username, firstName, lastName }: Named): string =>
  [firstName, lastName].filter(Boolean).join(" ") || username;

/** The first letters of the first and the last word. */
export function initials(named: Named): string {
  const words = fullName(named).split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /^./u.exec(word ?? "")?.[0] ?? "",
  );
  return letters.join("").toUpperCase();
}
