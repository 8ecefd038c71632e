/* Written by `make page` from src/pioche/text/{en,fr}/page_tournament.toml; change the catalogues, not this. */
import { fill, slots } from './fill'

type Value = string | number

/** A sentence as a function of what is filled in, in its own order, or in that of the English sentence where it differs. */
const given = (lang: 'en' | 'fr') => (template: string, names = slots(template)) => (...values: Value[]) =>
  fill(template, Object.fromEntries(names.map((name, k) => [name, values[k]!])), lang)

export interface Catalogue {
  all: string
  allText: string
  make: string
  yours: string
  public: string
  noneYours: string
  nonePublic: string
  entrantsCount: (n: Value) => string
  asRole: Record<string, string>
  phases: Record<string, string>
  roundsOver: string
  title: string
  titleHint: string
  game: string
  where: string
  whereHouse: string
  whereHouseText: string
  wherePaper: string
  wherePaperText: string
  whoSees: string
  whoLink: string
  whoPublic: string
  planned: (k: Value, low: Value, high: Value, units: Value, minutes: Value) => string
  plannedUntimed: (k: Value, low: Value, high: Value, units: Value) => string
  moreOptions: string
  gameOptions: string
  create: string
  making: string
  option: Record<string, string>
  optionHelp: Record<string, string>
  values: Record<string, string>
  tiebreak: (number: Value) => string
  tiebreakNone: string
  criteria: Record<string, string>
  criteriaShort: Record<string, string>
  tabs: Record<string, string>
  parts: string
  projector: string
  roundNo: (number: Value) => string
  roundOf: (number: Value, total: Value) => string
  semi: string
  final: string
  loading: string
  missing: string
  missingText: string
  polling: string
  lost: string
  toldSeated: (number: Value) => string
  toldPlaying: (number: Value) => string
  toldClosed: (number: Value) => string
  toldFinished: string
  toldCancelled: string
  toldFinal: string
  toldSemi: string
  entrants: string
  checkInOf: (name: Value) => string
  addName: string
  addNameHint: string
  clubOptional: string
  ratingOptional: string
  add: string
  addBot: string
  checkAll: string
  findName: string
  nobody: string
  nobodyFound: string
  counts: Record<string, string>
  statuses: Record<string, string>
  bot: string
  filler: string
  invite: string
  inviteTitle: string
  inviteText: string
  refereeLink: string
  refereeText: string
  newLink: string
  newLinkText: string
  registrationOn: string
  referees: string
  dismiss: (name: Value) => string
  substituteLink: (name: Value) => string
  moreTime: (minutes: Value) => string
  moreTimeText: (minutes: Value) => string
  nextStep: string
  stepSeat: (number: Value) => string
  stepStart: (number: Value) => string
  stepClose: (number: Value) => string
  stepFinals: string
  stepCloseSemi: string
  stepCloseFinal: string
  stepFinish: string
  stepFinishEarly: string
  stepText: Record<string, string>
  stepWaits: (why: Value) => string
  tooFew: (kmin: Value) => string
  cancelledText: string
  winner: string
  winners: string
  cancelAll: string
  cancelAllText: string
  cancelAllYes: string
  sure: string
  sureStart: (number: Value, tables: Value) => string
  sureFinals: string
  sureFinish: string
  sureFinishEarly: string
  notNow: string
  forecast: (tables: Value, sizes: Value) => string
  forecastByes: (byes: Value) => string
  waitingFor: (count: Value, tables: Value) => string
  nameTablesText: (sizes: Value) => string
  byeChoice: string
  deeds: Record<string, string>
  deedText: Record<string, string>
  moreOf: (name: Value) => string
  reason: string
  reasonNeeded: string
  consent: string
  newName: string
  newNameHelp: string
  points: string
  doneDeed: (what: Value, name: Value) => string
  noSeating: string
  byTable: string
  byName: string
  viewBy: string
  tableNo: (number: Value) => string
  seatNo: (number: Value) => string
  tableSeat: (table: Value, seat: Value) => string
  begins: string
  placeOf: (number: Value) => string
  placeHouse: string
  placeReal: string
  byes: (n: Value) => string
  bye: string
  absent: string
  absentAre: (names: Value) => string
  swap: string
  swapText: string
  swapFirst: (name: Value) => string
  swapDo: (a: Value, b: Value) => string
  swapped: (a: Value, b: Value) => string
  reseat: string
  reseatText: string
  reseated: (n: Value) => string
  nobodyMoved: string
  changed: string
  changedKey: string
  why: string
  print: string
  onWall: string
  papers: Record<string, string>
  secretSeating: string
  watch: string
  playThere: string
  states: Record<string, string>
  enter: string
  change: string
  makeFinal: string
  ruleOn: string
  correct: string
  sheetOf: (number: Value) => string
  correctOf: (number: Value) => string
  ruleOf: (number: Value) => string
  byLine: string
  byTotal: string
  howEntered: string
  lineNo: (number: Value) => string
  unitNo: (number: Value) => string
  total: string
  cellValue: (line: Value, name: Value, value: Value) => string
  linesHelp: string
  linesKeys: string
  rawOf: (name: Value) => string
  raw: string
  tableScore: string
  secondary: string
  seconds: Record<string, string>
  perUnit: Record<string, string>
  unitsPlayed: string
  checkOk: string
  checkWinner: (line: Value) => string
  checkCalls: (line: Value) => string
  checkEmpty: string
  checkGap: (line: Value) => string
  checkWhole: string
  checkUnits: (most: Value) => string
  checkSecond: string
  propose: string
  saveFinal: string
  saveCorrection: string
  confirmedBy: (names: Value) => string
  nobodyConfirmed: string
  finalAt: (time: Value) => string
  objectionOf: (name: Value, reason: Value) => string
  corrected: (reason: Value) => string
  forfeits: string
  excused: string
  toTable: string
  roundChoice: string
  noResults: string
  unitPlayed: (n: Value) => string
  allFinal: string
  doneOf: (done: Value, total: Value) => string
  standingsProvisional: string
  standingsAfter: (number: Value) => string
  ranking: string
  provisional: string
  provisionalText: string
  place: string
  name: string
  score: string
  shortRound: (number: Value) => string
  noStandings: string
  marks: Record<string, string>
  marksText: Record<string, string>
  penalties: string
  penaltyLine: (name: Value, points: Value, n: Value, reason: Value) => string
  warningLine: (name: Value, reason: Value) => string
  corrections: string
  correctionLine: (round: Value, table: Value, reason: Value) => string
  export: string
  csv: string
  json: string
  logFile: string
  tieKey: (criteria: Value) => string
  decided: Record<string, string>
  youPlay: (table: Value, seat: Value, names: Value) => string
  youBegin: string
  yourBye: string
  youWait: string
  youWaitNext: (number: Value) => string
  youWaitSeats: string
  notChecked: string
  youPaused: string
  youDropped: string
  youDisqualified: string
  youMissed: string
  youLate: string
  tableDone: (table: Value) => string
  tableOpens: string
  youOutFinals: string
  yourPlace: (place: Value, score: Value) => string
  yourFinalPlace: (place: Value) => string
  toMyTable: string
  checkIn: string
  pause: string
  pauseText: string
  resume: string
  drop: string
  dropText: string
  dropYes: string
  withdraw: string
  decline: string
  call: string
  callText: string
  callSend: string
  called: string
  confirm: string
  object: string
  objectText: string
  objectSend: string
  youConfirmed: string
  resultOfTable: string
  history: string
  historyTable: string
  register: string
  registerTitle: string
  registerName: string
  registerLate: string
  registerClosed: string
  warned: (reason: Value) => string
  clock: string
  clockLeft: (minutes: Value, seconds: Value) => string
  clockUp: string
  clockUpText: string
  clockNone: string
  since: (minutes: Value) => string
  queue: string
  queueEmpty: string
  callOf: (name: Value) => string
  callAt: (table: Value) => string
  answered: string
  disputeOf: (table: Value) => string
  ownTable: string
  penalise: string
  whom: string
  correctTitle: string
  correctText: string
  correctNone: string
  choose: string
  goOn: string
  openSheet: string
  logTitle: string
  logText: string
  logEmpty: string
  logLine: (what: Value, about: Value) => string
  actors: Record<string, string>
  actorNamed: (who: Value, name: Value) => string
  logDo: Record<string, string>
  projectorNext: string
  projectorHere: (n: Value) => string
  projectorSeats: string
  projectorExit: string
  compare: string
  compareYou: string
  compareAll: (size: Value) => string
  compareSeat: (seat: Value) => string
  compareNone: string
}

const enGiven = given('en')
export const en: Catalogue = {
  all: "Tournaments",
  allText: "Several rounds, new opponents every time, one ranking.",
  make: "New tournament",
  yours: "Your tournaments",
  public: "Public tournaments",
  noneYours: "You aren’t in a tournament yet. Create one, or open an invitation.",
  nonePublic: "There are no public tournaments at the moment.",
  entrantsCount: enGiven("{n} {n|entrant|entrants}"),
  asRole: { "organiser": "you organise", "referee": "you are a referee", "entrant": "you play", "spectator": "you watch" },
  phases: { "open": "registration open", "seated": "seats given", "playing": "round being played", "closed": "between rounds", "finals": "finals", "finished": "finished", "cancelled": "cancelled" },
  roundsOver: "all rounds played",
  title: "Title",
  titleHint: "Sunday at the club",
  game: "Game",
  where: "How is it played?",
  whereHouse: "Here, on the screen",
  whereHouseText: "Tables open automatically, and results come in automatically.",
  wherePaper: "With real cards",
  wherePaperText: "You play at real tables and enter the results.",
  whoSees: "Who can find it?",
  whoLink: "Anyone with the link",
  whoPublic: "Everyone",
  planned: enGiven("Tables of {k} ({low} to {high}), {units} {units|deal|deals} a match, {minutes} minutes."),
  plannedUntimed: enGiven("Tables of {k} ({low} to {high}), {units} {units|deal|deals} a match, no time limit."),
  moreOptions: "More options",
  gameOptions: "Game options",
  create: "Create the tournament",
  making: "Creating…",
  option: { "k": "Players at a table", "kmin": "at least", "kmax": "at most", "uneven": "When numbers do not fit", "filler": "Empty seats", "rounds": "Qualifying rounds", "pairing": "Who meets whom", "round1": "Round 1", "avoid_club": "Keep clubs apart up to round", "plain_last": "Last round", "scoring": "Table score", "units": "Deals in a match", "final_units": "Deals in the final", "final": "Final", "duplicate": "Cards", "round_minutes": "Minutes for a round", "grace": "Minutes before someone counts as absent", "late_until": "Late entrants join before round" },
  optionHelp: { "k": "The best size; other sizes are used only when the numbers require it.", "uneven": "10 players: 4 3 3 or 5 5.", "filler": "Fillers play but aren’t ranked.", "rounds": "0: the number suggested for the entrants, 3 to 6.", "pairing": "Swiss: players with similar scores meet, and repeat meetings are avoided where possible.", "round1": "By rating, every table gets stronger and weaker players.", "avoid_club": "0: clubs do not matter.", "plain_last": "The leaders at table 1, even if they have met.", "scoring": "How a table counts towards the ranking.", "units": "The same at every table.", "final": "The best play for the title, from zero.", "duplicate": "Compare after the round: what did the others do with your cards?", "round_minutes": "No new deal begins after this. 0: no limit.", "grace": "Counted from the start of the round.", "late_until": "After that only with your consent." },
  values: { "smaller": "smaller tables", "larger": "larger tables", "none": "stay empty", "bot": "bots fill them", "swiss": "equals meet (Swiss)", "random": "by chance", "manual": "I assign the tables", "lot": "by chance", "snake": "spread by rating", "rank": "by place: 12-8-4-0", "raw": "the game’s own points", "win": "one point for the win", "final_none": "none: the standings decide", "final_table": "a final table", "final_semis": "semi-finals and a final", "plain_0": "like the others", "plain_1": "the leaders meet", "duplicate_0": "each table has its own", "duplicate_1": "the same at every table" },
  tiebreak: enGiven("Tie-break {number}"),
  tiebreakNone: "none",
  criteria: { "score": "Score", "wins": "Wins", "raw": "Points", "second": "Secondary value", "opp": "Opponents", "met": "Against each other", "lot": "Draw" },
  criteriaShort: { "score": "Score", "wins": "Wins", "raw": "Pts", "second": "2nd val.", "opp": "Opp", "met": "Met", "lot": "Draw" },
  tabs: { "mine": "My place", "desk": "Desk", "seating": "Seating", "results": "Results", "standings": "Standings", "referee": "Referee", "log": "Log" },
  parts: "Parts of the tournament",
  projector: "Projector",
  roundNo: enGiven("Round {number}"),
  roundOf: enGiven("Round {number} of {total}"),
  semi: "Semi-finals",
  final: "Final",
  loading: "Loading…",
  missing: "Tournament not found",
  missingText: "The link may be old, or you need an invitation.",
  polling: "Live updates are off; refreshing every ten seconds.",
  lost: "The server isn’t responding. We’ll keep trying; what you typed is safe.",
  toldSeated: enGiven("Round {number} is seated."),
  toldPlaying: enGiven("Round {number} has begun."),
  toldClosed: enGiven("Round {number} is closed. The standings are out."),
  toldFinished: "The tournament is finished.",
  toldCancelled: "The tournament was cancelled.",
  toldFinal: "The final has begun.",
  toldSemi: "The semi-finals have begun.",
  entrants: "Entrants",
  checkInOf: enGiven("{name} is here"),
  addName: "Add someone",
  addNameHint: "Name",
  clubOptional: "Club (optional)",
  ratingOptional: "Rating (optional)",
  add: "Add",
  addBot: "It is a bot",
  checkAll: "Check in all",
  findName: "Find a name",
  nobody: "No one has registered yet. Send the invitation, or add names here.",
  nobodyFound: "No matching name.",
  counts: { "registered": "registered", "active": "active", "tables": "tables next", "byes": "byes next", "paused": "paused", "away": "gone" },
  statuses: { "registered": "not here yet", "active": "active", "paused": "paused", "dropped": "dropped out", "disqualified": "disqualified", "withdrawn": "withdrawn" },
  bot: "bot",
  filler: "filler",
  invite: "Invite",
  inviteTitle: "Invitation",
  inviteText: "Anyone who opens this link can register.",
  refereeLink: "Referee link",
  refereeText: "Anyone who opens this link becomes a referee, with power over results, corrections, penalties, seats and presence. Give it only to referees.",
  newLink: "Make a new link",
  newLinkText: "The old link stops working.",
  registrationOn: "Registration is open",
  referees: "Referees",
  dismiss: enGiven("Remove {name} as a referee"),
  substituteLink: enGiven("Link for the person replacing {name}"),
  moreTime: enGiven("+{minutes} min"),
  moreTimeText: enGiven("{minutes} more minutes for this round"),
  nextStep: "Next step",
  stepSeat: enGiven("Seat round {number}"),
  stepStart: enGiven("Start round {number}"),
  stepClose: enGiven("Close round {number}"),
  stepFinals: "Start the finals",
  stepCloseSemi: "Close the semi-finals",
  stepCloseFinal: "Close the final",
  stepFinish: "Finish the tournament",
  stepFinishEarly: "Finish without the finals",
  stepText: { "seat": "Everyone who is here gets a table. You can still change seats before the start.", "start": "The tables open and the clock runs. From then on the seating is fixed.", "close": "The standings are published. Results can still be corrected by a referee.", "start_finals": "The best qualify in the order of the standings, and their tables open.", "finish": "The ranking is published, and nothing can be changed afterwards." },
  stepWaits: enGiven("Not yet: {why}"),
  tooFew: enGiven("at least {kmin} people must be here"),
  cancelledText: "The tournament was cancelled.",
  winner: "Winner",
  winners: "Winners",
  cancelAll: "Cancel the tournament",
  cancelAllText: "This ends the tournament for everyone, for good. Results so far stay visible.",
  cancelAllYes: "Cancel it for good",
  sure: "Are you sure?",
  sureStart: enGiven("Once round {number} has started, its seating is fixed. {tables} {tables|table opens|tables open}."),
  sureFinals: "Once the finals have begun, no one can join, pause or drop out.",
  sureFinish: "A finished tournament can’t be changed, not even by a referee.",
  sureFinishEarly: "No final is played: the standings decide, and first place may be shared. After that nothing can be changed.",
  notNow: "Not yet",
  forecast: enGiven("{tables} {tables|table|tables} ({sizes})"),
  forecastByes: enGiven("{byes} {byes|bye|byes}"),
  waitingFor: enGiven("waiting for {count|table|tables} {tables}"),
  nameTablesText: enGiven("Give everyone a table number. The sizes must be {sizes}."),
  byeChoice: "bye",
  deeds: { "late": "Add as a late entrant", "withdraw": "Withdraw", "check_in": "Check in", "drop": "Drop out", "pause": "Pause", "resume": "Resume", "readmit": "Readmit", "substitute": "Name a substitute", "no_show": "Report a no-show", "forfeit": "Forfeit of the table", "excuse": "Excuse from the table", "warn": "Warning", "penalty": "Penalty", "disqualify": "Disqualify", "decline": "Declines the finals" },
  deedText: { "withdraw": "Removes the name from the list. They can register again until the start.", "drop": "Keeps their score and place but is no longer seated. During a match this forfeits the table.", "pause": "Isn’t seated until they resume; each missed round counts 0.", "resume": "Is seated again from the next round.", "readmit": "Comes back after dropping out; missed rounds count 0.", "substitute": "Another person takes over their place, score and past opponents.", "no_show": "Is taken off the table, misses the round and is paused. The others play on or are moved.", "forfeit": "Is ranked behind all others at this table.", "excuse": "A missed round instead of a table: the table is ranked without them.", "warn": "Visible to the entrant and the referees.", "penalty": "Subtracted from the score, visible to everyone.", "disqualify": "Leaves the standings and isn’t seated again. Opponents keep their results.", "decline": "The next in line takes their place in the finals." },
  moreOf: enGiven("More for {name}"),
  reason: "Reason",
  reasonNeeded: "Give a reason: it is shown with the decision.",
  consent: "Allow it although it is late (I am the organiser)",
  newName: "Name of the substitute",
  newNameHelp: "Leave it empty to get a link for the substitute.",
  points: "Points to subtract",
  doneDeed: enGiven("Done: {what}, {name}."),
  noSeating: "No round is seated yet.",
  byTable: "By table",
  byName: "By name",
  viewBy: "Order of the list",
  tableNo: enGiven("Table {number}"),
  seatNo: enGiven("seat {number}"),
  tableSeat: enGiven("Table {table}, seat {seat}"),
  begins: "begins",
  placeOf: enGiven("How table {number} is played"),
  placeHouse: "on the screen",
  placeReal: "real cards",
  byes: enGiven("{n|Bye|Byes}"),
  bye: "bye",
  absent: "absent",
  absentAre: enGiven("Absent: {names}"),
  swap: "Swap two",
  swapText: "Choose two people; they swap places.",
  swapFirst: enGiven("{name} chosen. Choose a second person."),
  swapDo: enGiven("Swap {a} and {b}"),
  swapped: enGiven("{a} and {b} swapped places."),
  reseat: "Reseat",
  reseatText: "Makes a new seating for the people who are here now.",
  reseated: enGiven("Reseated; {n} {n|person sits|people sit} at another table."),
  nobodyMoved: "Reseated; no one changes tables.",
  changed: "moved",
  changedKey: "Marked: at another table than before.",
  why: "Why this seating?",
  print: "Print",
  onWall: "On the wall and on paper",
  papers: { "seats": "Seat list", "cards": "Table cards", "sheets": "Result sheets", "standings": "Standings", "ranking": "Final ranking" },
  secretSeating: "The seating of the next round is being prepared.",
  watch: "Watch",
  playThere: "Go to this table",
  states: { "running": "running", "proposed": "proposed", "disputed": "disputed", "final": "final", "void": "closed", "seated": "not started" },
  enter: "Enter the result",
  change: "Change the proposal",
  makeFinal: "Make final",
  ruleOn: "Decide",
  correct: "Correct",
  sheetOf: enGiven("Result sheet, table {number}"),
  correctOf: enGiven("Correction, table {number}"),
  ruleOf: enGiven("Decision, table {number}"),
  byLine: "Line by line",
  byTotal: "Totals",
  howEntered: "How the sheet is written",
  lineNo: enGiven("Round {number}"),
  unitNo: enGiven("Deal {number}"),
  total: "Total",
  cellValue: enGiven("{line}, {name}: {value}"),
  linesHelp: "Press a field to change it: 0, +1, −1. Empty lines at the end don’t count.",
  linesKeys: "On a keyboard, type 1, 0 or −; use the arrows to move.",
  rawOf: enGiven("Score of {name}"),
  raw: "Score",
  tableScore: "Table score",
  secondary: "Secondary value (optional)",
  seconds: { "card_sum": "Sum of the cards" },
  perUnit: { "card_sum": "Card points per round" },
  unitsPlayed: "Deals played",
  checkOk: "The sheet adds up.",
  checkWinner: enGiven("Line {line} has no +1: every round needs a winner."),
  checkCalls: enGiven("Line {line} has more than one −1: only one player can have called."),
  checkEmpty: "Nothing entered yet.",
  checkGap: enGiven("Line {line} is empty, but a later one is not."),
  checkWhole: "Every score must be a whole number.",
  checkUnits: enGiven("Between 1 and {most} deals can have been played."),
  checkSecond: "Enter the secondary value for everyone, or for no one.",
  propose: "Propose the result",
  saveFinal: "Save as final",
  saveCorrection: "Save the correction",
  confirmedBy: enGiven("Confirmed by {names}"),
  nobodyConfirmed: "No one has confirmed yet.",
  finalAt: enGiven("becomes final at {time}"),
  objectionOf: enGiven("{name} objects: {reason}"),
  corrected: enGiven("Corrected: {reason}"),
  forfeits: "forfeit",
  excused: "excused",
  toTable: "Look at the table",
  roundChoice: "Round",
  noResults: "There are no tables yet.",
  unitPlayed: enGiven("{n} {n|deal|deals} played"),
  allFinal: "Every table has a final result.",
  doneOf: enGiven("{done} of {total} tables final"),
  standingsProvisional: "Provisional standings",
  standingsAfter: enGiven("Standings after round {number}"),
  ranking: "Final ranking",
  provisional: "provisional",
  provisionalText: "A round is being played: places can still change.",
  place: "Place",
  name: "Name",
  score: "Score",
  shortRound: enGiven("R{number}"),
  noStandings: "Standings appear when the first round begins.",
  marks: { "bye": "b", "missed": "–", "forfeit": "f", "waiting": "…" },
  marksText: { "bye": "bye, an average result", "missed": "missed round, 0", "forfeit": "forfeit", "waiting": "still playing" },
  penalties: "Penalties",
  penaltyLine: enGiven("{name}: {points} {n|point|points} deducted, {reason}"),
  warningLine: enGiven("{name}: {reason}"),
  corrections: "Corrections",
  correctionLine: enGiven("{round}, table {table}: {reason}"),
  export: "Save",
  csv: "Table (CSV)",
  json: "Data (JSON)",
  logFile: "Tournament log",
  tieKey: enGiven("Order: {criteria}. Players equal in all of them share the place; the draw only decides seats."),
  decided: { "final": "the final", "semi": "a semi-final", "standings": "the standings" },
  youPlay: enGiven("You play at table {table}, seat {seat}, against {names}."),
  youBegin: "You begin.",
  yourBye: "You have a bye in this round: an average result, and time for a coffee.",
  youWait: "You are registered. The organiser seats the first round when everyone is here.",
  youWaitNext: enGiven("Round {number} is closed. The next one will be seated soon."),
  youWaitSeats: "The seats of the next round are being prepared.",
  notChecked: "Tell the organiser you are here, or you won’t be seated.",
  youPaused: "You are paused: you aren’t seated, and each missed round counts 0.",
  youDropped: "You dropped out. Your score and place stay in the standings.",
  youDisqualified: "You were disqualified.",
  youMissed: "You have no table this round: it counts as missed.",
  youLate: "You join when the next round is seated.",
  tableDone: enGiven("Table {table} is finished. The round closes when all tables are."),
  tableOpens: "Your table is being opened…",
  youOutFinals: "You are not in the finals. Your place in the ranking stands.",
  yourPlace: enGiven("Place {place}, score {score}"),
  yourFinalPlace: enGiven("You finished {place}."),
  toMyTable: "To my table",
  checkIn: "I am here",
  pause: "Pause",
  pauseText: "You sit out until you resume. Each missed round counts 0.",
  resume: "I am back",
  drop: "Drop out",
  dropText: "You leave the tournament: you keep your score and place but won’t be seated again. In the middle of a match you forfeit the table.",
  dropYes: "Drop out for good",
  withdraw: "Withdraw my registration",
  decline: "I decline the finals",
  call: "Call the referee",
  callText: "What is it about?",
  callSend: "Call",
  called: "The referee has been called.",
  confirm: "Confirm the result",
  object: "Object",
  objectText: "What is wrong? The referee decides.",
  objectSend: "Send the objection",
  youConfirmed: "You have confirmed this result.",
  resultOfTable: "Result of your table",
  history: "Your rounds",
  historyTable: "Table",
  register: "Register",
  registerTitle: "Take part",
  registerName: "Your name in the tournament",
  registerLate: "The tournament has begun: you join as a late entrant, and missed rounds count 0.",
  registerClosed: "Registration is closed. Ask the organiser.",
  warned: enGiven("Warning: {reason}"),
  clock: "Round clock",
  clockLeft: enGiven("{minutes} min {seconds} s left"),
  clockUp: "Time is up",
  clockUpText: "Finish the deal you are playing; it counts. No new deal begins.",
  clockNone: "no time limit",
  since: enGiven("for {minutes} min"),
  queue: "Waiting for you",
  queueEmpty: "No one is waiting for a referee.",
  callOf: enGiven("{name} calls the referee"),
  callAt: enGiven("table {table}"),
  answered: "Settled",
  disputeOf: enGiven("Table {table} is disputed"),
  ownTable: "You play at this table: another referee decides.",
  penalise: "Warnings and penalties",
  whom: "Whom",
  correctTitle: "Correct a result",
  correctText: "Choose a round and a table. The standings change at once; seats already given don’t.",
  correctNone: "No result is final yet.",
  choose: "choose",
  goOn: "Continue",
  openSheet: "Open the sheet",
  logTitle: "Tournament log",
  logText: "Every action with its number, who did it and why. Nothing is ever deleted: mistakes are corrected by new entries.",
  logEmpty: "Nothing has happened yet.",
  logLine: enGiven("{what}: {about}"),
  actors: { "organiser": "the organiser", "referee": "a referee", "entrant": "an entrant", "house": "the server" },
  actorNamed: enGiven("{who} ({name})"),
  logDo: { "create": "opens the tournament", "register": "registers", "withdraw": "withdraws", "check_in": "checks in", "late": "adds late", "drop": "drops out", "pause": "pauses", "resume": "resumes", "readmit": "readmits", "substitute": "names a substitute", "no_show": "reports a no-show", "seat": "seats the round", "reseat": "reseats the round", "swap": "swaps", "start": "starts the round", "close": "closes the round", "result": "proposes a result", "rule": "decides a result", "confirm": "confirms a result", "object": "objects to a result", "lapse": "makes results final after five minutes", "correct": "corrects a result", "forfeit": "declares a forfeit", "excuse": "excuses", "penalty": "gives a penalty", "warn": "warns", "disqualify": "disqualifies", "call": "calls the referee", "answer": "settles a call", "start_finals": "starts the finals", "decline": "declines the finals", "finish": "finishes the tournament", "cancel": "cancels the tournament" },
  projectorNext: "Next round soon",
  projectorHere: enGiven("{n} here"),
  projectorSeats: "Find your seat",
  projectorExit: "Leave the projector view",
  compare: "The same cards elsewhere",
  compareYou: "With your cards in your seat, the others did this:",
  compareAll: enGiven("The same seats at tables of {size}:"),
  compareSeat: enGiven("Seat {seat}"),
  compareNone: "No other table of this size played these cards.",
}

const frGiven = given('fr')
export const fr: Catalogue = {
  all: "Tournois",
  allText: "Plusieurs rondes, des adversaires toujours différents, un seul classement.",
  make: "Nouveau tournoi",
  yours: "Vos tournois",
  public: "Ouverts à tous",
  noneYours: "Vous ne participez encore à aucun tournoi. Ouvrez-en un, ou suivez une invitation.",
  nonePublic: "Aucun tournoi n’est ouvert à tous en ce moment.",
  entrantsCount: frGiven("{n} {n|inscrit|inscrits}"),
  asRole: { "organiser": "vous organisez", "referee": "vous arbitrez", "entrant": "vous jouez", "spectator": "vous regardez" },
  phases: { "open": "inscriptions ouvertes", "seated": "placement fait", "playing": "ronde en cours", "closed": "entre deux rondes", "finals": "phase finale", "finished": "terminé", "cancelled": "annulé" },
  roundsOver: "toutes les rondes sont jouées",
  title: "Titre",
  titleHint: "Dimanche au club",
  game: "Jeu",
  where: "Comment joue-t-on ?",
  whereHouse: "Ici, à l’écran",
  whereHouseText: "Les tables s’ouvrent et les résultats arrivent automatiquement.",
  wherePaper: "Avec de vraies cartes",
  wherePaperText: "On joue autour de vraies tables et on saisit les résultats.",
  whoSees: "Qui peut le trouver ?",
  whoLink: "Avec le lien",
  whoPublic: "Tout le monde",
  planned: frGiven("Tables de {k} ({low} à {high}), {units} {units|donne|donnes} par partie, {minutes} minutes."),
  plannedUntimed: frGiven("Tables de {k} ({low} à {high}), {units} {units|donne|donnes} par partie, sans limite de temps."),
  moreOptions: "Autres réglages",
  gameOptions: "Options du jeu",
  create: "Ouvrir le tournoi",
  making: "Ouverture…",
  option: { "k": "Joueurs par table", "kmin": "au moins", "kmax": "au plus", "uneven": "Si le compte ne tombe pas juste", "filler": "Places vides", "rounds": "Rondes qualificatives", "pairing": "Qui rencontre qui", "round1": "Première ronde", "avoid_club": "Séparer les clubs jusqu’à la ronde", "plain_last": "Dernière ronde", "scoring": "Points de table", "units": "Donnes par partie", "final_units": "Donnes en finale", "final": "Finale", "duplicate": "Cartes", "round_minutes": "Minutes par ronde", "grace": "Minutes avant d’être absent", "late_until": "Retardataires : avant la ronde" },
  optionHelp: { "k": "La taille préférée ; les autres ne servent que si le nombre l’exige.", "uneven": "À 10 joueurs : 4 3 3 ou 5 5.", "filler": "Les joueurs de complément jouent mais ne sont pas classés.", "rounds": "0 : le nombre conseillé selon les inscrits, de 3 à 6.", "pairing": "Système suisse : on rencontre des joueurs de score voisin, et jamais deux fois les mêmes si c’est possible.", "round1": "Selon la cote, chaque table a des joueurs forts et moins forts.", "avoid_club": "0 : les clubs ne comptent pas.", "plain_last": "Les premiers à la table 1, même s’ils se sont déjà rencontrés.", "scoring": "Ce qu’une table rapporte au classement.", "units": "Le même nombre à toutes les tables.", "final": "Les meilleurs jouent le titre, en repartant de zéro.", "duplicate": "On compare après la ronde : qu’ont fait les autres avec vos cartes ?", "round_minutes": "Ensuite, on ne commence plus de manche. 0 : sans limite.", "grace": "À compter du début de la ronde.", "late_until": "Ensuite, seulement avec votre accord." },
  values: { "smaller": "des tables plus petites", "larger": "des tables plus grandes", "none": "restent vides", "bot": "des robots les prennent", "swiss": "scores voisins (suisse)", "random": "au hasard", "manual": "je compose les tables", "lot": "par tirage au sort", "snake": "répartie selon la cote", "rank": "selon le rang : 12-8-4-0", "raw": "les points du jeu", "win": "un point pour la victoire", "final_none": "aucune : le classement décide", "final_table": "une table finale", "final_semis": "demi-finales et finale", "plain_0": "comme les autres", "plain_1": "les premiers se rencontrent", "duplicate_0": "mélangées à chaque table", "duplicate_1": "les mêmes à toutes les tables" },
  tiebreak: frGiven("Départage n° {number}"),
  tiebreakNone: "aucun",
  criteria: { "score": "Score", "wins": "Victoires", "raw": "Points", "second": "Valeur secondaire", "opp": "Adversaires", "met": "Entre eux", "lot": "Tirage au sort" },
  criteriaShort: { "score": "Score", "wins": "Vict.", "raw": "Pts", "second": "2e val.", "opp": "Adv.", "met": "Entre eux", "lot": "Tirage" },
  tabs: { "mine": "Ma place", "desk": "Organisation", "seating": "Placement", "results": "Résultats", "standings": "Classement", "referee": "Arbitrage", "log": "Journal" },
  parts: "Rubriques du tournoi",
  projector: "Projecteur",
  roundNo: frGiven("Ronde {number}"),
  roundOf: frGiven("Ronde {number} sur {total}"),
  semi: "Demi-finales",
  final: "Finale",
  loading: "Chargement…",
  missing: "Ce tournoi n’existe pas",
  missingText: "Le lien est peut-être ancien, ou le tournoi est réservé aux invités.",
  polling: "Mise à jour en direct interrompue ; nouvel essai toutes les dix secondes.",
  lost: "Le serveur ne répond pas. Nouvel essai automatique ; ce que vous avez saisi reste là.",
  toldSeated: frGiven("La ronde {number} est placée."),
  toldPlaying: frGiven("La ronde {number} a commencé."),
  toldClosed: frGiven("La ronde {number} est close. Le classement est publié."),
  toldFinished: "Le tournoi est terminé.",
  toldCancelled: "Le tournoi a été annulé.",
  toldFinal: "La finale a commencé.",
  toldSemi: "Les demi-finales ont commencé.",
  entrants: "Inscrits",
  checkInOf: frGiven("Pointage {de name}"),
  addName: "Ajouter quelqu’un",
  addNameHint: "Nom",
  clubOptional: "Club (facultatif)",
  ratingOptional: "Cote (facultative)",
  add: "Ajouter",
  addBot: "C’est un robot",
  checkAll: "Pointer tout le monde",
  findName: "Chercher un nom",
  nobody: "Personne n’est encore inscrit. Envoyez l’invitation, ou ajoutez des noms ici.",
  nobodyFound: "Aucun nom de ce genre.",
  counts: { "registered": "inscrits", "active": "en jeu", "tables": "tables à venir", "byes": "exempts à venir", "paused": "en pause", "away": "partis" },
  statuses: { "registered": "pas encore là", "active": "en jeu", "paused": "en pause", "dropped": "abandon", "disqualified": "disqualification", "withdrawn": "inscription retirée" },
  bot: "robot",
  filler: "complément",
  invite: "Inviter",
  inviteTitle: "Invitation",
  inviteText: "Toute personne qui ouvre ce lien peut s’inscrire.",
  refereeLink: "Lien d’arbitre",
  refereeText: "Toute personne qui ouvre ce lien devient arbitre : résultats, rectifications, pénalités, placement, pointage. Ne le donnez qu’aux arbitres.",
  newLink: "Faire un nouveau lien",
  newLinkText: "L’ancien ne marchera plus.",
  registrationOn: "Inscriptions ouvertes",
  referees: "Arbitres",
  dismiss: frGiven("{name} n’arbitre plus"),
  substituteLink: frGiven("Lien pour qui remplace {name}"),
  moreTime: frGiven("+{minutes} min"),
  moreTimeText: frGiven("{minutes} minutes de plus pour cette ronde"),
  nextStep: "Étape suivante",
  stepSeat: frGiven("Placer la ronde {number}"),
  stepStart: frGiven("Lancer la ronde {number}"),
  stepClose: frGiven("Clore la ronde {number}"),
  stepFinals: "Lancer la phase finale",
  stepCloseSemi: "Clore les demi-finales",
  stepCloseFinal: "Clore la finale",
  stepFinish: "Terminer le tournoi",
  stepFinishEarly: "Terminer sans phase finale",
  stepText: { "seat": "Tous ceux qui sont là reçoivent une table. Avant le départ, vous pouvez encore échanger des places.", "start": "Les tables s’ouvrent et l’horloge tourne. Le placement ne change plus.", "close": "Le classement est publié. Un arbitre peut encore rectifier des résultats.", "start_finals": "Les meilleurs se qualifient dans l’ordre du classement, et leurs tables s’ouvrent.", "finish": "Le classement final est publié, et plus rien ne peut changer." },
  stepWaits: frGiven("Pas encore : {why}"),
  tooFew: frGiven("il faut au moins {kmin} personnes présentes"),
  cancelledText: "Le tournoi a été annulé.",
  winner: "Victoire",
  winners: "Victoire partagée",
  cancelAll: "Annuler le tournoi",
  cancelAllText: "Le tournoi s’arrête ici, pour tous et pour de bon. Les résultats obtenus restent lisibles.",
  cancelAllYes: "Annuler pour de bon",
  sure: "Vraiment ?",
  sureStart: frGiven("Une fois la ronde {number} lancée, son placement ne change plus. {tables} {tables|table s’ouvre|tables s’ouvrent}."),
  sureFinals: "Dès que la phase finale commence, plus personne n’arrive, ne se met en pause ni n’abandonne.",
  sureFinish: "Un tournoi terminé ne change plus, même par un arbitre.",
  sureFinishEarly: "Aucune finale n’est jouée : le classement décide, et la première place peut être partagée. Ensuite, plus rien ne peut changer.",
  notNow: "Pas encore",
  forecast: frGiven("{tables} {tables|table|tables} ({sizes})"),
  forecastByes: frGiven("{byes} {byes|exempt|exempts}"),
  waitingFor: frGiven("on attend {count|la table|les tables} {tables}"),
  nameTablesText: frGiven("Donnez à chacun un numéro de table. Les tailles doivent être {sizes}."),
  byeChoice: "exempt",
  deeds: { "late": "Ajouter un retardataire", "withdraw": "Retirer l’inscription", "check_in": "Pointer", "drop": "Abandon", "pause": "Mettre en pause", "resume": "Reprendre", "readmit": "Réadmettre", "substitute": "Nommer un remplaçant", "no_show": "Signaler l’absence", "forfeit": "Forfait à la table", "excuse": "Excuser pour la table", "warn": "Avertissement", "penalty": "Pénalité", "disqualify": "Disqualifier", "decline": "Renonce à la phase finale" },
  deedText: { "withdraw": "Le nom quitte la liste. Jusqu’au départ, on peut se réinscrire.", "drop": "Garde son score et sa place au classement, mais n’a plus de table. Pendant une partie, c’est un forfait.", "pause": "N’a pas de table jusqu’à son retour ; chaque ronde manquée compte 0.", "resume": "A de nouveau une table dès la ronde suivante.", "readmit": "Revient après un abandon ; les rondes manquées comptent 0.", "substitute": "Une autre personne prend sa place, avec son score et ses rencontres.", "no_show": "Quitte la table, manque la ronde et passe en pause. Les autres continuent ou changent de table.", "forfeit": "Finit derrière tous les autres à cette table.", "excuse": "Une ronde manquée au lieu d’une table : la table est classée sans cette personne.", "warn": "Vu par l’intéressé et les arbitres.", "penalty": "Retirée du score, vue par tous.", "disqualify": "Quitte le classement et n’a plus de table. Les adversaires gardent leurs résultats.", "decline": "Le suivant prend sa place en phase finale." },
  moreOf: frGiven("Actions pour {name}"),
  reason: "Motif",
  reasonNeeded: "Donnez un motif : il est montré avec la décision.",
  consent: "Avec mon accord d’organisateur, bien que ce soit tard",
  newName: "Nom du remplaçant",
  newNameHelp: "Laissez vide pour obtenir un lien à donner.",
  points: "Points à retirer",
  doneDeed: frGiven("C’est fait : {what}, {name}."),
  noSeating: "Aucune ronde n’est encore placée.",
  byTable: "Par table",
  byName: "Par nom",
  viewBy: "Ordre de la liste",
  tableNo: frGiven("Table {number}"),
  seatNo: frGiven("place {number}"),
  tableSeat: frGiven("Table {table}, place {seat}"),
  begins: "commence",
  placeOf: frGiven("Comment on joue à la table {number}"),
  placeHouse: "à l’écran",
  placeReal: "vraies cartes",
  byes: frGiven("{n|Exempt|Exempts}"),
  bye: "exempt",
  absent: "absence",
  absentAre: frGiven("Absences : {names}"),
  swap: "Échanger deux places",
  swapText: "Choisissez deux personnes : elles échangent leurs places.",
  swapFirst: frGiven("Premier choix : {name}. Choisissez une deuxième personne."),
  swapDo: frGiven("Échanger {a} et {b}"),
  swapped: frGiven("{a} et {b} ont échangé leurs places."),
  reseat: "Refaire le placement",
  reseatText: "Un nouveau placement d’après la situation présente.",
  reseated: frGiven("Placement refait ; {n} {n|personne change|personnes changent} de table."),
  nobodyMoved: "Placement refait ; personne ne change de table.",
  changed: "changé",
  changedKey: "En couleur : une autre table que dans la version précédente.",
  why: "Pourquoi ainsi ?",
  print: "Imprimer",
  onWall: "Au mur et sur papier",
  papers: { "seats": "Liste des places", "cards": "Cartons de table", "sheets": "Feuilles de marque", "standings": "Classement", "ranking": "Classement final" },
  secretSeating: "Le placement de la prochaine ronde se prépare.",
  watch: "Regarder",
  playThere: "À cette table",
  states: { "running": "en cours", "proposed": "proposé", "disputed": "contesté", "final": "définitif", "void": "fermée", "seated": "pas commencée" },
  enter: "Saisir le résultat",
  change: "Changer la proposition",
  makeFinal: "Rendre définitif",
  ruleOn: "Trancher",
  correct: "Rectifier",
  sheetOf: frGiven("Feuille de marque, table {number}"),
  correctOf: frGiven("Rectification, table {number}"),
  ruleOf: frGiven("Décision, table {number}"),
  byLine: "Ligne par ligne",
  byTotal: "Totaux",
  howEntered: "Façon de remplir la feuille",
  lineNo: frGiven("Manche {number}"),
  unitNo: frGiven("Manche {number}"),
  total: "Total",
  cellValue: frGiven("{line}, {name} : {value}"),
  linesHelp: "Touchez une case pour la changer : 0, +1, −1. Les lignes laissées vides à la fin ne comptent pas.",
  linesKeys: "Au clavier : 1, 0 et − pour écrire, les flèches pour se déplacer.",
  rawOf: frGiven("Score {de name}"),
  raw: "Score",
  tableScore: "Points de table",
  secondary: "Valeur secondaire (facultative)",
  seconds: { "card_sum": "Somme des cartes" },
  perUnit: { "card_sum": "Cartes par manche" },
  unitsPlayed: "Manches jouées",
  checkOk: "La feuille est plausible.",
  checkWinner: frGiven("La ligne {line} n’a pas de +1 : chaque manche a un gagnant."),
  checkCalls: frGiven("La ligne {line} a plus d’un −1 : un seul joueur a pu annoncer."),
  checkEmpty: "Rien n’est encore inscrit.",
  checkGap: frGiven("La ligne {line} est vide, mais une suivante ne l’est pas."),
  checkWhole: "Chaque score doit être un nombre entier.",
  checkUnits: frGiven("On a pu jouer entre 1 et {most} donnes."),
  checkSecond: "Inscrivez la valeur secondaire pour tous, ou pour personne.",
  propose: "Proposer le résultat",
  saveFinal: "Enregistrer comme définitif",
  saveCorrection: "Enregistrer la rectification",
  confirmedBy: frGiven("Validé par {names}"),
  nobodyConfirmed: "Personne n’a encore validé.",
  finalAt: frGiven("définitif de lui-même à {time}"),
  objectionOf: frGiven("{name} conteste : {reason}"),
  corrected: frGiven("Rectifié : {reason}"),
  forfeits: "forfait",
  excused: "excusé",
  toTable: "Voir la table",
  roundChoice: "Ronde",
  noResults: "Il n’y a pas encore de tables.",
  unitPlayed: frGiven("{n} {n|donne jouée|donnes jouées}"),
  allFinal: "Toutes les tables ont un résultat définitif.",
  doneOf: frGiven("{done} {done|table définitive|tables définitives} sur {total}"),
  standingsProvisional: "Classement provisoire",
  standingsAfter: frGiven("Classement après la ronde {number}"),
  ranking: "Classement final",
  provisional: "provisoire",
  provisionalText: "Une ronde est en cours : le classement peut encore changer.",
  place: "Place",
  name: "Nom",
  score: "Score",
  shortRound: frGiven("R{number}"),
  noStandings: "Le classement apparaît au début de la première ronde.",
  marks: { "bye": "e", "missed": "–", "forfeit": "f", "waiting": "…" },
  marksText: { "bye": "exempt, un résultat moyen", "missed": "ronde manquée, 0", "forfeit": "forfait", "waiting": "encore en jeu" },
  penalties: "Pénalités",
  penaltyLine: frGiven("{name} : {points} {n|point retiré|points retirés}, {reason}"),
  warningLine: frGiven("{name} : {reason}"),
  corrections: "Rectifications",
  correctionLine: frGiven("{round}, table {table} : {reason}"),
  export: "Enregistrer",
  csv: "Tableau (CSV)",
  json: "Données (JSON)",
  logFile: "Journal du tournoi",
  tieKey: frGiven("Ordre : {criteria}. À égalité sur tout, on partage la place ; le tirage au sort ne décide que des tables."),
  decided: { "final": "la finale", "semi": "une demi-finale", "standings": "le classement" },
  youPlay: frGiven("Vous jouez à la table {table}, place {seat}, contre {names}."),
  youBegin: "Vous commencez.",
  yourBye: "Vous ne jouez pas cette ronde (exemption) : un résultat moyen, et le temps d’un café.",
  youWait: "Votre inscription est faite. L’organisateur place la première ronde quand tout le monde est là.",
  youWaitNext: frGiven("La ronde {number} est close. La suivante va être placée."),
  youWaitSeats: "Le placement de la prochaine ronde se prépare.",
  notChecked: "Dites à l’organisateur que vous êtes là, sinon vous n’aurez pas de table.",
  youPaused: "Vous êtes en pause : vous n’avez pas de table, et chaque ronde manquée compte 0.",
  youDropped: "Vous avez abandonné. Votre score et votre place restent au classement.",
  youDisqualified: "Disqualification : vous ne jouez plus dans ce tournoi.",
  youMissed: "Vous n’avez pas de table dans cette ronde : elle compte comme manquée.",
  youLate: "Vous entrez en jeu au prochain placement.",
  tableDone: frGiven("La table {table} a fini. La ronde est close quand toutes ont fini."),
  tableOpens: "Votre table s’ouvre…",
  youOutFinals: "Vous n’êtes pas en phase finale. Votre place au classement reste acquise.",
  yourPlace: frGiven("Au classement : {place}, score {score}"),
  yourFinalPlace: frGiven("Vous terminez à la {place} place."),
  toMyTable: "À ma table",
  checkIn: "Je suis là",
  pause: "Me mettre en pause",
  pauseText: "Vous ne jouez plus jusqu’à votre retour. Chaque ronde manquée compte 0.",
  resume: "Je suis de retour",
  drop: "Abandonner",
  dropText: "Vous quittez le tournoi : vous gardez votre score et votre place au classement, mais vous n’avez plus de table. En pleine partie, c’est un forfait.",
  dropYes: "Abandonner pour de bon",
  withdraw: "Retirer mon inscription",
  decline: "Je renonce à la phase finale",
  call: "Appeler l’arbitre",
  callText: "De quoi s’agit-il ?",
  callSend: "Appeler",
  called: "L’arbitre est appelé.",
  confirm: "Valider le résultat",
  object: "Contester",
  objectText: "Qu’est-ce qui ne va pas ? L’arbitre tranche.",
  objectSend: "Envoyer la contestation",
  youConfirmed: "Vous avez validé ce résultat.",
  resultOfTable: "Résultat de votre table",
  history: "Vos rondes",
  historyTable: "Table",
  register: "S’inscrire",
  registerTitle: "Participer",
  registerName: "Votre nom dans le tournoi",
  registerLate: "Le tournoi a commencé : vous arrivez en retardataire, et les rondes manquées comptent 0.",
  registerClosed: "Les inscriptions sont closes. Demandez à l’organisateur.",
  warned: frGiven("Avertissement : {reason}"),
  clock: "Horloge de la ronde",
  clockLeft: frGiven("reste {minutes} min {seconds} s"),
  clockUp: "Temps écoulé",
  clockUpText: "On ne commence plus de donne ; celle qui est en cours compte.",
  clockNone: "sans limite de temps",
  since: frGiven("depuis {minutes} min"),
  queue: "On vous attend",
  queueEmpty: "Personne n’attend l’arbitre.",
  callOf: frGiven("{name} appelle l’arbitre"),
  callAt: frGiven("table {table}"),
  answered: "C’est réglé",
  disputeOf: frGiven("La table {table} est contestée"),
  ownTable: "Vous jouez à cette table : un autre arbitre tranche.",
  penalise: "Avertissements et pénalités",
  whom: "Qui",
  correctTitle: "Rectifier un résultat",
  correctText: "Choisissez une ronde et une table. Le classement suit aussitôt ; les places déjà données restent.",
  correctNone: "Aucun résultat n’est encore définitif.",
  choose: "choisir",
  goOn: "Continuer",
  openSheet: "Ouvrir la feuille",
  logTitle: "Journal du tournoi",
  logText: "Chaque action, avec son numéro, son auteur et son motif. Rien n’est jamais effacé : défaire, c’est rectifier.",
  logEmpty: "Rien ne s’est encore passé.",
  logLine: frGiven("{what} : {about}"),
  actors: { "organiser": "l’organisateur", "referee": "un arbitre", "entrant": "un participant", "house": "le serveur" },
  actorNamed: frGiven("{who} ({name})"),
  logDo: { "create": "ouvre le tournoi", "register": "inscrit", "withdraw": "retire une inscription", "check_in": "pointe", "late": "ajoute un retardataire", "drop": "abandonne", "pause": "met en pause", "resume": "fait reprendre", "readmit": "réadmet", "substitute": "nomme un remplaçant", "no_show": "signale une absence", "seat": "place la ronde", "reseat": "refait le placement", "swap": "échange deux places", "start": "lance la ronde", "close": "clôt la ronde", "result": "propose un résultat", "rule": "tranche un résultat", "confirm": "valide un résultat", "object": "conteste un résultat", "lapse": "rend des résultats définitifs après cinq minutes", "correct": "rectifie un résultat", "forfeit": "déclare un forfait", "excuse": "excuse", "penalty": "donne une pénalité", "warn": "avertit", "disqualify": "disqualifie", "call": "appelle l’arbitre", "answer": "règle un appel", "start_finals": "lance la phase finale", "decline": "renonce à la phase finale", "finish": "termine le tournoi", "cancel": "annule le tournoi" },
  projectorNext: "La prochaine ronde arrive",
  projectorHere: frGiven("{n} {n|présent|présents}"),
  projectorSeats: "Trouvez votre place",
  projectorExit: "Quitter l’affichage",
  compare: "Les mêmes cartes ailleurs",
  compareYou: "À votre place, avec vos cartes, les autres ont fait :",
  compareAll: frGiven("Les mêmes places aux tables de {size} :"),
  compareSeat: frGiven("Place {seat}"),
  compareNone: "Aucune autre table de cette taille n’a joué ces cartes.",
}
