/**
 * Synonyms in business English, by the word they are read as. Forms that differ by an ending (customer, customers) need
 * not be listed; a phrase is found before its words.
 */
export const sameWords: Readonly<Record<string, string>> = {
  customer: `
    client, account, clientele, patron, buyer, subscriber`,
  vendor: `
    supplier, provider, subcontractor, contractor, seller`,
  person: `
    people, colleague, team member, staff member, anyone, anybody, someone, somebody, everyone`,
  invoice: `
    invoicing, invoiced`,
  bill: `
    billed, billing`,
  revenue: `
    turnover, takings, income, top line, earnings, earn, earned, money coming in, money in, turn over,
    turned over, took in, take in, brought in, money come in, money came in, gross, we bring in, did we bring in,
    we brought in, have we brought in,
    in the till, did we bring in last, we bring in last, what did we bring in`,
  sell: `
    sold, selling`,
  sale: `
    sales`,
  spend: `
    spent, spending, expense, expenses, expenditure, outgoing, outgoings, outlay, cost, costs, costing,
    shell out, fork out, money out, paying for, pay for, paid for, paid to, money went out, goes out, go out,
    went out, overheads, overhead, we pay, did we pay, running cost, running costs, costing us, laid out, bill for,
    invoices from, charge, charged, charges`,
  cash: `
    money, fund, funds, liquidity, cash position`,
  bank: `
    bank balance, in the bank, bank account, bank accounts, at the bank, kitty, cash balance, balance,
    account balance`,
  runway: `
    run out of money, run out of cash, running out of money, out of cash, out of money, go broke, go bust,
    keep going, survive, afford to go on, stay afloat, money last, cash last, funds last, keep the lights on,
    run dry, money run out, cash run out, money runs out, cash runs out, account is empty, go under,
    keep afloat, funded, stay in business, stay alive, months left, out of funds, make ends meet,
    live on what we have, hold out, months of cash, months of money, cash left, money left, weeks of cash,
    much longer can we, were broke, are broke, be broke, going bankrupt, bankrupt, insolvent, bust`,
  burn: `
    burning, burnt, burned, lose a month, losing a month, losing each month, lose each month, losing every month,
    bleed, bleeding, burn rate, burn through, eat through, cash burn, profitable, profit, profitability,
    break even, making a loss, make a loss, in the black, in the red, losing money, lose money, net loss,
    bottom line`,
  expensive: `
    pricey, dear, costly, dearest, costliest, priciest`,
  cheap: `
    cheapest, cheaper, cheaply, economical, best value`,
  budget: `
    allowance, allocation, set aside, earmarked, put aside`,
  pay: `
    paid, payment, settle, settled`,
  unusual: `
    strange, odd, weird, suspicious, abnormal, outlier, anomaly, anomalies, irregular, unexpected, fishy,
    out of the ordinary, surprising, look wrong, looks wrong, dodgy, unexpectedly high, unusually high,
    overcharge, overcharged, charged twice, billed twice, paid twice, double, duplicate, duplicated, doubled,
    jumped, spike, spikes, spiked, out of line, not right, wrong with our bills, wrong with our invoices,
    look off, looks off, off about, higher than usual, higher than normal, more than usual, more than normal,
    too high, odd looking, funny, peculiar, questionable, stand out, stands out, surprise, mistake, mistakes,
    error, errors, fraud, fraudulent, out of character`,
  category: `
    categories, kind of, kinds, type of, area, break down, breakdown, broken down, split, split up, cost item,
    cost items, made up of, line item, line items, go on, money go, money going, money goes, kind of things,
    what kinds`,
  owedtous: `
    owe us, owed to us, owing to us, owing us, customers owe, clients owe, owed by, receivable, receivables,
    debtor, debtors, in our debt, outstanding invoice, unpaid invoice, open invoice, not paid us, havent paid,
    hasnt paid, have not paid, has not paid, yet to pay, still to pay us, not paid yet, paid its,
    paid their, paid our, paying us, not paying, still waiting to be paid, still waiting for payment,
    money are we waiting for, we are owed, are we owed, out with customers, still out, money is out, uncollected,
    to collect, collect, collected, not settled, pay up, paid up, unpaid, waiting to be paid, cough up,
    coughed up, owing, ow, in the red with us, due to us, pay us back, open balance, outstanding balance,
    outstanding`,
  received: `
    pay us, paid us, receive, received from, have we received, been paid, got paid, money did we get,
    payments did we get, payment come in, payments came in, payments come in`,
  weowe: `
    we owe, do we owe, we have to pay, do we have to pay, need to pay, must we pay, we need to pay,
    we must pay, payable, payables, creditor, creditors, owe to, we still owe, bills due, bills to pay,
    to be paid by us, waiting for our money, bills are due, bill is due, fall due, falls due, falling due,
    coming due, liabilities, debts, in debt to, our debts, indebted, pay our, pay the, due for payment,
    have to settle, still to pay, left to pay, have to be paid, needs paying, need paying,
    going to have to pay, have we paid, not paid yet by us, want from us, wants from us,
    owing to, want us to pay`,
  paytime: `
    take to pay, takes to pay, taking to pay, days sales outstanding, dso, until we get paid, until they pay,
    before we get paid, before they pay, wait to be paid, wait for payment, to get paid,
    settle their invoice, settle our invoice, settle an invoice, pay us on average, pay an invoice,
    payment time, how quickly do customers pay, how fast do customers pay, pay their invoices,
    pay their bills, collect our money, collection period, longer to pay, slower to pay, slower at paying,
    pay us faster, pay us slower, pay faster, pay slower, paid faster, paid sooner, paying faster,
    paying slower, to get our money, get our money, see our money, cash in, invoices stay open,
    invoices are open, payment days, payment terms, taking ages, ages to pay, slowest to pay, forever to pay,
    taking forever, quickest to pay`,
  overdue: `
    late, behind, past due, past their due, past its due, delayed, delay, slow, slipped, missed, behind schedule,
    should have been done, should have been paid, should be done already, should have been finished, too long,
    arrears, past the deadline, missed the deadline, slow payer, slow payers, late payer, late payers,
    worst payer, bad payer, bad payers, worst payers, past their deadline, past its deadline, past deadline,
    on time, in time, in arrears, dragging, should have been, should be finished, should already`,
  expire: `
    expiry, expiring, expiration, lapse, lapsing, run out, runs out, running out, ran out, come to an end,
    comes to an end, coming to an end, ends, ending, end, ended, up for renewal, stop working, stops working,
    due for renewal, need renewing, needs renewing, needs to be renewed, need to be renewed, about to end,
    soon end, stop being valid, valid, validity, is over, are over, out soon, finish on, wind down, time out,
    runs dry`,
  renew: `
    renewal, renewals, renewing, extend, extension, prolong, come up for, coming up for`,
  automatic: `
    automatically, auto, autorenew, auto renew, auto renewal, auto renewing, by itself, by themselves,
    on its own, on their own, tacit, tacitly, roll over, rolls over, rolling over, rollover, if we do nothing,
    do nothing, without us doing anything, silently, evergreen, themselves, itself, unless we cancel,
    unless we act, unless we stop, unless cancelled, without us doing, if we forget, if we dont act,
    if we do not act, if nobody cancels, locked in, lock us in, tie us in, tied in, carry on by, continue by,
    continue automatically, forget to cancel, if no one cancels`,
  notice: `
    give notice, notice date, notice period, cancellation date, last day to cancel, latest we can cancel,
    deadline to cancel, cancel by, terminate, termination, get out of, cancellation deadline, get out,
    can we leave, still cancel, exit, exits, way out, notices, must cancel, have to cancel, need to cancel,
    want to cancel, cancel each, cancel our, to cancel by, deadlines to cancel, notice dates,
    notice deadlines, quit the contract, end our contract, latest date, last date, last chance,
    deadlines for cancel, deadline for cancel, deadlines for cancelling, cancelling deadline,
    cancellation deadlines, deadline to give, deadlines to give`,
  cancel: `
    cancelled, canceled, cancelling, canceling, cancellation`,
  forecast: `
    predict, prediction, projection, outlook, expect, expected, expecting, going to make, will we make,
    going to earn, look like next, bring in next, foresee, anticipate, anticipated, in the coming, future,
    will our, will we be making, look like in, going to be`,
  grow: `
    growth, growing, grew, increase, increasing, going up, rise, rising, up or down, trend, trending, shrink,
    shrinking, fall, falling, fell, decline, declining, going down, down, improve, improving, worse,
    getting better, compare, compared, develop, changed, up on last, down on last, up on, gone up, went up,
    go up, goes up, higher, lower, more than last, less than last, more than before, less than before, than last,
    than before, than we used to, than they used to, used to, fewer, upwards, downwards, slide, sliding, climb,
    climbing, direction, momentum, changing, change over time, evolve, evolved, pick up, picking up, slow down,
    slowing down, dip, dipped, drop, dropping, dropped`,
  duration: `
    how long, how fast, how quick, how quickly, faster, quicker, slower, time to, resolution time, turnaround,
    speed, how soon, take, takes, taking, took, average, mean time, quickest, slowest, days does it,
    how many days, how many hours, speeding up, length, fast, shorter, time it take, time do,
    longest, shortest, slowest, fastest`,
  deal: `
    opportunity, opportunities, prospect, quote, quotation, offer, offers, negotiation, negotiate,
    negotiating, proposal, proposals, going with them, have going, in the works`,
  pipeline: `
    sales funnel, funnel`,
  weighted: `
    likely to close, going to close, expect to close, expected to close, will close, close this, close next,
    sales forecast, likely to win, going to sell, expect to sell, will we sell, going to win,
    realistically, likely, realistic, probable, probably close, close by, closing this, closing soon,
    about to close, land this, land next, land before, close before, to win this, bring in this quarter,
    sign this, chance, chances, odds, in the bag, commit`,
  winrate: `
    win rate, close rate, closing rate, hit rate, success rate, conversion rate, share of deals,
    percentage of deals, deals do we win, deals did we win, win most, how often do we win, percentage, percent,
    proportion, share of, ratio, how good are we at closing, success, rate of success, win or lose, won or lost,
    wins and losses, batting average, rate`,
  win: `
    won, winning, close, closed, land, landed, sign up, signed up`,
  lose: `
    lost, losing, loss`,
  stale: `
    cold, quiet, stuck, dormant, stalled, sleeping, forgotten, no activity, not moved, not moving,
    stopped moving, nothing happened, nothing is happening, dead, gone cold, not touched, untouched,
    not been touched, inactive, idle, neglected, not heard from, not spoken to, gathering dust, died,
    fizzled, no news, heard nothing, no movement, no progress, sitting, sit, going nowhere, gone nowhere,
    not advancing, hanging, languish, languishing, lost touch, gone dark, went dark, radio silence, asleep,
    let go, let slip, ignored, no reply, standing still, drying up, gone off, stagnant, ghosted, lukewarm,
    no contact, out of touch, hasnt moved, not budged, give up on, write off, giving up on`,
  nextstep: `
    next action, next step, follow up, following up, chase, chasing, push, do next, work on next,
    work on first, call first, call next, call today, contact next, contact first, reach out, ring first,
    ring today, get in touch with, get back to, ring, call, speak to, talk to, work on, concentrate on,
    chase up, chased, next move, next moves, what next, keep warm, nudge, pursue, go after, to do next,
    take care of next, worked on next, nag, remind, pester, badger`,
  lead: `
    enquiry, inquiry, enquiries, inquiries, new contact, sign ups, signups`,
  qualify: `
    qualified, qualifying, promising, worth pursuing, worth our time, worth calling, hottest, hot,
    worth following, look hot, looks hot, looks hottest, warmest, strongest lead, serious, best chance,
    convert first, worth a call, worth chasing, most likely to buy, likely to buy, interesting, potential,
    priority lead, score, scores, juiciest, worthwhile`,
  stage: `
    by stage, each stage, phase, step`,
  channel: `
    campaign, source, medium`,
  marketing: `
    advert, advertising, advertisement, ad, ads, promotion,     newsletter, trade fair, trade fairs, trade show, trade shows, webinar, social media, seo, radio,
    billboard, mailing, referral`,
  acquisition: `
    acquire, cac, new customer, win a customer, winning a customer, get a customer, getting a customer,
    per customer, each customer cost, land a customer, gain a customer, winning one, win one, win a new,
    winning a new, gain one, get one customer, cost of a customer, cost per customer, cost per client,
    costs per customer, one new customer, one new client, new client, new clients, new customers, gaining a,
    attract a, per new, each new, customer cost, acquiring`,
  perlead: `
    per lead, cpl, a lead, each lead, cost of a lead, one lead, per enquiry, cost per enquiry, an enquiry,
    lead cost, leads cost, lead costs, each enquiry, for leads, per contact`,
  move: `
    shift, reallocate, more money into, put more, put more money, invest more, spend more on, spend less on,
    less money, cut, stop spending, drop a channel, double down, move budget, better spent, redistribute,
    best spent, bigger budget, larger budget, more budget, less budget, smaller budget, more money, extra money,
    extra budget, put into, invest, increase our, reduce our, scale back, scale up, stop running, switch off,
    pull the plug, instead of, or into, ramp up, pause, put it, take money, take it out, moved, moving`,
  best: `
    effective, perform, performing, return, roi, pay off, pays off, convert, bring, brings, bring in, come from,
    coming from, paying off, waste, wasting, worth it, works best, working best, performance, pull,
    pulls in, deliver, delivers, delivering, generate, generates, bang for, payback, pay back, results, result,
    useless, successful, strongest, weakest channel, find us, found us, hear about us, heard about us,
    come to us, bringing in, brought us, brings us, bring us, yield, drive, drives, most value`,
  incident: `
    outage, downtime, broken, is down, system down, systems down, not working, disruption, fault, failure,
    crash, crashed, breakdown, technical problem, technical problems, technical issue, tech problem,
    tech problems, tech issue, it problem, it problems, it issue, server down, site down, website down,
    systems running, system running, up and running, systems up, is the site up, all systems, offline,
    go down, went down, goes down, emergency, alarm, malfunction, glitch, bug, bugs, systems work,
    technical trouble, it trouble, tech trouble, failing, issue, issues, system, systems, server, servers,
    major incident, anything down, everything up, everything running, everything working,
    anything not working, anything offline, mttr, outages`,
  resolve: `
    resolved, resolving, solve, solved, fix, fixed, fixing, repair, repaired, get back up, sorted, sorted out,
    back up, put right, restored, recover, recovery, back online, handled, dealt with, mend, mended, solution`,
  unresolved: `
    unsolved, not resolved`,
  certificate: `
    cert, certs, ssl, tls, https`,
  domain: `
    domain name, web address, dns`,
  token: `
    api key, access key, api token`,
  licence: `
    license, licences, licenses, licensing`,
  software: `
    saas, tool, tools, tooling, cloud, hosting, tech, technology, technical, technical side, it cost, it costs,
    it spending, tech stack, app subscriptions, online service, service, programs, digital, application,
    applications, programme, programmes, platforms, platform, service fees, tech side, online tools, stack,
    computer, it bill, it budget, it spend`,
  seat: `
    user licence, user license, user seat, licences are we paying, licences do we pay,
    software licences do we have, licences do we have, licences have we, user account, users`,
  atrisk: `
    at risk, in danger, might leave, may leave, will leave, about to leave, could leave, likely to leave,
    likely to churn, churn risk, might churn, will churn, might cancel, may cancel, unhappy, dissatisfied,
    in trouble, could lose, might lose, may lose, about to lose, going to lose, losing soon, jump ship,
    leaving us, need some care, needs care, need looking after, wobbly, shaky, worried about losing,
    on the brink, fed up, about to walk, might walk, to walk, thinking of leaving, want to leave, wants to leave,
    planning to leave, going to leave, going to cancel, about to cancel, thinking of cancelling,
    close to leaving, risk of losing, risk of leaving, could walk, threatening to, shopping around,
    slipping away, drifting away, at the exit, danger of, annoyed, angry, frustrated, disappointed, complaining,
    complain, complaints, grumpy, cross with us, save, keep them, endangered, worry about losing,
    neglected customers, looked after, look after, attention from us, a call from us, hanging by a thread,
    need some love, needs some love, unhappiest, least happy`,
  healthy: `
    health, happy, happier, satisfied, satisfaction, feel, feeling, usage, using us, content, pleased, mood, nps,
    like us, healthiest, happiness, thrive, thriving, how good is our relationship, keen, enthusiastic,
    wellbeing, well being, engaged, engagement, use us, use our`,
  state: `
    doing, getting on, getting along, going with, things with, stand with, relationship with, state of,
    status of, happy with us, up with, situation with, things stand, get on with, going on with, how is it with,
    getting along with, happy are they, about them, things going, relations with, relation with, on good terms,
    good terms, what do we know about, tell me about,
    doing these days, treating us`,
  churn: `
    churned, churn rate, left us, who left, have left, quit us, stopped buying, cancelled their, cancelled with,
    walked away, gone for good, attrition, retention, customers lost, customers left, lost customers, leave us,
    cancellations, say goodbye, said goodbye, dropped us, walked off, walk away, customer left,
    customers leaving, clients left, accounts left, client left, customers gone, stop being, not renewed,
    did not renew, didnt renew, defected, departed, departures, turned their back, no longer with us,
    no longer customers, ditched us, dumped us, customer loss, customer losses, client losses,
    customers did we lose, customers have we lost, clients did we lose, clients have we lost,
    accounts did we lose, accounts have we lost, who did we lose, who have we lost, customers we lost,
    clients we lost`,
  subscription: `
    plan, plans, subscribe`,
  promise: `
    promised, promising them, commitment, committed, gave our word, said we would, said wed, pledge, pledged,
    assured, owe an answer, agreed to do, undertaking, vowed, guaranteed, would do for, we would do, tell them,
    told them, make good on, word, let down, not deliver, not delivered, still owe an answer, deliver on,
    deliver what, undelivered, assurance, follow through, assure, agreed with them to,
    we d do, we said, told acme`,
  task: `
    ticket, work, todo, to do, to dos, job, jobs, request, project work, work item, assignment, project,
    projects, assignments, things to do, deliverable, milestones due, piece of work, pieces of work`,
  overrun: `
    overran, over the estimate, over estimate, longer than planned, longer than, more hours than, exceeded,
    hours over, over time budget, underestimated, more time than, took more, more work than planned,
    over plan, more hours, beyond the estimate, above the estimate, overshot, blew the estimate,
    taking longer than, estimate, estimates, estimated, over on hours, hours than, hour than, too many hours,
    went over, gone over, ran over, run over, time than planned, hours we planned, effort, longer to do than,
    bigger than planned, longer than expected, longer than we, than planned, than expected, than we planned,
    than we thought, more time, misjudged, more effort, lose time, lost time, losing time,
    compared to the plan, against plan, against the plan, compared with the plan, planned hours,
    budgeted hours, plan and reality, hours planned, took too long, taken too long, set aside hours`,
  bottleneck: `
    overloaded, overworked, too much work, too much to do, most work, most to do, most open, swamped,
    hold us up, holding us up, holds us up, workload, too much on, busiest, busy, stretched, drowning,
    snowed under, overburdened, on their plate, on his plate, on her plate, has the most, overstretched,
    underwater, buried, free to take, capacity, spare time, most tasks, most tickets, piling up, pile up,
    piles up, up to their neck, too many tasks, too many tickets, work is stuck, held up, hold up, overload,
    overloading, slammed, spread thin, under water, maxed out, time on their hands, take on more,
    take on something, something extra, free right now, not enough to do, heaviest, work is distributed,
    distributed, shared out, evenly, fairly, room for more, room for, more work, too little to do,
    nothing to do, least work, spare hands, help out, under pressure, everything getting stuck,
    everything stuck, where is work stuck, gets stuck, getting stuck, queue up, queues up`,
  throughput: `
    gets done, get done, got done, finished, finish, complete, completed, productive, output,
    how fast do we work, work through, wrap up, wrapped up, tickets closed, closing tickets, get through,
    got through, getting more done, getting done, productivity, closed tickets, tickets did we close,
    tickets close, tickets did we, tasks closed, tasks did we, got finished, gotten done, done last,
    done this, accomplish, accomplished, ticked off, cleared, clear, pace of work, deliver per week,
    output per week, work rate, efficient, efficiency, through more work, less done, more done, much done,
    lot done, enough done`,
  cycletime: `
    cycle time, lead time, time to resolve a ticket, how long does a ticket, how long do tickets,
    how long does a task, how long do tasks, from start to finish`,
  overbudget: `
    over budget, over their budget, over the budget, over its budget, cost more than, too expensive, overspend,
    overspent, overspending, more than planned, more than we planned, more than budgeted, beyond budget,
    above budget, exceed their budget, exceeding their budget, overcharging, blown the budget, more than agreed,
    blew their budget, blown their budget, blew the budget, out of budget, in budget, within budget,
    within its budget, within their budget, on budget, busted, bust the budget, budget used, left in the budget,
    budget left, beyond what we planned, more expensive than planned, dearer than planned, cost more,
    costing more, costs more, pricier than, cost too much, charging too much, charge too much, paying too much`,
  decide: `
    decision, needs a decision`,
  contract: `
    agreement, paperwork, paper`,
  missing: `
    without, lack, lacking, no contract, no agreement, dont have, do not have, not have, have no, has no,
    nothing in writing, not covered, on a handshake, without paper, uncovered, handshake, verbal, verbally,
    in writing, written, black on white, on file, with every, with each, with everyone, with all, does every,
    do all, has every, for every, for all, covered by, never had, never made, have not got a, have not got,
    unwritten, no paperwork, no written`,
  privacy: `
    data protection, gdpr, dpa, personal data, processing agreement, data processing, confidentiality,
    confidential, nda, non disclosure`,
  outlived: `
    ended but, still in use, still use, still using, have expired, has expired, already expired, past their end,
    past its end, outdated, out of date, have lapsed, has lapsed, lapsed, run out already, already ended,
    no longer valid, no longer in force, expired, over already, long over, past their date, past its date,
    that ended, that is expired, that has ended, that have ended, still working under, still working with,
    still running on, ran out already, already ran out, already lapsed, already over, dated, obsolete, behind us`,
  unsigned: `
    not signed, never signed, not been signed, hasnt been signed, havent been signed, without a signature,
    missing a signature, need a signature, needs a signature, awaiting signature, waiting for a signature,
    waiting to be signed, to be signed, draft, yet to be signed, still to sign, not yet signed, unexecuted,
    waiting for signature, arent signed, isnt signed, never properly signed, without signature,
    still needs signing, needs signing, need signing, waiting on a signature, to sign, sign off, signed off yet,
    awaiting signatures, no signature, signature missing, signatures missing, signed yet, drafted,
    half finished contract, autograph, pending signature, left unsigned, lacks a signature, unsigned contracts,
    not properly signed`,
  sign: `
    signed, signature, signing`,
  goal: `
    target, objective, on track, on pace, on target, hit our number, make our number, our plan, hit our,
    our numbers, going to make it, on course, meet our, hit plan, make plan, hit the plan, hit the number,
    hit the numbers, meet plan, year end target, behind plan, ahead of plan, aim, aims, ambition, quota,
    milestone, where we should be, where we want to be, where we planned, on schedule for the year,
    reach our, reaching our, hitting the sales number, the sales number, sales number, our number`,
  focus: `
    priority, priorities, prioritise, prioritize, important, matter, matters, attention, urgent, pressing,
    look at, to look at, do first, first thing, concentrate, most urgent, to tackle, tackle first, on my desk,
    deserves my, start with, on fire, cannot wait, can not wait, deal with first, sort out first, number one,
    to do list, take care of, get on with, my plate, my agenda, agenda, my time, needs me, need me,
    in order of importance, crucial, critical, key, essential, before friday, todo list, do today, decide today,
    take care, sorting out, burns, needs doing, get done first, handle first, start the week, begin with,
    tackle`,
  risk: `
    risks, worry, worried, worries, danger, threat, go wrong, go badly wrong, goes wrong, hurt us,
    keep me up, keep me awake, weak spot, vulnerable, exposed, afraid, blow up, biggest problem,
    biggest problems, concern, concerns, trouble ahead, lose sleep, hit us, hurt, harm, bite us, go south,
    goes south, downside, scary, scare, scares, bad surprise, nasty surprise, catch us out, weakness,
    weakest, weaknesses, derail, jeopardise, jeopardize, at stake, bring us down, pull us down, sink us,
    ruin us, kill us, trip us up, biggest danger`,
  overview: `
    summary, summarise, summarize, how are we doing, how is business, business, hows business,
    how is the business, how is the company, how are things, how is it going, hows it going,
    hows the company, hows the business, how did we do, state of the company, state of the business,
    state of affairs, do we stand, went well, big picture, how well are we doing, in good shape, good shape,
    health check, bring me up to speed, catch me up, whats going on, what is going on, what happened,
    lay of the land, hows everything, how is everything, how are we getting on, how are we going,
    company healthy, quick update, status report, rundown, it all going, everything going, status,
    status update, update, up to date, sum up, sum it up, recap, in a nutshell, how well, how was the,
    how was our, good month, bad month, good year, good quarter, bad quarter, good week, picture, snapshot,
    headline, how things are, how things go, how things are going, short version, the gist,
    the state we are in, where do we stand, where we stand`,
  biggest: `
    largest, big, large, top, highest, greatest, major, valuable, huge, most money, largest sums, most valuable,
    worth most, worth the most, worth, sizeable, size, fattest, single biggest, leading, in value, by value,
    main`,
};
