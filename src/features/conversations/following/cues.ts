import type { CalendarUnit, Comparison } from "#contract/query.ts";
import { excluding } from "#features/conversations/understanding/qualifiers.ts";
import { functionWords } from "#features/conversations/understanding/words.ts";

/** How a message refers to the one before it, apart from parts of a query. */
export type Cue = {
  /** The remaining text, to be read as parts of a query. */
  rest: string;
  /** It may not be understandable alone: "And last year?", "Which of them are overdue?" */
  mayNeedContext: boolean;
  /** Only its brevity says that it may need context: "Open tickets", "invoices from customers". */
  isBrief: boolean;
  /** It has a pronoun for something mentioned before: "them", "those". */
  refersBack: boolean;
  /** It continues or refers back: "And by customer?", "When are they due?" Otherwise the message may stand alone. */
  continues: boolean;
  /** It begins as a continuation or compares with what was said: "And last year?", "the month before". */
  leads: boolean;
  /** It has no answer without the earlier message: "By customer", "When are they due?" */
  needsContext: boolean;
  /** It is not a complete sentence: "What about tickets?" */
  isFragment: boolean;
  wants: "why" | "rows" | null;
  /** "The month before": a shift from the earlier period. */
  step: { unit: CalendarUnit; by: 1 | -1 } | null;
  compare: Comparison | null;
  /** "Overall": drops the customer or vendor filter; `isAllTime` drops the period. */
  isOverall: boolean;
  isAllTime: boolean;
  /** "The whole of last year", not only the same months of it. */
  isWhole: boolean;
  /** "Without Acme". */
  excludes: boolean;
};

/** Matches one lead-in at a time: a message may start with several. */
const leadIn =
  /^(?:and|ok(?:ay)?|so|then|but|now|also|or|well|no|sorry|please|actually|i meant?|(?:what|how) (?:about|of)|just|only|instead|(?:the )?same(?: thing| question)?(?: again)?(?: for| with)?|(?:do|show|give|tell)(?: me| us)? (?:that|this|the same|it)(?: again)?(?: for| with| but)?)\b[\s,:]*/i;
const pronouns =
  /\b(?:of (?:them|those|these|it)|them|they|those(?! (?:day|week|month|quarter|year)s)|these(?! (?:day|week|month|quarter|year)s)|it|ones?|same|again|instead|too|as well|either|there|(?:that|this)(?! (?:day|week|month|quarter|year)))\b/gi;
const referring = /\b(?:them|those|these|they|it(?! tak| took)|ones?|that|same)\b/i;
/** In a short message, these pronouns refer to the earlier message; "it takes" does not. */
const shortMessagePronouns = /\b(?:they|them|those|these|theirs?|its|it(?! tak| took| is true))\b/i;
const maxShortWords = 6;
const contextStarts =
  /^(?:(?:and|but|so|ok(?:ay)?|now|then|just|only|or) )*(?:the )?(?:same|by|for|per|with|without|except|excluding|in|from|since|only)\b/i;
/** "Which are urgent?" refers to the rows of the earlier message. */
const whichAre = /^which (?=(?:are|is|were|was) (?:still |also |not )?\w+(?:-\w+)?[?!.\s]*$)/i;
/** Questions about the person or the agent. */
const aside = /^\W*$|^\W*help\b|\b(?:who am i|who are you|what (?:can|do|could|are) you(?: do| know)?)\b/i;

const greeting =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?|cheers|great|perfect)(?: there| a lot| very much)?[\s.!,]{0,5}$/i;

/** What stands before the first word that may refer to something said before. */
export const beforeReference = (message: string): string => message.slice(0, referring.exec(message)?.index ?? 0);

/** Whether a message greets, thanks, or is about the conversation itself: "Who am I?", "What can you do?" */
export const isAside = (message: string): boolean => greeting.test(message.trim()) || aside.test(message.trim());
const openings =
  /^(?:for|in|by|per|with|from|since|during|of|on|at|over|under|without|except|excluding|before|after|until|last|this|next|yesterday|today|compared?|vs|versus|top|largest|smallest|which ones|how (?:many|much)\W*$|who\W*$|which\W*$|on average|20\d\d)\b/i;
const verbs = /\b(?:is|are|was|were|do|does|did|have|has|had|will|would|can|could|should)\b/i;

const why =
  /^(?:(?:and|but|so|ok) )*(?:why\b|how come\b|what (?:caused|drove|explains?|is behind|was behind|makes up|made up)\b|explain\b|what (?:is|are) the reasons?\b)/i;
const rows =
  /\b(?:(?:which|what|who)(?: ones)?(?: are| were| is| was)? (?:they|those|these|it)\b|which ones|which of (?:them|those|these)|(?:show|list|name|give|see)(?: me| us)? (?:them|those|these|(?:all )?(?:of )?the (?:rows|list|details))|the (?:rows|details))\b|^(?:which|what)\W*$/i;

const units = "(day|week|month|quarter|year)";
const earlier = new RegExp(
  `\\b(?:(?:and )?(?:in )?(?:the |a |one )?${units} (?:before|earlier|prior)(?: that| this)?|(?:in )?(?:the )?(?:previous|prior|preceding) ${units}|(?:the )?same (?:time|month|week|quarter|period|days?)(?: of)? last (year))\\b`,
  "i",
);
const later = new RegExp(
  `\\b(?:(?:in )?(?:the |a |one )?${units} (?:after|later)(?: that| this)?|(?:in )?the following ${units})\\b`,
  "i",
);
const comparing =
  /\bcompared?(?: (?:it|that|this|them))? (?:with|to|against) (?:the |a |one |same )*(?:(?:last|previous|prior) (year|month|quarter|week|period)|(year|month|quarter|week|period) (?:before|earlier|ago)|(?:same (?:time|month|period) )?last (year))\b/i;
const overall =
  /\b(?:overall|altogether|in total|for (?:everybody|everyone|all(?: (?:of them|customers|vendors|clients|suppliers))?)|all (?:customers|vendors|clients|suppliers)|company wide|as a whole)\b/i;
const allTime =
  /\b(?:all time|of all time|all[- ]time|ever|over the years|whenever|any time|since the (?:beginning|start))\b/i;
const whole =
  /\b(?:(?:the )?(?:whole|entire|full|all) (?:of )?|(?:of the )?complete )(?=(?:the )?(?:last |this |previous )?(?:year|20\d\d))/i;

/** "What customers owe that is overdue" refers to nothing said before; "how much of that is overdue" does. */
const relative =
  / that (?=(?:is|are|was|were|has|have|had|do|does|did|we|they|you|can|could|should|will|would|\p{L}{2,30}ed)\b)/giu;
const withRelatives = (text: string): string =>
  text.replace(relative, (that, at: number) => {
    const last =
      text
        .slice(0, at)
        .split(/[^\p{L}\p{N}]/u)
        .at(-1) ?? "";
    return functionWords.has(last.toLowerCase()) ? that : " which ";
  });

/** Finds how a message refers to the one before it. */
export function cueOf(message: string): Cue {
  let rest = withRelatives(message.trim()).replace(/(?<![?!.\s])[?!.\s]+$/, "");
  let matched = false;
  const consume = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found) rest = rest.replace(pattern, " ").trim();
    matched ||= found !== null;
    return found;
  };
  const isWhich = whichAre.test(rest.replace(/^(?:(?:and|but|so|ok) )+/i, ""));
  const words = rest.split(/\s+/).length;
  const needsContext =
    contextStarts.test(rest) || isWhich || (shortMessagePronouns.test(rest) && words <= maxShortWords);
  const isWhy = why.test(rest);
  const wants = isWhy ? "why" : isWhich || rows.test(rest) ? "rows" : null;
  if (isWhy) consume(why);
  else if (isWhich) matched = true;
  else if (wants) consume(rows);
  const bare = rest;
  while (consume(leadIn));
  const compared = consume(comparing);
  const before = compared ? null : consume(earlier);
  const after = compared || before ? null : consume(later);
  const leads = rest !== bare;
  const unitOf = (found: RegExpExecArray): CalendarUnit => found.slice(1).find(Boolean)?.toLowerCase() as CalendarUnit;
  const isOverall = consume(overall) !== null;
  const isAllTime = consume(allTime) !== null;
  const isWhole = consume(whole) !== null;
  const refersBack = isWhich || referring.test(rest);
  const opens = openings.test(rest);
  const isFragment = !verbs.test(rest);
  const isShort = isFragment && rest.trim().split(/\s+/).length <= 3;
  const excludes = excluding.test(rest);
  if (excludes) rest = rest.replace(excluding, " ");
  return {
    rest: rest.replace(pronouns, " ").replaceAll(/\s+/g, " ").trim(),
    mayNeedContext: matched || refersBack || opens || isShort,
    isBrief: isShort && words > 1 && !matched && !refersBack && !opens,
    refersBack,
    continues: matched || refersBack,
    leads,
    needsContext,
    isFragment,
    wants,
    step: before ? { unit: unitOf(before), by: -1 } : after ? { unit: unitOf(after), by: 1 } : null,
    compare: compared ? (unitOf(compared) === "year" ? "yearBefore" : "previous") : null,
    isOverall,
    isAllTime,
    isWhole,
    excludes,
  };
}
