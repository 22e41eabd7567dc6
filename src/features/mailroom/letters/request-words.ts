import { wordList } from "./evidence.ts";

const pairs = (firsts: string, seconds: string): string[] =>
  firsts.split(" ").flatMap((first) => seconds.split(" ").map((second) => `${first} ${second}`));

/**
 * How one asks another to do something, by the grammar of six languages: modal verbs said to the reader, courtesies of
 * requests, and needs of the writer. It holds no word for what is asked. Who only asks what is uses none of it.
 */
export const requests: readonly string[] = [
  ...wordList(
    `please, kindly, pls, plz, let me, let us, tell me, tell us, give me, give us, send me, send us, show me, show us, make sure, be sure, go ahead, i need, we need, i want, we want, i demand, we demand, i expect, we expect, i insist, i ask, we ask, i must ask, you must, you need, you have to, you are to, you should, you ought, must be, has to be, have to be, needs to be, should be, required to, asked to, supposed to, appreciate it if, grateful if, obliged if, would mind, would help if, do not, don't, never, at your earliest,
     bitte*, gerne*, mochte ich, mochten wir, hatte ich gern, brauche, brauchen wir, benotig*, verlang*, erwarte*, fordere*, mussen, muss, sollen, sollten, soll, durfen, haben zu, bin dankbar, waren dankbar, veranlass*, sorgen sie, geben sie, schicken sie, senden sie, sagen sie,
     veuillez, merci de, s'il vous plait, svp, stp, priere de, je vous prie, nous vous prions, je souhaite, nous souhaitons, je voudrais, je veux, nous voulons, j'exige, j'attends, il faut, vous devez, vous devriez, ayez l'amabilite, j'ai besoin, nous avons besoin, dites moi, dites nous, envoyez, donnez, faites,
     por favor, ruego, rogamos, le pido, les pido, les pedimos, solicito, solicitamos, necesito, necesitamos, quiero, queremos, quisiera, exijo, espero que, esperamos que, deben, debe, deberia*, hay que, tienen que, tiene que, hagan, haga, digame, diganos, envien*, mandenme, denme, agradeceria*, agradeceriamos,
     per favore, per cortesia, per piacere, prego, vi prego, la prego, vi preghiamo, chiedo, chiediamo, ho bisogno, abbiamo bisogno, voglio, vogliamo, vorrei, vorremmo, esigo, mi aspetto, dovete, deve, dovreste, dovrebbe, bisogna, occorre, fate, faccia, ditemi, mi dica, mandatemi, datemi, le sarei grat*, vi sarei grat*,
     alstublieft, alsjeblieft, aub, ajb, graag, gelieve, verzoek*, ik wil, wij willen, we willen, ik heb nodig, nodig, eis, eisen, verwacht*, moet, moeten, dient, dienen, hoor te, geef, stuur, zeg mij, wees zo vriendelijk, zorg dat, zorg ervoor`,
  ),
  ...pairs("can could would will may might shall", "you we i your one someone somebody"),
  ...pairs("you your", "can could may might will would"),
  ...pairs("kannst konnen konnten konntest wurden wurdest wollen wollten durfen mussen sollen", "sie ihr du wir"),
  ...pairs("sie ihr du", "kannst konnen konnten konntest wurden wurdest wollen durfen mussen sollen"),
  ...pairs("pouvez pourriez pourrais peux voulez voudriez devez allez", "vous tu"),
  ...pairs("vous tu", "pouvez pourriez pourrais peux voulez voudriez devez devriez allez"),
  ...wordList("puede*, pueden, podria*, podrian, podeis, pudiera*, quiere, quieren, querria*, puedes"),
  ...wordList("potete, potreste, potrebbe, puo, puoi, potresti, volete, vorreste, vuole, vorrebbe"),
  ...pairs("kunt kunnen kan kun zou zouden wilt wil mag mogen", "u jullie je jij we wij ik"),
  ...pairs("u jullie je jij", "kunt kunnen kan kun zou zouden wilt wil mag mogen"),
];
