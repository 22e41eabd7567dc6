/** Question words. Their meanings start with a question mark and weigh less than the subject of a question. */
export const howAsked: Readonly<Record<string, string>> = {
  "?how much": "how much, what amount, sum, total",
  "?how many": "how many, number of, count",
  "?who": "who, whom, whose",
  "?when": "when",
  "?most": "most",
  "?should": "should we, should i, shall we",
};
