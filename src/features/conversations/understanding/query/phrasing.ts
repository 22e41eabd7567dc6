/** Turns of phrase that mean the same, each with the one that the readers know. */
const turns: readonly (readonly [RegExp, string])[] = [
  // "Leaving out credit notes", "excluding drafts".
  [
    /\b(?:except(?: for)?|excluding|other than|apart from|not (?:counting|including)|leaving out|leave out|ignoring|(?:do not|don['’]?t) (?:count|include))\b/gi,
    "without",
  ],
  // "Leave credit memos out", "with the drafts left out".
  [/\bleav(?:e|ing) ((?:[\p{L}\p{N}&-]+ ){1,5}?)(?:out|aside)\b/giu, "without $1"],
  [/\bwith ((?:[\p{L}\p{N}&-]+ ){1,5}?)(?:left out|excluded)\b/giu, "without $1"],
  // "Cancelled invoices left out".
  [/[,;–] ?((?:[\p{L}\p{N}&]+ ){1,4}?)(?:left out|excluded|ignored|aside|not counted)(?=[?.!]?\s*$)/giu, " without $1"],
  [/\b(?:have|has|had) (only )?been (part(?:ly|ially)?) paid\b/gi, "are $2 paid"],
  // What falls due is not paid yet.
  [/\b(?:falling|coming|becoming) due\b/gi, "open and due"],
  [/\bnot (?:yet )?(?:fully|completely) paid\b/gi, "unpaid"],
  // A due day that has passed means that it is still to be done.
  [/\bpast (?:its|their|the|our) due dates?\b/gi, "overdue"],
  [/\bpast (?:its|their|the|our) (?:expected )?clos(?:e|ing) dates?\b/gi, "slipped"],
  // "Whose expected close date has already passed".
  [
    /\b(?:whose|(?:that |which )?(?:with|have|has) an?) (?:expected )?clos(?:e|ing) dates? (?:that |which )?(?:has |have |is )?(?:already )?(?:passed|gone by|gone|slipped(?: by)?|over|past)\b/gi,
    "that slipped",
  ],
  [
    /\b(?:whose|(?:that |which )?(?:with|have|has) an?) due dates? (?:that |which )?(?:has |have |is )?(?:already )?(?:passed|gone by|gone|over|past)\b/gi,
    "that are overdue",
  ],
  // "Who is worst at paying, i.e. owes most overdue".
  [/[,;(] ?(?:i\.?e\.?|that is(?: to say)?),? /gi, ", "],
  // What the bank's statement says at the end of a day is the cash.
  [
    /\b(?:bank(?: account)?(?:['’]?s)? balance|balance (?:of|on|in|at) (?:the |our )?bank(?: account)?|cash at bank)\b/gi,
    "cash",
  ],
  [/\bdid (?:the|our) bank account stand at\b/gi, "was our cash"],
  // "What is still missing on them".
  [
    /\b(?:what(?:['’]?s| is)?|how much(?: is)?) (?:still |yet )?(?:missing|left|outstanding|to come)(?: (?:on|of|from) (?:them|it|those|these))?(?=[?.!]?\s*$)/gi,
    "how much is open",
  ],
  [/\bbetween (?:now|today) and\b/gi, "from today until"],
  // "100,000 or more", "60 days or longer".
  [
    /(?<![\w.,])([€$£]?\d[\d.,]*(?<=\d)(?: ?(?:k|m|%))?(?: (?:days?|weeks?|months?|years?|hours?))?) (?:or|and) (?:more|over|above|longer|older|larger|bigger|higher|up)\b/gi,
    "at least $1",
  ],
  [
    /(?<![\w.,])([€$£]?\d[\d.,]*(?<=\d)(?: ?(?:k|m|%))?(?: (?:days?|weeks?|months?|years?|hours?))?) (?:or|and) (?:less|fewer|under|below|shorter|smaller|lower)\b/gi,
    "at most $1",
  ],
  // "Completed 2026 orders".
  [
    /(?<!\b(?:than|over|under|above|below|least|most|top|first|last|about|number|no\.?|to|and|from|between|in|since|for|during|until|till|by|before|after|through|thru|week|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{Ll}*|q[1-4]|\d(?:st|nd|rd|th)?|spring|summer|autumn|fall|winter|quarter|half),? |[\d.,#€$£-])\b(20\d\d) ((?!(?:vs|versus)\b)\p{Ll}{3,20}s)\b(?! (?:in|of|since|from|last|this|between) \d)/giu,
    "$2 in $1",
  ],
  // "This year against last".
  [
    /\bthis (year|quarter|month|week)( so far)?,? (vs?|versus|against|compared (?:with|to)|and|or) (?:the )?(last|previous)(?! \1| \d)\b/gi,
    "this $1$2 $3 last $1",
  ],
  // "Customers that we have never invoiced".
  [
    /\b(customers|clients) (?:on (?:the|our) list )?(?:that |whom? |which )?we(?: have|['’]ve)? never (?:invoiced|billed)\b/gi,
    "$1 without an invoice",
  ],
  // "Customers with an open ticket" are customers.
  [
    /^(?:(?:show|list|name|count|give)(?: me| us)? |how many )?(?:(?:all|of|our|the) )*(customers|clients|vendors|suppliers) (?:with|having|(?:that|who|which) have) (?:an? |any )?/gi,
    "which $1 have ",
  ],
  // "This years green coffee".
  [/\b(this|last|next) (year|quarter|month|week)s\b/gi, "$1 $2"],
];

/** A question in the turns of phrase that the readers know. */
export const inKnownTurns = (asked: string): string =>
  turns.reduce((text, [pattern, known]) => text.replace(pattern, known), asked);
