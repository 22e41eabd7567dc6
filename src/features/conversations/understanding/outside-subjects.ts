/**
 * What the records of a company say nothing about. A question that names one of these is not answered, whatever else it
 * shares with one that can be: the asker's own company is meant, as far as its records go. One or many need not be told
 * apart; other forms are named.
 */
export const outsideSubjects: Readonly<Record<string, string>> = {
  "other companies": `
    competitor, our size, of that size, leave the company, left the company, leaving the company, a normal, is normal, a usual, an average company, average company, average business, average firm, a healthy level, a reasonable, most companies, most businesses, most firms, small businesses, small companies, usual in, customary, standard rate, going rate, market rate, market value, founded, founder, compared with others, compared to others, makes the decisions, decision maker, in charge at, who works at, who runs, new owner, their owner, their ceo, their boss, their customers, other customers, bigger than us, than us, better than we, crm, competition, competitive, competitors, others in our, our trade, in the trade, market leader,
    market leaders, biggest players, competing, rival, industry, sector, the market, market share, market size,
    market price, benchmark, typical, typically, usual for, normal for, other companies, other firms,
    other businesses, companies like, firms like, businesses like, similar companies, similar firms, peer, peers,
    national average, industry average, companies our size, firms our size, other agencies, start up usually,
    companies usually, businesses usually, do others, others pay, others charge, nearest rival, considered good,
    rule of thumb, best practice`,
  places: `
    germany, german, france, french, italy, spain, america, american, europe, european, british, britain,
    england, london, paris, berlin, lisbon, madrid, rome, tokyo, moscow, vienna, switzerland, austria, austrian,
    swiss, dutch, netherlands, spanish, italian, poland, polish, canada, canadian, australia, brazil, mexico,
    ireland, scotland, california, texas, countries, country, nationwide, new york, china, chinese, india, japan,
    russia, usa, asia, africa, worldwide, in the world, abroad, overseas`,
  "people at work": `
    salary, bookkeeper, receptionist, secretary, intern, interns, developer earn, developers earn, how much does a, how much do i earn, how much do you earn, salaries, wage, payroll, pay rise, payrise, a raise, bonus, bonuses, hire, hiring, hired, new hires,
    recruit, recruiting, recruiter, cv, job advert, vacancy, job offer, offer a new, pay our developers,
    pay our people, pay our staff, pay our employees, pay our team, paid per hour, earn per, underpaid, overpaid,
    compensation, staff costs, labour costs, labor costs, personnel, human resources, recruitment, candidate,
    applicant, interview, resign, resigning, resigned, handing in, hand in, notice as an employee,
    working from home, at home today, in the office, time off, days off, day off, off work, on leave,
    late for work, come to work, sick leave, burnout, burned out, burnt out, mood in the team, motivated,
    motivation, disciplinary, skills, qualification, qualifications, training, train our, degree, gender,
    diversity, age of, quitting, layoff, redundant, redundancy, fire someone, sacked, off sick, sick, sickness,
    holiday, holidays, vacation, leave days, maternity, parental, absence, absent, birthday, morale, headcount,
    how many employees, how many people work, how many staff, promoted, overtime pay, pension, best code,
    best employee, worst employee, employee of the month, team building, personality, lazy, best engineer,
    best developer, best salesperson, performance review, home office, work from home, remote work, appraisal,
    employees leave, employees left, staff turnover, employee turnover, employees happy, staff happy, team happy,
    happy at work, happy in their, employees like, good at their job, good at his job, good at her job,
    in his job, in her job, in their job, at his job, at her job, looking for another job, looking for a job,
    looking for a new job`,
  "private life and opinions of people": `
    golf, with his, with her, his own, her own, his manager, her manager, marry, sleep, people live, his mind, her mind, mother, father, my parents, sister, brother, my friend, neighbour, neighbor, my boyfriend, daughter, my son, boss, hobby, hobbies, married, wife, husband, girlfriend, boyfriend, children, kids, family,
    private life, religion, political, vote, drinking, nice person, trustworthy, can i trust, can we trust,
    trust him, trust her, honest, lying, liar, smart, intelligent, favourite, favorite, phone number,
    home address, how old is, do you like, do you think of, think of me, think about me, who are you, your name,
    your salary, bookkeeper, receptionist, secretary, intern, interns, developer earn, developers earn, how much does a, how much do i earn, how much do you earn, your opinion, your favourite, are you real, are you conscious, are you a, are you human,
    meaning of life, divorce`,
  law: `
    enforceable, enforce, sue, suing, win in court, legal action, legal advice, take legal, unfair, valid in law,
    void, violate, violating, penalties, sued, lawsuit, litigation, court, judge, jury, illegal, unlawful,
    lawful, legally, is it legal, liable, the law, by law, laws, regulation, regulator, breach, loophole, patent,
    trademark, copyright, visa, immigration, hold up in, legally binding, binding, damages, statute,
    are we allowed, allowed to, clause mean, fair terms, fined, tribunal, arbitration, prosecute, tax, taxes,
    vat, tax return, deductible, customs duty`,
  "why deals were lost": `
    why did we lose, why have we lost, why we lost, why we lose, why do we lose, why was the deal lost,
    why are we losing deal, reason we lost, reason for losing`,
  "what contracts say": `
    contract say, contracts say, agreement say, agreements say, say about liability, liability, liabilities clause,
    in the small print, small print, clause, clauses, paragraph, confidentiality clause`,
  "who signed": `
    who signed, who has signed, who did sign, by whom was it signed, whose signature`,
  secrets: `
    password, passcode, pin code, wifi, wi fi, login, log in, credential, credentials, door code, secret,
    username`,
  "prices and rates of the world": `
    share price, stock price, stock market, our stock, our shares, shareholder, bitcoin, crypto, cryptocurrency,
    exchange rate, the dollar, the euro, the pound, the yen, currency, interest rate, interest rates,
    rates go up, interest on, base rate, mortgage, inflation, economy, economic, recession, oil price,
    price of oil, price of gold, gold price, gold, house price, house prices, electricity price, energy price,
    energy prices, petrol, fuel, central bank, loan rate, property prices, worth of the company, valuation,
    sell the company, company worth, ipo, go public, business worth, our company be worth`,
  "news and the world": `
    weather, why is the sky, the sky, boiling point, gravity, how far is, how tall, how heavy, what day is, what time is, meaning of, time zone, sunshine, forecast for the weekend, hurricane, earthquake, rain, raining, rainy, snowing, snow,
    sunny, temperature, storm, newspaper, the news, latest news, in the papers, papers say, headlines, election,
    president, prime minister, minister, government, parliament, politics, politician, war, tariff, tariffs,
    strike, pandemic, climate, capital of, population, history of, invented, planet, football, soccer, tennis,
    cricket, rugby, match, world cup, the cup, olympic, league, championship, tournament, the game, team win`,
  "food, travel and leisure": `
    recipe, table for, book me, book a table, reservation, cook, cooking, bake, baking, eat, meal, hungry, snack, restaurants, hotel near, bar near, pub, lunch,
    dinner, breakfast, restaurant near, pizza, coffee, cake, beer, wine, film, movie, song, music, book a, novel,
    concert, theatre, theater, television, netflix, flight, train to, traffic, parking, taxi, airport, joke,
    poem, horoscope, lottery, gift, christmas party, near the office, near here, wear, gym`,
  products: `
    roadmap, new feature, features, feature, mobile app, the app, release, released, release date, launch,
    launched, launching, ship, shipping, shipped, new app, next version, new version, newest version,
    coming out with, build next, building next, redesign, relaunch, bestselling, units, opening hours,
    price list, our prices, raise prices, pricing, product, products, prototype, beta, go live, best selling,
    bestseller, in stock, inventory, warehouse, shipment, delivery date, programming language, source code,
    framework, laptop, printer, how do i install, how to install, uptime guarantee, page views, visitors,
    website traffic, followers, page rank, open rate, click rate, clicks, impressions, subscribers to our,
    rank on`,
  "work of another kind": `
    write me, should i buy, should we buy, buy a, buy an, where can i, where can we, where do i, how can i, how can we, way to learn, learn, teach me, show me how, recommend a, can you recommend, write a, write an, draft me, draft a, compose, translate, translation, how do i, how do you,
    how does one, what does it mean, what is the meaning, define, definition, explain how, logo, slogan,
    name for our, pretend, ignore all, ignore previous, ignore your, system prompt, how to`,
};
