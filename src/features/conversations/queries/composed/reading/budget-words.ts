import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized } from "#features/conversations/understanding/words.ts";

/** What is left of a text while its parts are taken. */
export class Rest {
  text: string;

  constructor(question: string) {
    this.text = ` ${normalized(question)} `;
  }

  /** Takes the first place of a pattern; what stood around it does not join. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.text);
    if (found) this.cut(found.index, found[0].length);
    return found;
  }

  takeAll(pattern: RegExp): boolean {
    let isFound = false;
    while (this.take(pattern)) isFound = true;
    return isFound;
  }

  /** The place of words by their stems; "and" may stand between them. */
  placeOf(stems: readonly string[]): { at: number; length: number } | null {
    const all = this.text.split(" ");
    for (const from of all.keys()) {
      let to = from;
      const isHere = stems.every((one, place) => {
        if (place > 0 && all[to] === "and") to += 1;
        const isNext = stem(all[to] ?? "") === one;
        to += 1;
        return isNext;
      });
      const at = all.slice(0, from).join(" ").length + (from > 0 ? 1 : 0);
      if (isHere) return { at, length: all.slice(from, to).join(" ").length };
    }
    return null;
  }

  cut(at: number, length: number): void {
    this.text = `${this.text.slice(0, at)} | ${this.text.slice(at + length)}`.replaceAll(/ +/g, " ");
  }

  get words(): string[] {
    return this.text.split(" ").filter((word) => word !== "" && word !== "|");
  }
}

const whole = (words: string): RegExp => new RegExp(`(?<= )(?:${words})(?= )`);

const plan = "budget(?:ed|s)?|plan(?:ned)?|targets?";
/** "The budget", which other words may stand before. */
export const budgetWord = whole(
  `(?:the |our |its |their )?(?:(?:annual|yearly|full year|whole year|original) )?(?:${plan})`,
);
const near = `(?= (?:[^ ]+ ){0,5}?(?:${plan}) )`;

export type Sense = "over" | "under" | "better" | "worse";
/** How an amount stands to its budget. */
export const senses: readonly (readonly [Sense, RegExp])[] = [
  [
    "worse",
    whole(`miss(?:es|ed|ing)?|(?:fail(?:s|ed)? to|(?:do|did|does)(?:nt| not)) (?:meet|hit|reach|make|beat)|worse than`),
  ],
  [
    "better",
    whole(
      `beat(?:s|en|ing)?|outperform\\w*|better than|surpass\\w*|reach(?:es|ed)?|achieve[ds]?|hit(?:s|ting)?|on(?= (?:the |our |its )?(?:${plan}) )|(?:stay(?:s|ed)? (?:within|inside|in|on)|me(?:e?t|ets)|ma[dk]e|within|inside|in line with|st(?:i|u)ck(?:s|ing)? to|ke(?:ep|eps|pt) to)${near}`,
    ),
  ],
  [
    "under",
    whole(
      `(?:fell |fall(?:s|ing|en)? |came in |come in )?(?:below|under|behind|short(?: of)?)|(?:lower|less|fewer|smaller) than|(?:lag(?:s|ged|ging)?|trail(?:s|ed|ing)?)(?: behind)?|underspen[dt]\\w*|shortfalls?`,
    ),
  ],
  [
    "over",
    whole(
      "above|over|overspen[dt]\\w*|overr[au]n\\w*|overbudget|oversho[ot]+|exceed(?:s|ed|ing)?|beyond|ahead(?: of)?|(?:higher|more|greater|larger) than|in excess of",
    ),
  ],
];
export const overOrUnder = whole(
  "(?:over|above|ahead) or (?:under|below|behind)|(?:under|below|behind) or (?:over|above|ahead)(?: of)?",
);

export const besideWords = whole(
  "(?:as )?against|vs?|versus|beside|besides|alongside|next to|relative to|(?:in comparison|compare[ds]?|comparing)(?: (?:with|to|against))?|actuals?",
);
/** What tells that both amounts are asked for. */
export const differenceWords = whole("how (?:far|close)|difference|gap|variances?|deviations?|off");
export const amountWords = whole(
  "(?:and )?by how (?:much|far)|how much|in (?:percent|per cent|%)|percent|per cent|percentage|%",
);
export const leftWords = whole(
  `left(?: over)?|remain(?:s|ing|der)?|unspent|unused|used(?: up)?|consumed|(?:still )?available|(?:how much|(?:what|which) (?:share|part|percentage|percent|proportion)) of${near}`,
);
export const countWords = whole("(?:in )?how many months?|(?:the )?number of months?|how often|how many times");
export const whichMonths = whole("(?:in )?(?:which|what) months?");
export const byMonth = whole("(?:(?:by|per|each|every|for each|for every|month by) months?|monthly)");
export const furthestWords = whole(
  "(?:by )?(?:the )?(?:furthest|farthest|most|biggest|largest|greatest|highest|worst|best|strongest|weakest)",
);
export const everWord = whole("ever");
/** The worst of some amounts is what is furthest on the wrong side. */
export const senseOf = (furthest: string): Sense | undefined =>
  /worst|weakest/.test(furthest) ? "worse" : /best|strongest/.test(furthest) ? "better" : undefined;
const partNames = "(?:accounts?|lines?|line items?|categor(?:y|ies)|items?|areas?|positions?)";
export const partWords = whole(`(?:ledger |budget |p l )?${partNames}`);
export const whichKinds =
  /(?<= (?:which|what)(?: of (?:the|our))?(?: operating| running| direct)?)(?= (?:expenses|costs|incomes|revenues|overheads) )/;
export const everyWord = whole("(?:all|every|each)(?: of)?(?: the| our)?");
export const anyWord = whole("any(?: of)?(?: the| our)?");
/** What is to come is no matter of amounts that are known. */
export const isAhead = /\b(?:will|would|should|going to|likely|expect(?:ed)?|forecast|on track)\b/;
export const negation = whole("not|never|didnt|doesnt|dont|havent|hasnt|arent|isnt|wasnt|werent");
export const isYesNo = /^(?:and |so )?(?:is|are|was|were|do|does|did|has|have|had)\b/i;

/** Kinds of amounts in a profit and loss, by the types of accounts they add and take off. */
export const kinds: readonly { name: string; words: RegExp; add: readonly string[]; less: readonly string[] }[] = [
  {
    name: "Gross profit",
    words: whole("gross (?:profit|result)"),
    add: ["income"],
    less: ["cost of sales"],
  },
  {
    name: "Profit",
    words: whole(
      "(?:net |operating )?(?:profit|loss|surplus)|(?:net|operating) (?:income|earnings|result)|bottom line|result",
    ),
    add: ["income", "other income"],
    less: ["cost of sales", "expense", "other expense"],
  },
  {
    name: "Cost of sales",
    words: whole("costs? of (?:sales|goods(?: sold)?)|cogs|direct costs?"),
    add: [],
    less: ["cost of sales"],
  },
  {
    name: "Expenses",
    words: whole("(?:operating |running )?expenses?|(?:operating|running) costs?|overheads?|opex"),
    add: [],
    less: ["expense"],
  },
  {
    name: "Costs",
    words: whole("costs?|spen[dt](?:ing)?|outgoings|outlay|expenditures?"),
    add: [],
    less: ["cost of sales", "expense", "other expense"],
  },
  {
    name: "Income",
    words: whole("incomes?|revenues?|sales|turnover|takings|top line|earn(?:ed|ings)?"),
    add: ["income"],
    less: [],
  },
];

/** Words that say nothing more beside these. */
export const plainWords: ReadonlySet<string> = new Set(
  "run ran running come coming came fall fell falling perform performed performance stack stand stands tracking tracked total totals combined figures financial fiscal year month months date ytd spend spent money what compare show report table breakdown end land landed doing far".split(
    " ",
  ),
);
