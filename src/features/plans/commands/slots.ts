import { normalized } from "#features/conversations/understanding/words.ts";

/** Up to so many words stand between the parts of a verb: "get Northwind Foods to pay". */
const some = String.raw`(?:\S+ ){0,7}?`;
const looking =
  "(?:find out|work out|figure out|explain|understand|look into|look at|investigate|analy[sz]e|check|see|tell (?:me|us)|research|dig into|get to the bottom of)";
const telling = "(?:warn|alert|notify|tell|remind|inform|ping|text|message|flag|let|email)";

/** A paper that somebody first has to make: "send Northwind Foods an offer". */
const made = String.raw`(?:\S+ ){0,5}?(?:an?|another|the|our|this) (?:\S+ )?(?:offer|quote|quotation|proposal|estimate|bid|invoice|bill|contract)\b`;

/**
 * What a command wants done, by the verbs people use; opposites are apart. The first that begins a command counts, so
 * that the telling ones stand first.
 */
const acts: Record<string, string> = {
  why: `${looking} ${some}(?:why|what (?:caused|is behind|happened|went wrong|made|drove)|whats behind|how come|(?:the |what the )?(?:reasons?|causes?))|investigate|get to the bottom of|why .*(?:find out|look into|dig into)`,
  warn: `${telling} (?:(?:it |this )?(?:to )?(?:me|us|\\S+) )?(?:know )?(?:whenever|when|if|as soon as|once|every time|each time)|keep (?:an eye|watch|track)|watch|monitor|(?:from now on|always|every (?:time|day|week|month|morning|monday))`,
  either: `(?:cancel|end|terminate|keep|stay|leave|drop) (?:it )?or (?:to )?(?:renew|extend|cancel|end|keep|leave|switch|stay)|(?:renew|extend|keep|prolong) (?:it )?or (?:to )?(?:cancel|end|terminate|leave|drop|switch|quit)|decide|make (?:a|the|your) decision|settle whether|choose whether`,
  hire: `hire (?!a (?:car|van|truck|lorry|room|hall))|recruit|employ|take on|bring on|advertise (?:a|the|for) ${some}(?:job|position|role|post|vacancy)|fill (?:the|our|an?) ${some}(?:position|role|post|vacancy|job)|(?:we|i) (?:need|want|are short of|could do with) (?:an?other|more|one more|an?|some|another pair|a second|a third|two|three) (?!(?:plan|list|report|offer|quote|meeting|decision|loan|cheaper|new (?:supplier|van|machine|printer))\\b)|(?:we|i) are ${some}short|staff up|get (?:us )?an? (?:part timer|temp|apprentice|trainee|assistant)|find (?:us )?(?:an?|a new|another) (?:new )?(?:cook|driver|sales rep|replacement|apprentice|assistant|developer|nurse|cleaner|accountant|manager|waiter|trainee|technician|colleague)`,
  regain: `win ${some}back|get ${some}(?:customers?|clients?|supplier|members?|guests?|them|they) ${some}back|bring ${some}back|regain|reactivate|recover ${some}(?:customers?|clients?|accounts?)|(?:get|have) ${some}to (?:return|come back)`,
  pay: `pay (?!rise|more)|settle (?:up )?(?:with )?|(?:get|make sure|have) ${some}(?:suppliers?|vendors?|bills?) ${some}paid|clear ${some}bills|(?:schedule|prepare|make|do) (?:the |a )?payments?(?: run)?`,
  collect: `(?:chase|nudge|prod|press|hound|get after) |dun|remind (?!me|us)|bring in|call in|go after|pursue|recover|get (?:the |our |my )?money|get ${some}to (?:pay|settle|cough)|get paid|make (?:sure )?${some}(?:pays?|paid)|ask ${some}for (?:payment|the money|our money|it)|send ${some}reminders?|speed up (?:our )?collections?|clear ${some}(?:unpaid|overdue)`,
  gather: "collect",
  lower: `(?:cut|halve|shave|chop|knock|take ${some}off) |take a (?:knife|axe) to|(?:get|make) ${some}cheaper|reduce|lower|trim|slash|shrink|bring ${some}down|get ${some}down|push ${some}down|drive ${some}down|save|spend less|economi[sz]e|make savings|find ${some}savings|tighten|squeeze|keep ${some}down|stop (?:wasting|overspending)|use less`,
  raise:
    "raise|increase|put up (?:our|the) |put (?:our|the) \\S+ up|charge (?:more|\\d)|mark up|bump up|pass (?:the|on)",
  end: `(?:dont|do not) renew|let ${some}(?:run out|lapse|expire)|get (?:us|me) out of|cancel|terminate|end|give (?:\\S+ )?notice|hand in|quit|get out of|get rid of|stop (?:the|our|paying)|leave|drop|discontinue|opt out|pull out of|throw out|prune`,
  renew: "renew|extend|prolong|renegotiate|roll over|negotiate (?:the )?renewal|re ?sign|refresh (?:the )?terms",
  compare: `compare|benchmark|tender|shop around|check the market|check whether ${some}cheaper|weigh up|set (?:the )?\\S+ against|get (?:\\S+ )?(?:quotes|offers|competing|rival)|look for (?:a |an )?(?:cheaper|better|other|another|alternative)|find (?:a |an )?(?:cheaper|better|alternative|other|another supplier)|switch|see (?:if|whether) ${some}(?:cheaper|better|for less)|put (?:our|the) (?:\\S+ ){1,3}side by side|put \\S+ and \\S+ side by side|which \\S+ (?:is|are) (?:cheaper|better)`,
  welcome: "welcome|onboard|introduce|kick off|get ${some}(?:started|set up)|set up",
  keep: `keep (?:the |our |all )?(?:\\S+ ){0,2}(?:from|happy|customers?|clients?|members?|accounts?|supplier)|retain|hold on to|save ${some}(?:accounts?|customers?|clients?)|prevent|stop ${some}(?:leaving|cancelling|churn)|stop (?:customers?|clients?|members?|losing)|reduce churn|rescue`,
  follow:
    "follow(?:ing)? (?:up )?(?:on |with )?|chase|push|nudge|close|win|move ${some}forward|get (?:an )?(?:answer|answers|decision|decisions)|wake up|revive|reactivate|unstick|work (?:on |the )|turn ${some}into",
  answer:
    "answer|reply|respond|get back to|work (?:off|through)|clear|deal with|handle|resolve|fix|take care of|sort (?:out )?|close",
  call: `call (?:back |up )?|ring (?:back |up )?|phone|telephone|contact|get (?:back )?in touch|reconnect|check in|touch base|reach out|drop ${some}a line|give \\S+ ${some}a (?:call|ring)|talk to|speak (?:to|with)|write to|(?:email|message|send) (?!${made})`,
  sort: `get ${some}(?:under control|straight|sorted|sorted out|in order|settled)|sort (?:out )?|deal with|take care of|do something|clear up|bring order|look after|handle|manage|tackle`,
  brief: `prepare ${some}(?:meeting|call|visit|appointment|review|negotiation|talk)|prep\\b|brief|${some}(?:get|make) (?:me|us) ready|what (?:do|should) i (?:need|know) for|set me up|put together|gather|pull together|make (?:a |some )?(?:notes|briefing)|(?:i am|im|i have|ive got|we have|we are) (?:seeing|meeting|visiting|a call|a meeting|an appointment)`,
  plan: `plan|map out|lay out|draw up ${some}plan|get ${some}planned|schedule (?:the )?(?:work|jobs|teams?)|set (?:the |our )?(?:goals|targets|priorities)|make (?:a |the |our )?plan|prepare (?:the |a |our )?(?:plan|budget)|put together (?:a |the |our )?plan|organi[sz]e|get us organi[sz]ed`,
  launch: `launch|announce|put on (?:a|an|the) |roll out|promote|advertise|open (?:a|our|the|another)|(?:run|start|put together|plan|prepare) ${some}(?:promotion|campaign|special offer|launch|opening)|introduce (?:the|a|our) new (?:service|product|menu|line|range|course)|get the word out|bring ${some}to market`,
  clean: `clean (?:up )?|weed out|fix the gaps|tidy (?:up )?|merge|de ?dupe|deduplicate|find ${some}(?:duplicates?|doubles?)|remove (?:the )?(?:duplicates?|doubles?|double)|complete|get ${some}in order|bring ${some}up to date|update|sort (?:out )?|purge`,
  prepare: "prepare|get everything ready|get ready|reconcile|close|draw up|set up|arrange",
  write: "write (?!to)|draft|draw up|define|introduce|update|put ${some}in writing|set (?:up )?rules",
  audit: "audit|check (?:our|the|that our) (?:compliance|paperwork|files)|look for (?:gaps|errors|mistakes)",
  check:
    "(?:check|see|review) (?!that|whether|if|the market)|go (?:through|over)|look (?:at|over|through)|inspect|examine|list|make a list|show|identify|pick|choose|work out who|who should",
  thank: "thank|visit|invite|inform|congratulate|greet",
  share:
    "share out|balance|spread|redistribute|distribute|reassign|hand over|find cover|arrange cover|cover for|take work off|who covers",
  sign: "get ${some}signed|have ${some}signed|finali[sz]e|chase ${some}signatures?|make sure ${some}(?:signature|signed)|send ${some}signature",
  // What it cannot do.
  order:
    "order|buy (?!shares)|purchase|book (?:a|an|the|me|us|two|three|four|five|\\d+|some|more|another) |reserve|get me (?:a|some)|hire a (?:car|van|truck|lorry|room|hall)",
  transfer: `transfer|wire|send ${some}(?:money|cash)|withdraw|pay out|charge ${some}cards?|debit|invest|refund|buy shares`,
  phone:
    "(?:call|ring|phone|telephone|text|dial) ${some}(?:for me|for us|right now|now and|and get|and tell|and ask|and say)",
  file: "file (?:the|our|a|my) |send ${some}(?:return|accounts) to|submit|register (?:the|a|our) |declare|apply for (?:a|the) ${some}(?:permit|licen[cs]e)|sign (?:the|it|this)",
  erase: "delete|erase|wipe|remove (?:all|every|the old)",
  dismiss:
    "fire|dismiss|sack|lay off|let ${some}go|start a round of lay|get rid of ${some}(?:staff|people|employee|driver|director)",
};

/** What it is about, the most telling first. */
const objects: Record<string, string> = {
  former: "ex customers?|ex clients?|former|lost|left us|have left|stopped buying|went to a competitor|churned",
  unhappy:
    "unhappy|dissatisfied|at risk|not satisfied|about to (?:leave|quit)|may leave|likely to leave|leaving us|churn",
  limit:
    "(?:owes?|owing|owed|unpaid|outstanding|overdue|balances?|credit)\\b.*\\b(?:over|above|of|more than|beyond) \\d+|(?:over|above|has|more than|beyond) [\\d ]*\\d (?:unpaid|outstanding|owing|overdue|open)|(?:balances?) (?:over|above) \\d+",
  mailing: "letter|cards?|mailing|greetings?|invitations?",
  campaign: "promotion|campaign|launch|opening|open day|newsletter|special offer",
  incident: "incidents?|outages?|breach|breakdown|failure",
  dispute:
    "(?:complaints?|complain) about ${some}(?:invoices?|bills?)|disputes?|disputed|contested|disagreement|argument|in dispute",
  meeting:
    "meetings?|appointments?|visits?|reviews? with|talks? with|conversations?|negotiations?|seeing|call with|briefing",
  funding: "investors?|funding|loan|grant|credit line|seed|financ\\w+|capital",
  price: "prices?|pricing|rates?|tariffs?|fees|charge customers|price list",
  list: "duplicates?|doubles?|double|twice|list|contact details|contacts|address(?:es)?|customer data|mailing list|crm data",
  books: "books|month end|year end|bookkeeping|accountant|accounts|tax|vat|receipts|bank account|transactions",
  cash: "cash|liquid\\w*|runway|bank balance|afford|payroll and rent",
  ticket:
    "tickets?|complaints?|complain|requests?|cases|issues?|repairs?|faults?|leaks?|defects?|problems?|queries|call ?backs|callback|snags?|support|promises",
  deal: "deals?(?! with)|quotes?|quoted|quotations?|offers?|proposals?|estimates?|tenders?|pipeline|leads?|prospects?|opportunit\\w+|enquir\\w+|inquir\\w+|bids?",
  subscription: "subscriptions?|licen[cs]es?|tools?|software|apps?|domains?|certificates?|membership",
  ending: "notice|expir\\w+|runs? out|running out|about to end|ends? soon|up for renewal|lapses?",
  contract: "contracts?|agreements?|leases?|insurances?|insured|tenancy|retainer|maintenance|renewals?|terms",
  signature: "signatures?|signed|unsigned|sign",
  debt: "overdue|unpaid|outstanding|invoices?|owes?|owed|owing|debts?|debtors?|arrears|receivables?|pay|paid|pays|payers?|payments?|past due|collections?|money|retentions?|balances?|credit",
  cost: "costs?|spend\\w*|expenses?|overheads?|budget|outgoings|bills?|savings?|waste",
  bill: "bills?|payables?|supplier invoices?",
  sales: "margins?|profits?|sales|revenue|turnover|income|takings|orders|bookings?|occupancy",
  work: "work|workload|holidays?|leave|colleague|cover|ill|sick",
  records: "records|paperwork|files|compliance|data",
  period:
    "weeks?|months?|quarters?|year|seasons?|spring|summer|autumn|fall|winter|half|january|february|march|april|may|june|july|august|september|october|november|december|christmas",
  policy: "polic\\w+|rules|guidelines?|handbook|procedure|code of conduct",
  supplier: "suppliers?|vendors?|providers?",
  customer:
    "customers?|clients?|members?|guests?|patients?|accounts?|buyers?|tenants?|regulars?|everyone|everybody|them",
};

const begins = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll("${some}", some)})`);
const has = (text: string): RegExp => new RegExp(`\\b(?:${text.replaceAll("${some}", some)})\\b`);
const actsRead = Object.entries(acts).map(([act, text]) => ({ act, pattern: begins(text) }));
const objectsRead = Object.entries(objects).map(([object, text]) => ({ object, pattern: has(text) }));

export type Slots = { acts: string[]; objects: string[] };

/** What a text of one clause wants done with what; every act that its beginning can mean, and every object it names. */
export function slotsIn(clause: string): Slots {
  const text = `${normalized(clause)} `;
  return {
    acts: actsRead.flatMap(({ act, pattern }) => (pattern.test(text) ? [act] : [])),
    objects: objectsRead.flatMap(({ object, pattern }) => (pattern.test(text) ? [object] : [])),
  };
}

/** Acts that leave no other: what follows them is their own. */
const only = ["why", "warn", "either", "phone", "transfer", "order", "file", "erase", "dismiss", "hire", "regain"];

const object = new RegExp(
  `^(?:(?:the|our|all|any|my|every|each) )?(?:${Object.values(objects).join("|")})\\b(?! (?:the|our|my|an?|all|any|every|each|this|that|these|those|it|them|up|out)\\b)`.replaceAll(
    "${some}",
    some,
  ),
);
/** Whether a text begins with what it is about, not with what to do: "Cover the holidays" is no noun. */
export const beginsWithObject = (text: string): boolean =>
  object.test(normalized(text)) && slotsIn(text).acts.length === 0;

/** The plan, or what cannot be done, for a clause's act and the most telling object it names; null if none is sure. */
export function slotted<K extends { id: string; for?: Readonly<Record<string, readonly string[]>> }>(
  clause: string,
  kinds: readonly K[],
): K | null {
  const { acts: all, objects: named } = slotsIn(clause);
  const own = only.find((act) => all.includes(act));
  const said = own ? [own] : all;
  for (const object of [...named, "*"])
    for (const act of said) {
      const found = kinds.find((kind) => kind.for?.[act]?.includes(object));
      if (found) return found;
    }
  return null;
}

/** Whether a word only names what a plan is about: "terms" of contracts. */
export const isObjectOf = (plan: { for?: Readonly<Record<string, readonly string[]>> }, word: string): boolean =>
  Object.values(plan.for ?? {})
    .flat()
    .some((object) => object !== "period" && new RegExp(`^(?:${objects[object]})$`).test(word));

const party = has(`${objects["customer"]}|${objects["supplier"]}|people|persons?|firms?|company|companies`);
/** Whether a word only says that somebody is a customer or supplier. */
export const isParty = (word: string): boolean => party.test(word);
