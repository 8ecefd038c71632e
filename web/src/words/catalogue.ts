/* Written by `make page` from src/pioche/text/{en,fr}/page.toml; change the catalogues, not this. */
import { fill } from './fill'

type Value = string | number

export interface Catalogue {
  languageName: string
  tagline: string
  welcome: string
  playNow: string
  playBots: string
  invite: string
  rules: string
  rulesOf: (game: Value) => string
  filterPlayers: string
  filterTime: string
  filterKind: string
  any: string
  upTo: (minutes: Value) => string
  nPlayers: (n: Value) => string
  players: (low: Value, high: Value) => string
  minutes: (low: Value, high: Value) => string
  nMinutes: (n: Value) => string
  noGame: string
  clearFilters: string
  variants: string
  openTables: string
  noOpenTables: string
  myTables: string
  yourTurnThere: string
  join: string
  watch: string
  free: (n: Value) => string
  language: string
  theme: string
  light: string
  dark: string
  sound: string
  on: string
  off: string
  settings: string
  hints: string
  fourColours: string
  calm: string
  keysOn: string
  yourName: string
  save: string
  cancel: string
  close: string
  back: string
  home: string
  newTable: (game: Value) => string
  seats: string
  options: string
  tableSettings: string
  pace: string
  privacy: string
  privacyLink: string
  privacyPublic: string
  bots: string
  makeTable: string
  copyLink: string
  copied: string
  scan: string
  inviteText: string
  waiting: string
  waitingText: string
  hostBegins: string
  begin: string
  freeSeat: string
  sitHere: string
  addBot: string
  removeBot: string
  bot: string
  you: string
  host: string
  away: string
  deal: string
  dealOf: (n: Value, total: Value) => string
  dealNo: (n: Value) => string
  yourTurn: string
  yourTurnTo: (what: Value) => string
  quick: (what: Value) => string
  and: string
  or: string
  toPlay: (name: Value) => string
  choosing: (done: Value, total: Value) => string
  chosenWait: (done: Value, total: Value) => string
  watching: string
  paused: string
  over: string
  inPlay: string
  history: string
  talk: string
  score: string
  say: string
  send: string
  phrases: string
  noTalk: string
  nobodySpoke: string
  nothingYet: string
  place: string
  player: string
  result: string
  menu: string
  hand: string
  table: string
  cardsIn: (n: Value) => string
  hidden: (n: Value) => string
  faceDown: string
  remembered: (card: Value) => string
  emptyZone: string
  out: string
  chooseHow: string
  less: string
  more: string
  costs: (n: Value) => string
  brings: (n: Value) => string
  chance: (what: Value, percent: Value) => string
  offline: string
  connecting: string
  backOnline: string
  skip: string
  pause: string
  resume: string
  stand: string
  leave: string
  iAmBack: string
  standsIn: string
  won: string
  wonShared: string
  lost: (name: Value) => string
  lostBy: (names: Value) => string
  decided: string
  rematch: string
  replay: string
  record: string
  otherGame: string
  move: string
  moveOf: (n: Value, total: Value) => string
  eyes: string
  spectator: string
  continueHere: string
  linkHere: string
  playReplay: string
  stopReplay: string
  first: string
  previous: string
  next: string
  last: string
  practice: string
  seeTable: string
  aCard: string
  go: string
  waitingCards: (n: Value) => string
  timeLeft: string
  photoFinish: string
  notFound: string
  notFoundText: string
  broken: string
  again: string
  dealer: string
  keysTitle: string
  ofSuit: (face: Value, suit: Value) => string
  slot: string
  column: string
  auto: string
  opening: string
  finalLap: (n: Value) => string
  locked: string
  playAgain: string
  seatLink: string
  seatLinkText: string
  dealerIs: (name: Value) => string
  dealerYou: string
  dangers: string
  ofRank: (n: Value, rank: Value) => string
  tableLimit: (n: Value) => string
  shuffledAt: string
  nth: (n: Value) => string
  yourTurnSoon: string
  discards: string
  browse: string
  lastDeal: string
  rank: string
  holders: string
  points: string
  nobodyYet: string
  toLeft: string
  dragTip: string
  fire: string
  slammed: string
  shouted: string
  packOfPain: (name: Value) => string
  painForYou: string
  lostDeals: (n: Value) => string
  copies: string
  forPrice: (what: Value, n: Value) => string
  toWin: (what: Value, n: Value) => string
  isWorth: (what: Value, n: Value) => string
  tooLate: string
  livesLeft: (n: Value) => string
  hasLost: (name: Value) => string
  youLost: string
  aheadBy: (n: Value, name: Value) => string
  coinsAheadBy: (n: Value, name: Value) => string
  quickStart: string
  aboutYou: string
  saved: string
  accountText: string
  createAccount: string
  logIn: string
  logOut: string
  loginName: string
  password: string
  passwordHelp: string
  loginHelp: string
  signedIn: (login: Value) => string
  forget: string
  forgetText: string
  forgetYes: string
  forgotten: string
  passkeys: string
  passkeyText: string
  passkeyCount: (n: Value) => string
  passkeyLogin: string
  passkeyAdd: string
  passkeyAdded: string
  passkeyDrop: string
  passkeyDropped: string
  passkeyNone: string
  passkeyAddress: string
  passkeyMove: string
  passkeyCannot: string
  hostTools: string
  lockTable: string
  relink: string
  relinkText: string
  mute: string
  unmute: string
  muted: string
  kick: string
  kickText: string
  handOver: string
  nobodyElse: string
  appliesNow: string
  traveller: string
  team: (name: Value) => string
  doNotAnswer: string
  notBinding: string
  resultIs: (list: Value) => string
  finishIs: (list: Value) => string
  chances: Record<string, string>
  facts: Record<string, (n: Value, of: Value) => string>
  tags: Record<string, string>
  own: Record<string, string>
  shortcuts: Record<string, Record<string, string>>
  kinds: Record<string, string>
  suits: Record<string, string>
  faces: Record<string, string>
  courts: Record<string, string>
  signals: Record<string, string>
  captures: Record<string, string>
  strokes: Record<string, string>
  verdicts: Record<string, string>
  powers: Record<string, string>
}

export const en: Catalogue = {
  languageName: "English",
  tagline: "A card house: fifteen games for an evening with friends, or with bots that never get tired.",
  welcome: "Good evening. What shall we play?",
  playNow: "Play now",
  playBots: "Play now against bots",
  invite: "Invite friends",
  rules: "Rules",
  rulesOf: (game) => fill("Rules: {game}", { game }, 'en'),
  filterPlayers: "Players",
  filterTime: "Time",
  filterKind: "Kind",
  any: "Any",
  upTo: (minutes) => fill("up to {minutes} min", { minutes }, 'en'),
  nPlayers: (n) => fill("{n} {n|player|players}", { n }, 'en'),
  players: (low, high) => fill("{low}–{high} players", { low, high }, 'en'),
  minutes: (low, high) => fill("{low}–{high} min", { low, high }, 'en'),
  nMinutes: (n) => fill("{n} min", { n }, 'en'),
  noGame: "No game fits. Loosen a filter.",
  clearFilters: "Show all games",
  variants: "Variants",
  openTables: "Open tables",
  noOpenTables: "No table is open to strangers right now. Open one, or invite somebody.",
  myTables: "Your tables",
  yourTurnThere: "your turn",
  join: "Join",
  watch: "Watch",
  free: (n) => fill("{n} free {n|seat|seats}", { n }, 'en'),
  language: "Language",
  theme: "Light or dark",
  light: "Light",
  dark: "Dark",
  sound: "Sound",
  on: "on",
  off: "off",
  settings: "Settings",
  hints: "Hints",
  fourColours: "Four colours",
  calm: "Less movement",
  keysOn: "Shortcuts by key",
  yourName: "Your name",
  save: "Save",
  cancel: "Cancel",
  close: "Close",
  back: "Back",
  home: "To the front door",
  newTable: (game) => fill("A table of {game}", { game }, 'en'),
  seats: "Seats",
  options: "Options of the game",
  tableSettings: "The table",
  pace: "Pace",
  privacy: "Who may come",
  privacyLink: "People with the link",
  privacyPublic: "Everybody",
  bots: "Bots",
  makeTable: "Set the table",
  copyLink: "Copy the link",
  copied: "Copied",
  scan: "Or scan it with a phone",
  inviteText: "Send this link: whoever opens it may take a seat.",
  waiting: "Waiting for players",
  waitingText: "Empty seats are filled with bots when you begin.",
  hostBegins: "The host begins when everybody is there.",
  begin: "Begin",
  freeSeat: "Free seat",
  sitHere: "Sit here",
  addBot: "Add a bot",
  removeBot: "Remove the bot",
  bot: "bot",
  you: "You",
  host: "host",
  away: "away",
  deal: "Deal",
  dealOf: (n, total) => fill("Deal {n} of {total}", { n, total }, 'en'),
  dealNo: (n) => fill("Deal {n}", { n }, 'en'),
  yourTurn: "Your turn",
  yourTurnTo: (what) => fill("Your turn: {what}", { what }, 'en'),
  quick: (what) => fill("Quick: {what}", { what }, 'en'),
  and: " and ",
  or: " or ",
  toPlay: (name) => fill("{name} to play.", { name }, 'en'),
  choosing: (done, total) => fill("Everybody chooses in secret: {done} of {total} ready.", { done, total }, 'en'),
  chosenWait: (done, total) => fill("You have chosen. {done} of {total} ready.", { done, total }, 'en'),
  watching: "You are watching.",
  paused: "The match is paused.",
  over: "The match is over.",
  inPlay: "Play is on.",
  history: "What happened",
  talk: "Talk",
  score: "Score",
  say: "Say something",
  send: "Send",
  phrases: "Ready phrases",
  noTalk: "This table plays in silence.",
  nobodySpoke: "Nobody has said anything yet.",
  nothingYet: "Nothing has happened yet.",
  place: "Place",
  player: "Player",
  result: "Result",
  menu: "Your moves",
  hand: "Your hand",
  table: "Table",
  cardsIn: (n) => fill("{n} {n|card|cards}", { n }, 'en'),
  hidden: (n) => fill("{n} hidden {n|card|cards}", { n }, 'en'),
  faceDown: "face-down card",
  remembered: (card) => fill("face-down card, you have seen it: {card}", { card }, 'en'),
  emptyZone: "empty",
  out: "out",
  chooseHow: "Which move?",
  less: "less",
  more: "more",
  costs: (n) => fill("costs {n}", { n }, 'en'),
  brings: (n) => fill("brings {n}", { n }, 'en'),
  chance: (what, percent) => fill("{what}: {percent}", { what, percent }, 'en'),
  offline: "The line is down. Your seat is kept; the page comes back by itself.",
  connecting: "Coming to the table…",
  backOnline: "Back at the table.",
  skip: "Skip ahead",
  pause: "Pause",
  resume: "Go on",
  stand: "Leave the seat",
  leave: "Leave the table",
  iAmBack: "I am back",
  standsIn: "A bot plays for you.",
  won: "You won.",
  wonShared: "You share the win.",
  lost: (name) => fill("{name} won.", { name }, 'en'),
  lostBy: (names) => fill("{names} won.", { names }, 'en'),
  decided: "What decided it",
  rematch: "Rematch",
  replay: "Replay",
  record: "Download the record",
  otherGame: "Another game",
  move: "Move",
  moveOf: (n, total) => fill("Move {n} of {total}", { n, total }, 'en'),
  eyes: "Through the eyes of",
  spectator: "a spectator",
  continueHere: "Continue from here against bots",
  linkHere: "Copy a link to this move",
  playReplay: "Play",
  stopReplay: "Stop",
  first: "First",
  previous: "Previous",
  next: "Next",
  last: "Last",
  practice: "practice table",
  seeTable: "Look at the table",
  aCard: "a card",
  go: "Go in",
  waitingCards: (n) => fill("{n} {n|card|cards} waiting", { n }, 'en'),
  timeLeft: "time left",
  photoFinish: "Photo finish",
  notFound: "There is nothing here.",
  notFoundText: "The table may have been cleared away, or the link is incomplete.",
  broken: "The house does not answer.",
  again: "Try again",
  dealer: "Dealer",
  keysTitle: "Keys",
  ofSuit: (face, suit) => fill("{face} of {suit}", { face, suit }, 'en'),
  slot: "card",
  column: "Column",
  auto: "Take cards by itself",
  opening: "Slam?",
  finalLap: (n) => fill("Final lap: {n} {n|turn|turns} left", { n }, 'en'),
  locked: "locked",
  playAgain: "Play again",
  seatLink: "Play on another device",
  seatLinkText: "Open this link on the other device. It works once and is for you alone.",
  dealerIs: (name) => fill("{name} deals", { name }, 'en'),
  dealerYou: "You deal",
  dangers: "Danger",
  ofRank: (n, rank) => fill("{n} {n|card|cards} of rank {rank}", { n, rank }, 'en'),
  tableLimit: (n) => fill("Table limit {n}", { n }, 'en'),
  shuffledAt: "shuffled here",
  nth: (n) => fill("no. {n}", { n }, 'en'),
  yourTurnSoon: "Your turn comes…",
  discards: "Cards out of play",
  browse: "Look through",
  lastDeal: "Last scoring, rank by rank",
  rank: "Rank",
  holders: "Most cards",
  points: "Points",
  nobodyYet: "Nothing lies there yet.",
  toLeft: "Cards go to the left",
  dragTip: "Tap a card or drag it onto the table",
  fire: "Fire!",
  slammed: "has slammed",
  shouted: "has shouted",
  packOfPain: (name) => fill("Punishment: {name}", { name }, 'en'),
  painForYou: "Your punishment",
  lostDeals: (n) => fill("{n} {n|deal|deals} lost", { n }, 'en'),
  copies: "On the table",
  forPrice: (what, n) => fill("{what} for {n}", { what, n }, 'en'),
  toWin: (what, n) => fill("{what} and win {n}", { what, n }, 'en'),
  isWorth: (what, n) => fill("{what} = {n}", { what, n }, 'en'),
  tooLate: "too late",
  livesLeft: (n) => fill("{n} {n|life|lives} lost", { n }, 'en'),
  hasLost: (name) => fill("{name} has lost.", { name }, 'en'),
  youLost: "You have lost.",
  aheadBy: (n, name) => fill("{n} {n|point|points} ahead of {name}.", { n, name }, 'en'),
  coinsAheadBy: (n, name) => fill("{n} {n|coin|coins} ahead of {name}.", { n, name }, 'en'),
  quickStart: "Or pick a table below: every game starts with one click.",
  aboutYou: "You",
  saved: "Saved",
  accountText: "Keep your name and your tables under a login and a password, and find them again on any device.",
  createAccount: "Create an account",
  logIn: "Log in",
  logOut: "Log out",
  loginName: "Login",
  password: "Password",
  passwordHelp: "At least eight characters.",
  loginHelp: "Letters, digits, dot and dash; at least three.",
  signedIn: (login) => fill("Signed in as {login}.", { login }, 'en'),
  forget: "Forget me",
  forgetText: "Your name, your login and every session are deleted, and bots take your seats. Matches already played keep the name that was shown there. There is no way back.",
  forgetYes: "Delete everything about me",
  forgotten: "You are forgotten.",
  passkeys: "Passkeys",
  passkeyText: "A passkey does without a password: the fingerprint, the face or the code of this device is enough.",
  passkeyCount: (n) => fill("You have {n} {n|passkey|passkeys}.", { n }, 'en'),
  passkeyLogin: "Log in with a passkey",
  passkeyAdd: "Add a passkey",
  passkeyAdded: "The passkey is kept. Next time it is enough.",
  passkeyDrop: "Remove my passkeys",
  passkeyDropped: "Your passkeys open nothing any more.",
  passkeyNone: "No passkey was made or shown.",
  passkeyAddress: "Passkeys need an address with a name instead of a number.",
  passkeyMove: "Open the house at localhost",
  passkeyCannot: "No passkeys here: this browser has none, or the address is no name with HTTPS.",
  hostTools: "For the host",
  lockTable: "Let nobody new in",
  relink: "Make a new invitation",
  relinkText: "The old link opens nothing any more. Send this one.",
  mute: "Mute",
  unmute: "Let speak",
  muted: "muted",
  kick: "Take the seat away",
  kickText: "A seat can be taken away between two deals; a bot plays on.",
  handOver: "Make host",
  nobodyElse: "Nobody else is at the table yet.",
  appliesNow: "What applies now is marked.",
  traveller: "the travelling card",
  team: (name) => fill("team {name}", { name }, 'en'),
  doNotAnswer: "do not answer",
  notBinding: "Nothing said here is binding.",
  resultIs: (list) => fill("Result: {list}.", { list }, 'en'),
  finishIs: (list) => fill("Photo finish: {list}.", { list }, 'en'),
  chances: { "pair": "risk of a pair", "out": "out", "hit": "card" },
  facts: { "tens_left": (n, of) => fill("10s left: {n} in {of} {of|card|cards}", { n, of }, 'en'), "pass_half": (n, of) => fill("pass = {n} + the stake of {of}", { n, of }, 'en'), "second_black": (n) => fill("second black stone = {n} + the stake", { n }, 'en'), "to_beat": (n) => fill("to beat: {n}", { n }, 'en'), "stake": (n) => fill("stake {n}", { n }, 'en'), "dealer_risk": (n) => fill("the dealer’s risk: {n}", { n }, 'en') },
  tags: { "give": "to give away" },
  own: { "sat": "You sit down.", "stood": "You leave your seat.", "stands_in": "A bot plays for you for the time being.", "away": "You are away: the rulebook’s default is played.", "back": "You are back.", "played_for": "You are out of time: the rulebook plays for you.", "will_be_kicked": "You leave the table after this deal, the host says.", "kicked": "The host takes your seat away.", "host": "You are now the host.", "muted": "The host mutes you: ready phrases only.", "unmuted": "You may speak again.", "paused": "You pause the match.", "resumed": "You let the match go on." },
  shortcuts: { "moves": { "press": "1 – 9", "does": "the moves in the order of the buttons" }, "cards": { "press": "← →", "does": "from card to card" }, "play": { "press": "Enter, Space", "does": "play the card or press the button" }, "signal": { "press": "Z", "does": "signal: nose, cutlery, slam" }, "shout": { "press": "X", "does": "shout" }, "skip": { "press": "S", "does": "skip ahead" }, "rules": { "press": "R", "does": "rules" }, "talk": { "press": "T", "does": "talk" }, "close": { "press": "Esc", "does": "close" } },
  kinds: { "pairs": "Pairs family", "bidding": "Bids and captures", "reaction": "Reflexes", "memory": "Memory" },
  suits: { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" },
  faces: { "A": "ace", "J": "jack", "Q": "queen", "K": "king" },
  courts: { "A": "A", "J": "J", "Q": "Q", "K": "K" },
  signals: { "touch_nose": "Nose", "grab": "Grab", "slam": "Slam", "shout": "Shout" },
  captures: { "lowest": "lowest → highest", "below": "takes", "tie": "tie: one each" },
  strokes: { "hammer": "hammer", "pat": "pat", "twist": "twist", "cross": "cross" },
  verdicts: { "ignored": "ignored", "missed": "miss", "captured": "captured" },
  powers: { "9": "Power if discarded: look at one of your cards.", "10": "Power if discarded: look at one of your cards.", "J": "Power if discarded: swap two cards of two players, unseen.", "Q": "Power if discarded: spy on one card of somebody else.", "K": "Power if discarded: see two cards of two players, then exchange them or not." },
}

export const fr: Catalogue = {
  languageName: "Français",
  tagline: "Une maison pour jouer aux cartes : quinze jeux pour une soirée entre amis, ou avec des robots qui ne se lassent pas.",
  welcome: "Bonsoir. À quoi jouons-nous ?",
  playNow: "Jouer",
  playBots: "Jouer tout de suite contre des robots",
  invite: "Inviter des amis",
  rules: "Règles",
  rulesOf: (game) => fill("Règles : {game}", { game }, 'fr'),
  filterPlayers: "Joueurs",
  filterTime: "Durée",
  filterKind: "Genre",
  any: "Peu importe",
  upTo: (minutes) => fill("jusqu’à {minutes} min", { minutes }, 'fr'),
  nPlayers: (n) => fill("{n} {n|joueur|joueurs}", { n }, 'fr'),
  players: (low, high) => fill("{low} à {high} joueurs", { low, high }, 'fr'),
  minutes: (low, high) => fill("{low} à {high} min", { low, high }, 'fr'),
  nMinutes: (n) => fill("{n} min", { n }, 'fr'),
  noGame: "Aucun jeu ne convient. Retirez un filtre.",
  clearFilters: "Montrer tous les jeux",
  variants: "Variantes",
  openTables: "Tables ouvertes",
  noOpenTables: "Aucune table n’attend d’inconnus en ce moment. Ouvrez-en une, ou invitez quelqu’un.",
  myTables: "Vos tables",
  yourTurnThere: "à vous",
  join: "S’asseoir",
  watch: "Regarder",
  free: (n) => fill("{n} {n|place libre|places libres}", { n }, 'fr'),
  language: "Langue",
  theme: "Clair ou sombre",
  light: "Clair",
  dark: "Sombre",
  sound: "Son",
  on: "oui",
  off: "non",
  settings: "Réglages",
  hints: "Indices",
  fourColours: "Quatre couleurs",
  calm: "Moins de mouvement",
  keysOn: "Raccourcis au clavier",
  yourName: "Votre nom",
  save: "Enregistrer",
  cancel: "Annuler",
  close: "Fermer",
  back: "Retour",
  home: "Accueil",
  newTable: (game) => fill("Une table : {game}", { game }, 'fr'),
  seats: "Places",
  options: "Options du jeu",
  tableSettings: "La table",
  pace: "Allure",
  privacy: "Qui peut venir",
  privacyLink: "Qui a le lien",
  privacyPublic: "Tout le monde",
  bots: "Robots",
  makeTable: "Ouvrir la table",
  copyLink: "Copier le lien",
  copied: "Copié",
  scan: "Ou scannez-le avec un téléphone",
  inviteText: "Envoyez ce lien : qui l’ouvre peut prendre une place.",
  waiting: "On attend les joueurs",
  waitingText: "Au début de la partie, des robots prennent les places vides.",
  hostBegins: "L’hôte commence quand tout le monde est là.",
  begin: "Commencer",
  freeSeat: "Place libre",
  sitHere: "S’asseoir ici",
  addBot: "Ajouter un robot",
  removeBot: "Retirer le robot",
  bot: "robot",
  you: "Vous",
  host: "hôte",
  away: "ailleurs",
  deal: "Donne",
  dealOf: (n, total) => fill("Donne {n} sur {total}", { n, total }, 'fr'),
  dealNo: (n) => fill("Donne {n}", { n }, 'fr'),
  yourTurn: "À vous",
  yourTurnTo: (what) => fill("À vous : {what}", { what }, 'fr'),
  quick: (what) => fill("Vite : {what}", { what }, 'fr'),
  and: " et ",
  or: " ou ",
  toPlay: (name) => fill("À {name} de jouer.", { name }, 'fr'),
  choosing: (done, total) => fill("Chacun choisit en secret ; choix faits : {done} sur {total}.", { done, total }, 'fr'),
  chosenWait: (done, total) => fill("Vous avez choisi ; choix faits : {done} sur {total}.", { done, total }, 'fr'),
  watching: "Vous regardez.",
  paused: "La partie est en pause.",
  over: "La partie est finie.",
  inPlay: "Le jeu est lancé.",
  history: "Ce qui s’est passé",
  talk: "Bavardage",
  score: "Score",
  say: "Dire quelque chose",
  send: "Envoyer",
  phrases: "Phrases toutes prêtes",
  noTalk: "Cette table joue en silence.",
  nobodySpoke: "Personne n’a encore rien dit.",
  nothingYet: "Rien ne s’est encore passé.",
  place: "Classement",
  player: "Joueur",
  result: "Résultat",
  menu: "Vos coups",
  hand: "Votre main",
  table: "Table",
  cardsIn: (n) => fill("{n} {n|carte|cartes}", { n }, 'fr'),
  hidden: (n) => fill("{n} {n|carte cachée|cartes cachées}", { n }, 'fr'),
  faceDown: "carte face cachée",
  remembered: (card) => fill("carte face cachée, vous l’avez vue : {card}", { card }, 'fr'),
  emptyZone: "vide",
  out: "hors jeu",
  chooseHow: "Quel coup ?",
  less: "moins",
  more: "plus",
  costs: (n) => fill("coûte {n}", { n }, 'fr'),
  brings: (n) => fill("rapporte {n}", { n }, 'fr'),
  chance: (what, percent) => fill("{what} : {percent}", { what, percent }, 'fr'),
  offline: "La ligne est coupée. Votre place est gardée ; la page revient toute seule.",
  connecting: "On s’installe…",
  backOnline: "De retour à la table.",
  skip: "Passer l’animation",
  pause: "Pause",
  resume: "Reprendre",
  stand: "Se lever",
  leave: "Quitter la table",
  iAmBack: "Je suis de retour",
  standsIn: "Un robot joue pour vous.",
  won: "Vous avez gagné.",
  wonShared: "Vous partagez la victoire.",
  lost: (name) => fill("{name} a gagné.", { name }, 'fr'),
  lostBy: (names) => fill("{names} ont gagné.", { names }, 'fr'),
  decided: "Ce qui a tout décidé",
  rematch: "Revanche",
  replay: "Revoir la partie",
  record: "Télécharger la partie",
  otherGame: "Un autre jeu",
  move: "Coup",
  moveOf: (n, total) => fill("Coup {n} sur {total}", { n, total }, 'fr'),
  eyes: "Vu par",
  spectator: "un spectateur",
  continueHere: "Continuer d’ici contre des robots",
  linkHere: "Copier un lien vers ce coup",
  playReplay: "Lecture",
  stopReplay: "Arrêt",
  first: "Début",
  previous: "Précédent",
  next: "Suivant",
  last: "Fin",
  practice: "table d’étude",
  seeTable: "Regarder la table",
  aCard: "une carte",
  go: "Départ dans",
  waitingCards: (n) => fill("{n} {n|carte|cartes} en attente", { n }, 'fr'),
  timeLeft: "temps restant",
  photoFinish: "Photo-finish",
  notFound: "Il n’y a rien ici.",
  notFoundText: "La table a peut-être été débarrassée, ou le lien est incomplet.",
  broken: "La maison ne répond pas.",
  again: "Réessayer",
  dealer: "Donneur",
  keysTitle: "Touches",
  ofSuit: (face, suit) => fill("{face} de {suit}", { face, suit }, 'fr'),
  slot: "carte n°",
  column: "Colonne",
  auto: "Ramassage automatique",
  opening: "On abat ?",
  finalLap: (n) => fill("Dernier tour de table : encore {n} {n|joueur|joueurs}", { n }, 'fr'),
  locked: "verrou",
  playAgain: "Rejouer",
  seatLink: "Jouer sur un autre appareil",
  seatLinkText: "Ouvrez ce lien sur l’autre appareil. Il sert une fois et n’est que pour vous.",
  dealerIs: (name) => fill("C’est {name} qui donne", { name }, 'fr'),
  dealerYou: "C’est vous qui donnez",
  dangers: "Danger",
  ofRank: (n, rank) => fill("{n} {n|carte|cartes} de rang {rank}", { n, rank }, 'fr'),
  tableLimit: (n) => fill("Limite de la table : {n}", { n }, 'fr'),
  shuffledAt: "on mélange ici",
  nth: (n) => fill("n° {n}", { n }, 'fr'),
  yourTurnSoon: "C’est bientôt à vous…",
  discards: "Cartes hors jeu",
  browse: "Feuilleter",
  lastDeal: "Dernier décompte, rang par rang",
  rank: "Rang",
  holders: "Qui en a le plus",
  points: "Points",
  nobodyYet: "Encore rien.",
  toLeft: "Les cartes vont à gauche",
  dragTip: "Touchez une carte ou glissez-la sur la table",
  fire: "Au feu !",
  slammed: "a tapé",
  shouted: "a crié",
  packOfPain: (name) => fill("Gage : {name}", { name }, 'fr'),
  painForYou: "Un gage pour vous",
  lostDeals: (n) => fill("{n} {n|donne perdue|donnes perdues}", { n }, 'fr'),
  copies: "Sur la table",
  forPrice: (what, n) => fill("{what} pour {n}", { what, n }, 'fr'),
  toWin: (what, n) => fill("{what} et gagner {n}", { what, n }, 'fr'),
  isWorth: (what, n) => fill("{what} = {n}", { what, n }, 'fr'),
  tooLate: "trop tard",
  livesLeft: (n) => fill("{n} {n|vie perdue|vies perdues}", { n }, 'fr'),
  hasLost: (name) => fill("{name} a perdu.", { name }, 'fr'),
  youLost: "Vous avez perdu.",
  aheadBy: (n, name) => fill("{n} {n|point|points} d’avance sur {name}.", { n, name }, 'fr'),
  coinsAheadBy: (n, name) => fill("{n} {n|pièce|pièces} d’avance sur {name}.", { n, name }, 'fr'),
  quickStart: "Ou choisissez une table ci-dessous : chaque jeu commence d’un clic.",
  aboutYou: "Vous",
  saved: "C’est noté",
  accountText: "Gardez votre nom et vos tables sous un identifiant et un mot de passe, et retrouvez-les sur tout appareil.",
  createAccount: "Créer un compte",
  logIn: "Se connecter",
  logOut: "Se déconnecter",
  loginName: "Identifiant",
  password: "Mot de passe",
  passwordHelp: "Au moins huit caractères.",
  loginHelp: "Lettres, chiffres, point et tiret ; au moins trois.",
  signedIn: (login) => fill("Session ouverte : {login}.", { login }, 'fr'),
  forget: "M’oublier",
  forgetText: "Votre nom, votre identifiant et toutes vos sessions sont effacés, et des robots prennent vos places. Les parties déjà jouées gardent le nom qu’on y a vu. C’est sans retour.",
  forgetYes: "Effacer tout ce qui me concerne",
  forgotten: "Tout est effacé.",
  passkeys: "Clés d’accès",
  passkeyText: "Une clé d’accès remplace le mot de passe : l’empreinte, le visage ou le code de cet appareil suffit.",
  passkeyCount: (n) => fill("Vous avez {n} {n|clé|clés} d’accès.", { n }, 'fr'),
  passkeyLogin: "Se connecter avec une clé d’accès",
  passkeyAdd: "Ajouter une clé d’accès",
  passkeyAdded: "La clé d’accès est enregistrée. La prochaine fois, elle suffit.",
  passkeyDrop: "Retirer mes clés d’accès",
  passkeyDropped: "Vos clés d’accès n’ouvrent plus rien.",
  passkeyNone: "Aucune clé d’accès n’a été créée ni montrée.",
  passkeyAddress: "Les clés d’accès demandent une adresse avec un nom, pas un nombre.",
  passkeyMove: "Ouvrir la maison sur localhost",
  passkeyCannot: "Pas de clé d’accès ici : ce navigateur n’en a pas, ou l’adresse n’est pas un nom en HTTPS.",
  hostTools: "Pour l’hôte",
  lockTable: "Fermer la table aux nouveaux venus",
  relink: "Refaire l’invitation",
  relinkText: "L’ancien lien n’ouvre plus rien. Envoyez celui-ci.",
  mute: "Mettre en sourdine",
  unmute: "Rendre la parole",
  muted: "en sourdine",
  kick: "Faire quitter la table",
  kickText: "On ne fait quitter la table qu’entre deux donnes ; un robot continue la partie.",
  handOver: "Nommer hôte",
  nobodyElse: "Personne d’autre n’est encore à la table.",
  appliesNow: "Ce qui s’applique maintenant est marqué.",
  traveller: "la carte voyageuse",
  team: (name) => fill("équipe {name}", { name }, 'fr'),
  doNotAnswer: "ne pas répondre",
  notBinding: "Rien de ce qui se dit ici n’engage.",
  resultIs: (list) => fill("Résultat : {list}.", { list }, 'fr'),
  finishIs: (list) => fill("Photo-finish : {list}.", { list }, 'fr'),
  chances: { "pair": "risque de paire", "out": "sortie", "hit": "carte" },
  facts: { "tens_left": (n, of) => fill("10 restants : {n} sur {of} {of|carte|cartes}", { n, of }, 'fr'), "pass_half": (n, of) => fill("passer = {n} + la mise de {of}", { n, of }, 'fr'), "second_black": (n) => fill("deuxième pierre noire = {n} + la mise", { n }, 'fr'), "to_beat": (n) => fill("à battre : {n}", { n }, 'fr'), "stake": (n) => fill("mise : {n}", { n }, 'fr'), "dealer_risk": (n) => fill("risque du donneur : {n}", { n }, 'fr') },
  tags: { "give": "à donner" },
  own: { "sat": "Vous prenez place.", "stood": "Vous quittez votre place.", "stands_in": "Un robot joue pour vous en attendant.", "away": "En votre absence, le coup prévu par la règle est joué.", "back": "Vous êtes de retour.", "played_for": "Le temps est écoulé : la règle joue pour vous.", "will_be_kicked": "L’hôte vous fait quitter la table après cette donne.", "kicked": "L’hôte vous fait quitter la table.", "host": "Vous êtes maintenant l’hôte.", "muted": "L’hôte vous met en sourdine : phrases toutes prêtes seulement.", "unmuted": "Vous pouvez reparler.", "paused": "Vous mettez la partie en pause.", "resumed": "Vous reprenez la partie." },
  shortcuts: { "moves": { "press": "1 – 9", "does": "les coups dans l’ordre des boutons" }, "cards": { "press": "← →", "does": "d’une carte à l’autre" }, "play": { "press": "Entrée, Espace", "does": "jouer la carte ou presser le bouton" }, "signal": { "press": "Z", "does": "signal : nez, couvert, tape" }, "shout": { "press": "X", "does": "crier" }, "skip": { "press": "S", "does": "passer l’animation" }, "rules": { "press": "R", "does": "règles" }, "talk": { "press": "T", "does": "bavardage" }, "close": { "press": "Échap", "does": "fermer" } },
  kinds: { "pairs": "Famille Pairs", "bidding": "Enchères et prises", "reaction": "Réflexes", "memory": "Mémoire" },
  suits: { "♠": "pique", "♥": "cœur", "♦": "carreau", "♣": "trèfle" },
  faces: { "A": "as", "J": "valet", "Q": "dame", "K": "roi" },
  courts: { "A": "A", "J": "V", "Q": "D", "K": "R" },
  signals: { "touch_nose": "Nez", "grab": "Attraper", "slam": "Taper", "shout": "Crier" },
  captures: { "lowest": "plus basse → plus haute", "below": "prend", "tie": "égalité : une chacun" },
  strokes: { "hammer": "marteau", "pat": "caresse", "twist": "pinçon", "cross": "croix" },
  verdicts: { "ignored": "ignorée", "missed": "manqué", "captured": "capturée" },
  powers: { "9": "Pouvoir si on la défausse : regarder une de vos cartes.", "10": "Pouvoir si on la défausse : regarder une de vos cartes.", "J": "Pouvoir si on la défausse : échanger deux cartes de deux joueurs, sans voir.", "Q": "Pouvoir si on la défausse : espionner une carte d’un autre.", "K": "Pouvoir si on la défausse : voir deux cartes de deux joueurs, puis les échanger ou non." },
}
