/* Written by `make page` from src/pioche/text/{en,fr}/page.toml; change the catalogues, not this. */
import { fill, slots } from './fill'

type Value = string | number

/** A sentence as a function of what is filled in, in its own order, or in that of the English sentence where it differs. */
const given = (lang: 'en' | 'fr') => (template: string, names = slots(template)) => (...values: Value[]) =>
  fill(template, Object.fromEntries(names.map((name, k) => [name, values[k]!])), lang)

export interface Catalogue {
  tagline: string
  welcome: string
  playNow: string
  playBots: string
  invite: string
  rules: string
  rulesOf: (game: Value) => string
  lesson: string
  learnAtTable: string
  printRules: string
  firstTime: (game: Value) => string
  firstTimeText: string
  playAtOnce: string
  newToYou: string
  goOn: string
  lineOf: (n: Value, all: Value) => string
  onceMore: string
  backToTable: string
  leaveLesson: string
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
  showAll: (n: Value) => string
  showFewer: string
  offMyList: string
  sentYouAway: string
  damaged: string
  yourTurnThere: string
  join: string
  watch: string
  free: (n: Value) => string
  closedToNew: string
  noOnlookers: string
  tournaments: string
  toTournament: string
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
  options: string
  pace: string
  privacy: string
  privacyLink: string
  privacyPublic: string
  bots: string
  makeTable: string
  copyLink: string
  copied: string
  copyByKeys: (keys: Value) => string
  copyByTouch: string
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
  dealOf: (n: Value, total: Value) => string
  dealNo: (n: Value) => string
  yourTurnTo: (what: Value) => string
  quick: (what: Value) => string
  and: string
  or: string
  toPlay: (name: Value) => string
  choosing: (done: Value, total: Value) => string
  chosenWait: (done: Value, total: Value) => string
  paused: string
  pausedYou: string
  pausedBy: (name: Value) => string
  pausedUntil: (time: Value) => string
  pausedAtMost: (minutes: Value) => string
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
  lineLost: string
  sentLater: string
  connecting: string
  backOnline: string
  skip: string
  pause: string
  resume: string
  stand: string
  leave: string
  iAmBack: string
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
  notOpen: string
  notFoundText: string
  asksAgain: string
  broken: string
  again: string
  keysTitle: string
  ofSuit: (face: Value, suit: Value) => string
  column: string
  auto: string
  opening: string
  finalLap: (n: Value) => string
  locked: string
  seatLink: string
  seatLinkText: string
  linkTitle: (name: Value) => string
  linkText: (name: Value) => string
  linkNow: (name: Value) => string
  linkLoses: (name: Value) => string
  linkNobody: string
  linkBe: (name: Value) => string
  linkStay: (name: Value) => string
  linkSame: (name: Value) => string
  linkSameText: string
  linkDead: (name: Value) => string
  theOther: (name: Value) => string
  wasHere: (now: Value, name: Value) => string
  beAgain: (name: Value) => string
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
  changePassword: string
  passwordOld: string
  passwordNew: string
  passwordEnds: string
  passwordKeys: string
  passwordChanged: string
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
  penalty: string
  sendAsk: (name: Value) => string
  sendLater: (name: Value) => string
  sendText: (name: Value) => string
  sendLink: string
  sendPublic: string
  leavesSoon: string
  sentAway: string
  letBack: string
  newInvitation: string
  handOver: string
  lateTitle: string
  lateText: string
  lateLine: string
  askHere: string
  yes: string
  no: string
  asksLook: (name: Value) => string
  asksSit: (name: Value) => string
  asksMore: (n: Value) => string
  askLook: string
  askSeat: string
  takeSeat: string
  inPlaceOf: (name: Value) => string
  lookAsked: (name: Value) => string
  lookSilent: (name: Value) => string
  lookEnded: string
  looksNow: (name: Value) => string
  looksAtYou: (name: Value) => string
  lookNoMore: string
  sitAsked: string
  sitSilent: string
  approve: string
  notApprove: string
  nobodyElse: string
  appliesNow: string
  traveller: string
  team: (name: Value) => string
  doNotAnswer: string
  notBinding: string
  resultIs: (list: Value) => string
  finishIs: (list: Value) => string
  finishLine: (time: Value) => string
  finishRow: (name: Value, time: Value, credit: Value, earliest: Value, latest: Value) => string
  finishCounted: string
  finishGiven: string
  finishDoubt: string
  noCreditLate: (name: Value) => string
  noCreditImpossible: (name: Value) => string
  noCreditRegular: (name: Value) => string
  yourFace: string
  noFace: string
  tapAgain: string
  reactions: string
  chatterOn: string
  handicap: string
  playThese: string
  letPhonesIn: string
  openDoor: string
  doorText: string
  exportMatches: string
  exporting: (n: Value, all: Value) => string
  deleteMatch: string
  deleteText: string
  deleteYes: string
  withPerson: string
  anybody: string
  dealOverOf: (n: Value, total: Value) => string
  dealOverNo: (n: Value) => string
  nextDeal: string
  nextDealComes: string
  toResult: string
  lookLonger: string
  isReady: string
  waitingFor: (names: Value) => string
  seeEnding: string
  thisDeal: string
  total: string
  standing: string
  youLed: string
  youLedSince: (deal: Value, deals: Value) => string
  youLedAtLast: string
  tableSettings: string
  advanced: string
  spectators: string
  spectatorsNone: string
  spectatorsPublic: string
  spectatorsDelayed: string
  spectatorsConsent: string
  talkFree: string
  talkPhrases: string
  talkOff: string
  replayWho: string
  replayOpen: string
  replayOwn: string
  absent: string
  absentBot: string
  absentDefault: string
  wantAgain: (names: Value) => string
  leaveText: string
  leaveYes: string
  leaveSoon: string
  othersChoose: (done: Value, total: Value) => string
  welcomeDay: string
  onlyHere: string
  soundsOffer: string
  myMatches: string
  searchMatches: string
  allGames: string
  onlyWon: string
  withWhom: (names: Value) => string
  noMatches: string
  howCalled: string
  endings: string
  endingsReady: string
  endingsBrief: string
  endingsOff: string
  promisedBy: (players: Value) => string
  seal: string
  sealTitle: string
  sealOver: string
  sealWhat: string
  sealPractice: string
  sealTogether: string
  sealAlone: string
  sealLate: string
  sealWhom: string
  sealHouse: string
  sealHouseLater: string
  sealShown: string
  sealSilent: string
  sealNone: string
  sealKept: string
  sealLater: string
  sealChecking: string
  sealNoRecord: (why: Value) => string
  sealBroken: string
  sealByRules: string
  sealGet: string
  fixedTwice: string
  leftOut: string
  replaced: string
  otherPromises: string
  silenced: string
  foundLaid: string
  foundNoPromise: string
  foundHouseKey: string
  foundHouseKeyBroken: string
  foundUnreadable: string
  foundHouse: string
  foundHouseBroken: string
  foundShare: (name: Value) => string
  foundShareBroken: (name: Value) => string
  foundSilent: (name: Value) => string
  foundKey: string
  foundKeyBroken: string
  foundDrawn: (count: Value) => string
  foundDrawnBroken: (line: Value) => string
  foundNotDrawn: string
  foundSeen: (count: Value) => string
  foundSeenBroken: (line: Value) => string
  foundNotSeen: string
  sealYes: string
  proofNobodyChose: string
  proofNotTheHouseAlone: (silent: Value, deals: Value) => string
  proofNoChange: string
  proofNothing: string
  lostAt: Record<string, Record<string, string>>
  chances: Record<string, string>
  facts: Record<string, (n: Value, of: Value) => string>
  times: Record<string, (n: Value) => string>
  tags: Record<string, string>
  own: Record<string, string>
  shortcuts: Record<string, Record<string, string>>
  kinds: Record<string, string>
  suits: Record<string, string>
  faces: Record<string, string>
  courts: Record<string, string>
  captures: Record<string, string>
  strokes: Record<string, string>
  verdicts: Record<string, string>
  powers: Record<string, string>
  chatter: Record<string, Record<string, string>>
  avatars: Record<string, string>
  moods: Record<string, string>
}

const enGiven = given('en')
export const en: Catalogue = {
  tagline: "Fifteen quick, nasty little card games to play with friends, or against bots that never get tired.",
  welcome: "Good evening. What shall we play?",
  playNow: "Play now",
  playBots: "Play now against bots",
  invite: "Invite friends",
  rules: "Rules",
  rulesOf: enGiven("Rules: {game}"),
  lesson: "Teach me (2 min)",
  learnAtTable: "Learn it at the table (2 min)",
  printRules: "Print these rules",
  firstTime: enGiven("First time at {game}?"),
  firstTimeText: "A prepared deal teaches you the game at the table, cards in hand, in under two minutes.",
  playAtOnce: "Just play",
  newToYou: "New to you?",
  goOn: "Next",
  lineOf: enGiven("Line {n} of {all}"),
  onceMore: "Again",
  backToTable: "Back to the table",
  leaveLesson: "Leave",
  filterPlayers: "Players",
  filterTime: "Time",
  filterKind: "Kind",
  any: "Any",
  upTo: enGiven("up to {minutes} min"),
  nPlayers: enGiven("{n} {n|player|players}"),
  players: enGiven("{low}–{high} players"),
  minutes: enGiven("{low}–{high} min"),
  nMinutes: enGiven("{n} min"),
  noGame: "No games match. Try removing a filter.",
  clearFilters: "Show all games",
  variants: "Variants",
  openTables: "Open tables",
  noOpenTables: "No public tables right now. Open one, or invite a friend.",
  myTables: "Your tables",
  showAll: enGiven("Show all {n}"),
  showFewer: "Show fewer",
  offMyList: "Remove from my list",
  sentYouAway: "the host removed you",
  damaged: "damaged, but kept",
  yourTurnThere: "your turn",
  join: "Join",
  watch: "Watch",
  free: enGiven("{n} free {n|seat|seats}"),
  closedToNew: "closed to newcomers",
  noOnlookers: "in play, no spectators",
  tournaments: "Tournaments",
  toTournament: "To the tournament",
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
  calm: "Reduce motion",
  keysOn: "Keyboard shortcuts",
  yourName: "Your name",
  save: "Save",
  cancel: "Cancel",
  close: "Close",
  back: "Back",
  home: "Home",
  newTable: enGiven("New table: {game}"),
  options: "Game options",
  pace: "Pace",
  privacy: "Who can join",
  privacyLink: "Anyone with the link",
  privacyPublic: "Everyone",
  bots: "Bots",
  makeTable: "Create the table",
  copyLink: "Copy the link",
  copied: "Copied",
  copyByKeys: enGiven("Not copied yet: press {keys}."),
  copyByTouch: "Not copied yet: hold your finger on the link.",
  scan: "Or scan this with a phone",
  inviteText: "Send this link: anyone who opens it can take a seat.",
  waiting: "Waiting for players",
  waitingText: "When you begin, bots take the empty seats.",
  hostBegins: "The host begins when everyone is here.",
  begin: "Begin",
  freeSeat: "Free seat",
  sitHere: "Sit here",
  addBot: "Add a bot",
  removeBot: "Remove the bot",
  bot: "bot",
  you: "You",
  host: "host",
  away: "away",
  dealOf: enGiven("Deal {n} of {total}"),
  dealNo: enGiven("Deal {n}"),
  yourTurnTo: enGiven("Your turn: {what}"),
  quick: enGiven("Quick: {what}"),
  and: " and ",
  or: " or ",
  toPlay: enGiven("{name} to play."),
  choosing: enGiven("Everyone chooses in secret: {done} of {total} ready."),
  chosenWait: enGiven("You have chosen. {done} of {total} ready."),
  paused: "The match is paused.",
  pausedYou: "You paused the match.",
  pausedBy: enGiven("{name} paused the match."),
  pausedUntil: enGiven("Play resumes at {time} at the latest."),
  pausedAtMost: enGiven("A pause lasts {minutes} {minutes|minute|minutes} at most."),
  over: "The match is over.",
  inPlay: "Playing.",
  history: "What happened",
  talk: "Talk",
  score: "Score",
  say: "Say something",
  send: "Send",
  phrases: "Ready-made phrases",
  noTalk: "Chat is off at this table.",
  nobodySpoke: "No messages yet.",
  nothingYet: "Nothing has happened yet.",
  place: "Place",
  player: "Player",
  menu: "Your moves",
  hand: "Your hand",
  table: "Table",
  cardsIn: enGiven("{n} {n|card|cards}"),
  hidden: enGiven("{n} hidden {n|card|cards}"),
  faceDown: "face-down card",
  remembered: enGiven("face-down card; you have seen it: {card}"),
  emptyZone: "empty",
  out: "out",
  chooseHow: "Which move?",
  less: "less",
  more: "more",
  costs: enGiven("costs {n}"),
  brings: enGiven("brings {n}"),
  chance: enGiven("{what}: {percent}"),
  offline: "Connection lost. Your seat is safe. Reconnecting…",
  lineLost: "You can play again once you’re reconnected.",
  sentLater: "Your move will be sent as soon as you’re reconnected.",
  connecting: "Joining the table…",
  backOnline: "You’re back.",
  skip: "Skip ahead",
  pause: "Pause",
  resume: "Resume",
  stand: "Leave the seat",
  leave: "Leave the table",
  iAmBack: "I am back",
  won: "You won.",
  wonShared: "You share the win.",
  lost: enGiven("{name} won."),
  lostBy: enGiven("{names} won."),
  decided: "What decided it",
  rematch: "Rematch",
  replay: "Replay",
  record: "Download the record",
  otherGame: "Another game",
  move: "Move",
  moveOf: enGiven("Move {n} of {total}"),
  eyes: "View as",
  spectator: "a spectator",
  continueHere: "Play on from here against bots",
  linkHere: "Copy a link to this move",
  playReplay: "Play",
  stopReplay: "Stop",
  first: "First",
  previous: "Previous",
  next: "Next",
  last: "Last",
  practice: "practice table",
  seeTable: "See the table",
  aCard: "a card",
  go: "Starts in",
  waitingCards: enGiven("{n} {n|card|cards} waiting"),
  timeLeft: "time left",
  photoFinish: "Photo finish",
  notOpen: "This table can’t be opened",
  notFoundText: "The table may have been removed, or the link is incomplete.",
  asksAgain: "We’ll keep trying, and you’ll be back at the table as soon as the server answers.",
  broken: "The server isn’t responding.",
  again: "Try again",
  keysTitle: "Keys",
  ofSuit: enGiven("{face} of {suit}"),
  column: "Column",
  auto: "Pick up cards automatically",
  opening: "Slam?",
  finalLap: enGiven("Final lap: {n} {n|turn|turns} left"),
  locked: "locked",
  seatLink: "Play on another device",
  seatLinkText: "Open this link on the other device. It works once, and only for you.",
  linkTitle: enGiven("Continue as {name} on this device?"),
  linkText: enGiven("This private link comes from {name}. If you continue, this device gets the name, tables and seats of {name}. The link works once."),
  linkNow: enGiven("You are currently {name} on this device. You can switch back for 30 days."),
  linkLoses: enGiven("You won’t be able to switch back to {name}."),
  linkNobody: "You have no name and no tables on this device yet.",
  linkBe: enGiven("Continue as {name}"),
  linkStay: enGiven("Stay {name}"),
  linkSame: enGiven("You are already {name} here"),
  linkSameText: "The link is still unused: open it on the other device.",
  linkDead: enGiven("To get a new one, choose “{name}” in the settings of the other device."),
  theOther: enGiven("the other {name}"),
  wasHere: enGiven("You are {now} on this device. Before that you were {name}."),
  beAgain: enGiven("Switch back to {name}"),
  dealerIs: enGiven("{name} deals"),
  dealerYou: "You deal",
  dangers: "Danger",
  ofRank: enGiven("{n} {n|card|cards} of rank {rank}"),
  tableLimit: enGiven("Table limit {n}"),
  shuffledAt: "shuffled here",
  nth: enGiven("no. {n}"),
  yourTurnSoon: "Your turn is coming up…",
  discards: "Cards out of play",
  browse: "Browse",
  lastDeal: "Last scoring, rank by rank",
  rank: "Rank",
  holders: "Most cards",
  points: "Points",
  nobodyYet: "Nothing yet.",
  toLeft: "Cards are passed to the left",
  dragTip: "Tap a card or drag it onto the table",
  fire: "Fire!",
  slammed: "slammed",
  shouted: "shouted",
  packOfPain: enGiven("Punishment: {name}"),
  painForYou: "Your punishment",
  lostDeals: enGiven("{n} {n|deal|deals} lost"),
  copies: "On the table",
  forPrice: enGiven("{what} for {n}"),
  toWin: enGiven("{what} and win {n}"),
  isWorth: enGiven("{what} = {n}"),
  tooLate: "too late",
  livesLeft: enGiven("{n} {n|life|lives} lost"),
  hasLost: enGiven("{name} lost."),
  youLost: "You lost.",
  aheadBy: enGiven("{n} {n|point|points} ahead of {name}."),
  coinsAheadBy: enGiven("{n} {n|coin|coins} ahead of {name}."),
  quickStart: "Or pick a table below: every game starts with one click.",
  aboutYou: "You",
  saved: "Saved",
  accountText: "Protect your name and tables with a username and password, and use them on any device.",
  createAccount: "Create an account",
  logIn: "Log in",
  logOut: "Log out",
  loginName: "Username",
  password: "Password",
  passwordHelp: "At least eight characters.",
  loginHelp: "Letters, digits, dots and dashes; at least three.",
  changePassword: "Change password",
  passwordOld: "Current password",
  passwordNew: "New password",
  passwordEnds: "You stay logged in here. Your other devices are logged out, and private links you made no longer work.",
  passwordKeys: "Your passkeys keep working: remove them if someone else may have added one.",
  passwordChanged: "Password changed. Your other devices are logged out.",
  signedIn: enGiven("Logged in as {login}."),
  forget: "Forget me",
  forgetText: "This deletes your name, your login and every session; bots take your seats. Matches already played keep the name that was shown there. This can’t be undone.",
  forgetYes: "Delete everything about me",
  forgotten: "Your data has been deleted.",
  passkeys: "Passkeys",
  passkeyText: "Log in with your fingerprint, face or screen lock instead of a password.",
  passkeyCount: enGiven("You have {n} {n|passkey|passkeys}."),
  passkeyLogin: "Log in with a passkey",
  passkeyAdd: "Add a passkey",
  passkeyAdded: "Passkey saved.",
  passkeyDrop: "Remove my passkeys",
  passkeyDropped: "Your passkeys have been removed.",
  passkeyNone: "No passkey was created or used.",
  passkeyAddress: "Passkeys need a domain name or localhost; they don’t work on an IP address.",
  passkeyMove: "Open the page at localhost",
  passkeyCannot: "Passkeys aren’t available: this browser doesn’t support them, or this address has no HTTPS domain name.",
  hostTools: "For the host",
  lockTable: "Close the table to newcomers",
  relink: "Make a new invitation link",
  relinkText: "The old link no longer works. Send this one.",
  mute: "Mute",
  unmute: "Unmute",
  muted: "muted",
  kick: "Remove from the table",
  penalty: "Give a penalty",
  sendAsk: enGiven("Remove {name} from the table?"),
  sendLater: enGiven("{name} finishes this deal, then a bot takes the seat."),
  sendText: enGiven("{name} can’t come back until you let them."),
  sendLink: "The invitation link you sent stops working, and you get a new one.",
  sendPublic: "The table is public, so they could come back under another name unless you close it to newcomers.",
  leavesSoon: "leaves after this deal",
  sentAway: "Removed from the table",
  letBack: "Let back in",
  newInvitation: "The new invitation link",
  handOver: "Make host",
  lateTitle: "Spectators see this table 30 seconds late",
  lateText: "If a match is on, it will appear here in a moment. To play, ask for a seat.",
  lateLine: "You are watching 30 seconds behind.",
  askHere: "Ask for this seat",
  yes: "Yes",
  no: "No",
  asksLook: enGiven("{name} would like to watch your hand."),
  asksSit: enGiven("{name} would like to take a seat in this match."),
  asksMore: enGiven("And {n} more {n|request|requests}."),
  askLook: "Ask to watch a player’s hand:",
  askSeat: "Ask the host for a seat:",
  takeSeat: "Take a seat:",
  inPlaceOf: enGiven("in place of {name}"),
  lookAsked: enGiven("We’ve asked {name}. You can watch as soon as they say yes."),
  lookSilent: enGiven("{name} hasn’t answered yet. You can ask again."),
  lookEnded: "You are no longer watching a hand.",
  looksNow: enGiven("You are watching {name}’s hand."),
  looksAtYou: enGiven("{name} is watching your hand."),
  lookNoMore: "Stop letting them watch",
  sitAsked: "We’ve asked the host. You can sit down as soon as they say yes.",
  sitSilent: "The host hasn’t answered yet. You can ask again.",
  approve: "Let them sit",
  notApprove: "Take back permission",
  nobodyElse: "You’re the only one at the table so far.",
  appliesNow: "The rules that apply now are marked.",
  traveller: "the travelling card",
  team: enGiven("team {name}"),
  doNotAnswer: "do not answer",
  notBinding: "Nothing said here is binding.",
  resultIs: enGiven("Result: {list}."),
  finishIs: enGiven("Photo finish: {list}."),
  finishLine: enGiven("network −{time} s"),
  finishRow: enGiven("{name}: {time} s, after {credit} s taken off for network delay. Actual reaction: between {earliest} and {latest} s."),
  finishCounted: "counted",
  finishGiven: "taken off for network delay",
  finishDoubt: "the actual reaction is in here",
  noCreditLate: enGiven("{name}: this device answered later than its connection explains, so only the measured network delay was taken off."),
  noCreditImpossible: enGiven("{name}: these reaction times aren’t humanly possible, so no network delay was taken off."),
  noCreditRegular: enGiven("{name}: these reaction times are too regular, so no network delay was taken off."),
  yourFace: "Your face",
  noFace: "none",
  tapAgain: "Tap again to slam it: a wrong card costs you a penalty.",
  reactions: "React",
  chatterOn: "Bots chat a little",
  handicap: "Bots adapt their reflexes to you",
  playThese: "Play now against bots",
  letPhonesIn: "Only this computer can play so far. Let phones on your network join?",
  openDoor: "Let them join",
  doorText: "Anyone on this network can then open the page, until you stop the server.",
  exportMatches: "Export all",
  exporting: enGiven("{n} of {all}…"),
  deleteMatch: "Delete",
  deleteText: "The table leaves your list and your name is removed from it. The other players keep their matches.",
  deleteYes: "Delete it",
  withPerson: "With",
  anybody: "anyone",
  dealOverOf: enGiven("Deal {n} of {total} is over"),
  dealOverNo: enGiven("Deal {n} is over"),
  nextDeal: "Next deal",
  nextDealComes: "The next deal begins.",
  toResult: "See the result",
  lookLonger: "One moment",
  isReady: "ready for the next deal",
  waitingFor: enGiven("Waiting for {names}."),
  seeEnding: "How it ended",
  thisDeal: "This deal",
  total: "Total",
  standing: "Standing",
  youLed: "You led from the first deal to the last.",
  youLedSince: enGiven("You took the lead in deal {deal} of {deals} and kept it."),
  youLedAtLast: "You took the lead in the very last deal.",
  tableSettings: "Table settings",
  advanced: "Advanced",
  spectators: "Spectators",
  spectatorsNone: "No one",
  spectatorsPublic: "The table, without the hands",
  spectatorsDelayed: "The table, 30 seconds late",
  spectatorsConsent: "One player’s hand, if that player agrees",
  talkFree: "Free chat",
  talkPhrases: "Ready-made phrases only",
  talkOff: "No chat",
  replayWho: "After the match, players can see",
  replayOpen: "All hands",
  replayOwn: "Only their own hand",
  absent: "If a player is away",
  absentBot: "A bot plays for them",
  absentDefault: "Play their default move",
  wantAgain: enGiven("Rematch? {names} said yes."),
  leaveText: "A bot will take your seat and play on for you. Leave the table?",
  leaveYes: "Leave my seat",
  leaveSoon: "I’ll be back: keep my seat",
  othersChoose: enGiven("The others choose in secret: {done} of {total} ready."),
  welcomeDay: "Hello. What shall we play?",
  onlyHere: "This link only works on this computer. To let phones and other computers in, start the server with",
  soundsOffer: "Turn sounds on?",
  myMatches: "My matches",
  searchMatches: "Search by game or name",
  allGames: "All games",
  onlyWon: "Wins only",
  withWhom: enGiven("with {names}"),
  noMatches: "No matches found.",
  howCalled: "What’s your name?",
  endings: "After each deal",
  endingsReady: "Wait until everyone is ready",
  endingsBrief: "Pause for a few seconds",
  endingsOff: "Continue at once",
  promisedBy: enGiven("Before the first card, the server and {players} each lock in a secret number."),
  seal: "Seal",
  sealTitle: "The seal of this deal",
  sealOver: "Check the deal",
  sealWhat: "Who locked in what",
  sealPractice: "Practice table: the cards were arranged, or someone may know them. Nothing was locked in.",
  sealTogether: "Before the first card, the server and each of these players’ browsers locked in a secret number. Then the players revealed theirs. The cards are computed from all of these numbers together.",
  sealAlone: "Before the first card, the server locked in the secret number the cards come from. No player added a number.",
  sealLate: "You opened this page after the first card. The record says who locked in what.",
  sealWhom: "Who",
  sealHouse: "The server",
  sealHouseLater: "reveals its number after the match",
  sealShown: "locked in and revealed",
  sealSilent: "locked in, never revealed",
  sealNone: "no number",
  sealKept: "Was everything kept?",
  sealLater: "The server reveals its number when the match is over. Then one click here checks every card.",
  sealChecking: "Checking…",
  sealNoRecord: enGiven("The record of this match isn’t available, so nothing can be checked here: {why}"),
  sealBroken: "Something is wrong. Do not trust these cards.",
  sealByRules: "This page checks the numbers, not the moves. To replay the whole match under its rules, without this server, run pioche verify on the record.",
  sealGet: "The record",
  fixedTwice: "The server fixed the list of numbers twice. Your browser did not reveal its number again.",
  leftOut: "Your number isn’t part of this deal: the server left it off the list.",
  replaced: "The list shows a number for your seat that this page didn’t draw. If you have the table open on another device, it comes from there. If not, the server put it there.",
  otherPromises: "The server began with a different list than the one it had fixed.",
  silenced: "Your number isn’t part of this deal: it came too late, or the server left it out.",
  foundLaid: "Practice table: nothing was locked in.",
  foundNoPromise: "The record contains no locked-in numbers.",
  foundHouseKey: "The server locked in its key before the first card, and used that key.",
  foundHouseKeyBroken: "The server locked in a different key from the one it used.",
  foundUnreadable: "The locked-in numbers in the record can’t be read.",
  foundHouse: "The server’s number is the one it locked in.",
  foundHouseBroken: "The server’s number is not the one it locked in.",
  foundShare: enGiven("The number of {name} is the one that was locked in."),
  foundShareBroken: enGiven("The number of {name} is not the one that was locked in."),
  foundSilent: enGiven("{name} locked in a number and never revealed it."),
  foundKey: "The cards’ key is made from all of these numbers.",
  foundKeyBroken: "The cards’ key is not made from these numbers.",
  foundDrawn: enGiven("All {count} {count|draw|draws} of the match {count|comes|come} from that key."),
  foundDrawnBroken: enGiven("One draw does not come from the key (line {line} of the record)."),
  foundNotDrawn: "The record doesn’t say what was drawn.",
  foundSeen: enGiven("The record matches all {count} {count|thing|things} this page was shown."),
  foundSeenBroken: enGiven("The record differs from what this page was shown (line {line} of the record)."),
  foundNotSeen: "This page didn’t see the match itself, so there is nothing to compare.",
  sealYes: "Yes, everything was kept.",
  proofNobodyChose: "If even one of these players’ numbers was drawn at random, nobody can have chosen a card: not the server, and not all the others together.",
  proofNotTheHouseAlone: enGiven("The server alone can’t have chosen a card. With {silent} silent {silent|seat|seats}, a server conspiring with them could have chosen among {deals} deals."),
  proofNoChange: "No card was changed or chosen after the numbers were locked in. The server made the key alone.",
  proofNothing: "The record is consistent. It proves nothing about who chose the cards.",
  lostAt: { "logout": { "title": "You’re logged out", "text": "You logged out, or your password was changed on another device. Log in again to return to this table." }, "replaced": { "title": "This table is open in another window", "text": "You’re playing there. You can take it back to this window.", "next": "Play here" }, "banned": { "title": "The host removed you from this table", "text": "Only the host can let you back in. Ask them, then try again.", "next": "Try again" }, "no_spectators": { "title": "A match is on", "text": "This table has no spectators. You’ll be let in when the match ends. If you’d like to play, tell the host.", "next": "Try again" }, "unreadable": { "title": "This table is damaged", "text": "It can’t be opened, but nothing has been deleted. The person who runs this server can look into it. Every other table is fine.", "next": "Try again" }, "not_joined": { "title": "You need an invitation for this table", "text": "Ask someone at the table for the link and open it here. If you already have a seat, log in, or open the page where you took it." }, "table_locked": { "title": "This table is closed to newcomers", "text": "Ask the host to let you in, then try again.", "next": "Try again" }, "too_many_people": { "title": "This table is full", "text": "No one else can come in. Ask the host to open another table." }, "no_such_table": { "title": "Table not found", "text": "It may have been removed, or the link is incomplete." } },
  chances: { "pair": "risk of a pair" },
  facts: { "tens_left": enGiven("10s left: {n} in {of} {of|card|cards}"), "pass_half": enGiven("pass = {n} + the stake of {of}"), "second_black": enGiven("second black stone = {n} + the stake"), "to_beat": enGiven("to beat: {n}"), "stake": enGiven("stake {n}"), "dealer_risk": enGiven("the dealer’s risk: {n}") },
  times: { "pig": enGiven("pig ×{n}") },
  tags: { "give": "to give away" },
  own: { "sat": "You sit down.", "stood": "You leave your seat.", "stands_in": "A bot is playing for you.", "away": "You’re away: your default move is played.", "back": "You are back.", "played_for": "You ran out of time: your default move is played.", "will_be_kicked": "The host removes you from the table after this deal.", "kicked": "The host took your seat away.", "host": "You are now the host.", "muted": "The host muted you: ready-made phrases only.", "unmuted": "You can talk again.", "paused": "You pause the match.", "resumed": "You resume the match.", "approved": "The host lets you take a seat in this match.", "not_approved": "The host does not let you take a seat in this match.", "again": "You’d like a rematch." },
  shortcuts: { "moves": { "press": "1 – 9", "does": "the moves in the order of the buttons" }, "cards": { "press": "← →", "does": "from card to card" }, "play": { "press": "Enter, Space", "does": "play the card or press the button" }, "signal": { "press": "Z", "does": "signal: nose, cutlery, slam" }, "shout": { "press": "X", "does": "shout" }, "skip": { "press": "S", "does": "skip ahead" }, "rules": { "press": "R", "does": "rules" }, "talk": { "press": "T", "does": "talk" }, "close": { "press": "Esc", "does": "close" } },
  kinds: { "pairs": "Pairs family", "bidding": "Bids and captures", "reaction": "Reflexes", "memory": "Memory" },
  suits: { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" },
  faces: { "A": "ace", "J": "jack", "Q": "queen", "K": "king" },
  courts: { "A": "A", "J": "J", "Q": "Q", "K": "K" },
  captures: { "lowest": "lowest → highest", "below": "takes all below", "tie": "tie: one each" },
  strokes: { "hammer": "hammer", "pat": "pat", "twist": "twist", "cross": "cross" },
  verdicts: { "ignored": "ignored", "missed": "miss", "captured": "captured" },
  powers: { "9": "Power if discarded: look at one of your cards.", "10": "Power if discarded: look at one of your cards.", "J": "Power if discarded: swap two cards of two players, unseen.", "Q": "Power if discarded: look at one card of another player.", "K": "Power if discarded: look at two cards of two players, then swap them or leave them." },
  chatter: { "hello": { "calm": "Good cards to all of you.", "proud": "I have been practising.", "merry": "Oh, cards! I love cards.", "grumpy": "Who shuffled this?" }, "won": { "calm": "Luck was kind to me.", "proud": "As planned.", "merry": "Whee! Did you see that?", "grumpy": "About time." }, "won_again": { "calm": "Thank you, that was close.", "proud": "Somebody has to win.", "merry": "More of that, please!", "grumpy": "I am not even enjoying it." }, "lost": { "calm": "So it goes.", "proud": "I wanted to see what happens.", "merry": "Ha, that was a splendid mess!", "grumpy": "Always me." }, "lost_again": { "calm": "Well deserved, all of you.", "proud": "The cards were jealous.", "merry": "Again? Again!", "grumpy": "I said so from the start." }, "match_won": { "calm": "A fine match. Thank you.", "proud": "You may applaud.", "merry": "I won? I won!", "grumpy": "At last, some order." }, "match_lost": { "calm": "Well played. Another one?", "proud": "Next time I shall try.", "merry": "What fun! Once more?", "grumpy": "I shall say nothing." } },
  avatars: { "fox": "fox", "cat": "cat", "owl": "owl", "bear": "bear", "hare": "hare", "frog": "frog", "hen": "hen", "mouse": "mouse" },
  moods: { "laugh": "Ha ha!", "wow": "Oh!", "ouch": "Ouch!", "phew": "Phew…", "well_played": "Well played!" },
}

const frGiven = given('fr')
export const fr: Catalogue = {
  tagline: "Quinze petits jeux de cartes, vifs et un peu méchants, entre amis ou contre des robots qui ne se lassent pas.",
  welcome: "Bonsoir. À quoi jouons-nous ?",
  playNow: "Jouer",
  playBots: "Jouer tout de suite contre des robots",
  invite: "Inviter des amis",
  rules: "Règles",
  rulesOf: frGiven("Règles : {game}"),
  lesson: "M’apprendre (2 min)",
  learnAtTable: "Apprendre à la table : la première donne",
  printRules: "Imprimer ces règles",
  firstTime: frGiven("{game} : la première fois ?"),
  firstTimeText: "Une donne préparée vous apprend le jeu à la table, cartes en main, en moins de deux minutes.",
  playAtOnce: "Jouer tout de suite",
  newToYou: "Vous découvrez ce jeu ?",
  goOn: "Suite",
  lineOf: frGiven("Ligne {n} sur {all}"),
  onceMore: "Encore une fois",
  backToTable: "Retour à la table",
  leaveLesson: "Quitter",
  filterPlayers: "Joueurs",
  filterTime: "Durée",
  filterKind: "Genre",
  any: "Peu importe",
  upTo: frGiven("jusqu’à {minutes} min"),
  nPlayers: frGiven("{n} {n|joueur|joueurs}"),
  players: frGiven("{low} à {high} joueurs"),
  minutes: frGiven("{low} à {high} min"),
  nMinutes: frGiven("{n} min"),
  noGame: "Aucun jeu ne convient. Retirez un filtre.",
  clearFilters: "Montrer tous les jeux",
  variants: "Variantes",
  openTables: "Tables ouvertes",
  noOpenTables: "Aucune table n’attend d’inconnus en ce moment. Ouvrez-en une, ou invitez quelqu’un.",
  myTables: "Vos tables",
  showAll: frGiven("Montrer les {n}"),
  showFewer: "En montrer moins",
  offMyList: "Retirer de ma liste",
  sentYouAway: "l’hôte vous en a fait partir",
  damaged: "endommagée, conservée",
  yourTurnThere: "à vous",
  join: "S’asseoir",
  watch: "Regarder",
  free: frGiven("{n} {n|place libre|places libres}"),
  closedToNew: "fermée aux nouveaux venus",
  noOnlookers: "partie en cours, personne ne regarde",
  tournaments: "Tournois",
  toTournament: "Retour au tournoi",
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
  newTable: frGiven("Une table : {game}"),
  options: "Options du jeu",
  pace: "Allure",
  privacy: "Qui peut venir",
  privacyLink: "Qui a le lien",
  privacyPublic: "Tout le monde",
  bots: "Robots",
  makeTable: "Ouvrir la table",
  copyLink: "Copier le lien",
  copied: "Copié",
  copyByKeys: frGiven("Pas encore copié : appuyez sur {keys}."),
  copyByTouch: "Pas encore copié : laissez le doigt sur le lien.",
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
  dealOf: frGiven("Donne {n} sur {total}"),
  dealNo: frGiven("Donne {n}"),
  yourTurnTo: frGiven("À vous : {what}"),
  quick: frGiven("Vite : {what}"),
  and: " et ",
  or: " ou ",
  toPlay: frGiven("À {name} de jouer."),
  choosing: frGiven("Chacun choisit en secret ; choix faits : {done} sur {total}."),
  chosenWait: frGiven("Vous avez choisi ; choix faits : {done} sur {total}."),
  paused: "La partie est en pause.",
  pausedYou: "Vous avez mis la partie en pause.",
  pausedBy: frGiven("{name} a mis la partie en pause."),
  pausedUntil: frGiven("Elle reprend d’elle-même à {time} au plus tard."),
  pausedAtMost: frGiven("La pause dure {minutes} {minutes|minute|minutes} au plus."),
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
  menu: "Vos coups",
  hand: "Votre main",
  table: "Table",
  cardsIn: frGiven("{n} {n|carte|cartes}"),
  hidden: frGiven("{n} {n|carte cachée|cartes cachées}"),
  faceDown: "carte face cachée",
  remembered: frGiven("carte face cachée, vous l’avez vue : {card}"),
  emptyZone: "vide",
  out: "hors jeu",
  chooseHow: "Quel coup ?",
  less: "moins",
  more: "plus",
  costs: frGiven("coûte {n}"),
  brings: frGiven("rapporte {n}"),
  chance: frGiven("{what} : {percent}"),
  offline: "Connexion perdue. Votre place est gardée. Reconnexion en cours…",
  lineLost: "Vous pourrez jouer dès que la connexion sera rétablie.",
  sentLater: "Votre coup partira dès que la connexion sera rétablie.",
  connecting: "On s’installe…",
  backOnline: "De retour à la table.",
  skip: "Passer l’animation",
  pause: "Pause",
  resume: "Reprendre",
  stand: "Se lever",
  leave: "Quitter la table",
  iAmBack: "Je suis de retour",
  won: "Vous avez gagné.",
  wonShared: "Vous partagez la victoire.",
  lost: frGiven("{name} a gagné."),
  lostBy: frGiven("{names} ont gagné."),
  decided: "Ce qui a tout décidé",
  rematch: "Revanche",
  replay: "Revoir la partie",
  record: "Télécharger la partie",
  otherGame: "Un autre jeu",
  move: "Coup",
  moveOf: frGiven("Coup {n} sur {total}"),
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
  practice: "table d’entraînement",
  seeTable: "Regarder la table",
  aCard: "une carte",
  go: "Départ dans",
  waitingCards: frGiven("{n} {n|carte|cartes} en attente"),
  timeLeft: "temps restant",
  photoFinish: "Photo-finish",
  notOpen: "Cette table ne s’ouvre pas",
  notFoundText: "La table a peut-être été supprimée, ou le lien est incomplet.",
  asksAgain: "Nouvel essai automatique : vous retrouverez la table dès que le serveur répondra.",
  broken: "Le serveur ne répond pas.",
  again: "Réessayer",
  keysTitle: "Touches",
  ofSuit: frGiven("{face} de {suit}"),
  column: "Colonne",
  auto: "Ramassage automatique",
  opening: "On abat ?",
  finalLap: frGiven("Dernier tour de table : encore {n} {n|joueur|joueurs}"),
  locked: "verrou",
  seatLink: "Jouer sur un autre appareil",
  seatLinkText: "Ouvrez ce lien sur l’autre appareil. Il sert une fois et n’est que pour vous.",
  linkTitle: frGiven("Continuer en tant que {name} sur cet appareil ?"),
  linkText: frGiven("Ce lien privé vient {de name}. En continuant, vous aurez sur cet appareil le nom, les tables et les places {de name}. Le lien sert une fois."),
  linkNow: frGiven("Pour l’instant, vous êtes {name} ici. Vous pourrez revenir en arrière pendant un temps."),
  linkLoses: frGiven("En revanche, vous ne pourrez plus redevenir {name}."),
  linkNobody: "Pour l’instant, vous n’avez ici ni nom ni table.",
  linkBe: frGiven("Continuer en tant que {name}"),
  linkStay: frGiven("Rester {name}"),
  linkSame: frGiven("Vous êtes déjà {name} ici"),
  linkSameText: "Le lien n’a pas servi : ouvrez-le sur l’autre appareil.",
  linkDead: frGiven("Pour en avoir un nouveau, choisissez « {name} » dans les réglages de l’autre appareil."),
  theOther: frGiven("l’autre {name}"),
  wasHere: frGiven("Vous êtes {now} sur cet appareil. Avant, vous étiez {name}."),
  beAgain: frGiven("Redevenir {name}"),
  dealerIs: frGiven("C’est {name} qui donne"),
  dealerYou: "C’est vous qui donnez",
  dangers: "Danger",
  ofRank: frGiven("{n} {n|carte|cartes} de rang {rank}"),
  tableLimit: frGiven("Limite de la table : {n}"),
  shuffledAt: "on mélange ici",
  nth: frGiven("n° {n}"),
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
  packOfPain: frGiven("Gage : {name}"),
  painForYou: "Un gage pour vous",
  lostDeals: frGiven("{n} {n|donne perdue|donnes perdues}"),
  copies: "Sur la table",
  forPrice: frGiven("{what} pour {n}"),
  toWin: frGiven("{what} et gagner {n}"),
  isWorth: frGiven("{what} = {n}"),
  tooLate: "trop tard",
  livesLeft: frGiven("{n} {n|vie perdue|vies perdues}"),
  hasLost: frGiven("{name} a perdu."),
  youLost: "Vous avez perdu.",
  aheadBy: frGiven("{n} {n|point|points} d’avance sur {name}."),
  coinsAheadBy: frGiven("{n} {n|pièce|pièces} d’avance sur {name}."),
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
  changePassword: "Changer le mot de passe",
  passwordOld: "Mot de passe actuel",
  passwordNew: "Nouveau mot de passe",
  passwordEnds: "Votre session reste ouverte ici. Elle se ferme sur vos autres appareils, et vos liens privés n’ouvrent plus rien.",
  passwordKeys: "Vos clés d’accès restent valables : retirez-les si quelqu’un d’autre a pu en ajouter une.",
  passwordChanged: "Le mot de passe est changé. Vos autres appareils sont déconnectés.",
  signedIn: frGiven("Session ouverte : {login}."),
  forget: "M’oublier",
  forgetText: "Votre nom, votre identifiant et toutes vos sessions sont effacés, et des robots prennent vos places. Les parties déjà jouées gardent le nom qu’on y a vu. C’est sans retour.",
  forgetYes: "Effacer tout ce qui me concerne",
  forgotten: "Tout est effacé.",
  passkeys: "Clés d’accès",
  passkeyText: "Une clé d’accès remplace le mot de passe : l’empreinte, le visage ou le code de cet appareil suffit.",
  passkeyCount: frGiven("Vous avez {n} {n|clé|clés} d’accès."),
  passkeyLogin: "Se connecter avec une clé d’accès",
  passkeyAdd: "Ajouter une clé d’accès",
  passkeyAdded: "La clé d’accès est enregistrée. La prochaine fois, elle suffit.",
  passkeyDrop: "Retirer mes clés d’accès",
  passkeyDropped: "Vos clés d’accès n’ouvrent plus rien.",
  passkeyNone: "Aucune clé d’accès n’a été créée ni utilisée.",
  passkeyAddress: "Les clés d’accès demandent un nom de domaine (ou localhost), pas une adresse IP.",
  passkeyMove: "Ouvrir la page sur localhost",
  passkeyCannot: "Pas de clés d’accès ici : ce navigateur n’en a pas, ou l’adresse n’est pas un nom de domaine en HTTPS.",
  hostTools: "Pour l’hôte",
  lockTable: "Fermer la table aux nouveaux venus",
  relink: "Refaire l’invitation",
  relinkText: "L’ancien lien n’ouvre plus rien. Envoyez celui-ci.",
  mute: "Mettre en sourdine",
  unmute: "Rendre la parole",
  muted: "en sourdine",
  kick: "Faire quitter la table",
  penalty: "Infliger une pénalité",
  sendAsk: frGiven("Faire quitter la table à {name} ?"),
  sendLater: frGiven("{name} joue cette donne jusqu’au bout, puis un robot prend la place."),
  sendText: frGiven("{name} ne pourra revenir que si vous le permettez."),
  sendLink: "L’invitation envoyée jusqu’ici ne servira plus, et vous en recevrez une nouvelle.",
  sendPublic: "La table est publique : sous un autre nom, on peut encore y entrer, sauf si vous la fermez aux nouveaux venus.",
  leavesSoon: "part après cette donne",
  sentAway: "Ont dû quitter la table",
  letBack: "Laisser revenir",
  newInvitation: "La nouvelle invitation",
  handOver: "Nommer hôte",
  lateTitle: "Les spectateurs voient cette table avec 30 secondes de retard",
  lateText: "Une partie a peut-être commencé : elle s’affichera alors d’elle-même. Pour jouer, demandez une place.",
  lateLine: "Vous voyez la table avec une demi-minute de retard.",
  askHere: "Demander cette place",
  yes: "Oui",
  no: "Non",
  asksLook: frGiven("{name} voudrait regarder par-dessus votre épaule et voir vos cartes."),
  asksSit: frGiven("{name} voudrait prendre une place dans cette partie."),
  asksMore: frGiven("Et {n} {n|autre question|autres questions}."),
  askLook: "Demander à regarder par-dessus une épaule :",
  askSeat: "Demander une place à l’hôte :",
  takeSeat: "Prendre une place :",
  inPlaceOf: frGiven("à la place {de name}"),
  lookAsked: frGiven("Demande envoyée à {name}. Dès son accord, vous pourrez regarder."),
  lookSilent: frGiven("{name} n’a pas dit oui. Vous pouvez redemander."),
  lookEnded: "Vous ne regardez plus par-dessus une épaule.",
  looksNow: frGiven("Vous regardez par-dessus l’épaule {de name}."),
  looksAtYou: frGiven("{name} regarde par-dessus votre épaule et voit vos cartes."),
  lookNoMore: "Ne plus le permettre",
  sitAsked: "La question est posée à l’hôte. Un oui, et vous pourrez vous asseoir.",
  sitSilent: "L’hôte n’a pas dit oui. Vous pouvez redemander.",
  approve: "Permettre de s’asseoir",
  notApprove: "Ne plus permettre de s’asseoir",
  nobodyElse: "Personne d’autre n’est encore à la table.",
  appliesNow: "Ce qui s’applique maintenant est marqué.",
  traveller: "la carte voyageuse",
  team: frGiven("équipe {name}"),
  doNotAnswer: "ne pas répondre",
  notBinding: "Rien de ce qui se dit ici n’engage.",
  resultIs: frGiven("Résultat : {list}."),
  finishIs: frGiven("Photo-finish : {list}."),
  finishLine: frGiven("réseau −{time} s"),
  finishRow: frGiven("{name} : {time} s retenues ({credit} s déduites pour la connexion ; réaction réelle entre {earliest} et {latest} s)."),
  finishCounted: "temps compté",
  finishGiven: "déduit pour la connexion",
  finishDoubt: "la vraie réaction est là",
  noCreditLate: frGiven("{name} : cet appareil a répondu plus tard que sa connexion ne l’explique ; seul le délai mesuré a été déduit."),
  noCreditImpossible: frGiven("{name} : ces temps de réaction sont impossibles ; rien n’est déduit pour la connexion."),
  noCreditRegular: frGiven("{name} : ces temps de réaction sont trop réguliers ; rien n’est déduit pour la connexion."),
  yourFace: "Votre visage",
  noFace: "aucun",
  tapAgain: "Encore une fois pour l’abattre : une erreur coûte une pénalité.",
  reactions: "Réagir",
  chatterOn: "Robots un peu bavards",
  handicap: "Les robots adaptent leurs réflexes aux vôtres",
  playThese: "Jouer tout de suite contre des robots",
  letPhonesIn: "Pour l’instant, seul cet ordinateur peut jouer. Laisser entrer les téléphones de votre réseau ?",
  openDoor: "Les laisser entrer",
  doorText: "Tous les appareils de ce réseau pourront alors ouvrir la page, jusqu’à l’arrêt du serveur.",
  exportMatches: "Tout exporter",
  exporting: frGiven("{n} sur {all}…"),
  deleteMatch: "Supprimer",
  deleteText: "Cette table quitte votre liste, et votre nom y est effacé. Les autres gardent leurs parties.",
  deleteYes: "La supprimer",
  withPerson: "Avec",
  anybody: "peu importe",
  dealOverOf: frGiven("Fin de la donne {n} sur {total}"),
  dealOverNo: frGiven("Fin de la donne {n}"),
  nextDeal: "Donne suivante",
  nextDealComes: "La donne suivante commence.",
  toResult: "Voir le résultat",
  lookLonger: "Attendez, je regarde",
  isReady: "d’accord pour continuer",
  waitingFor: frGiven("On attend {names}."),
  seeEnding: "Comment ça a fini",
  thisDeal: "Cette donne",
  total: "Total",
  standing: "Classement",
  youLed: "Vous avez mené de la première donne à la dernière.",
  youLedSince: frGiven("Vous avez pris la tête à la donne {deal} sur {deals} et vous l’avez gardée."),
  youLedAtLast: "Vous n’avez pris la tête qu’à la dernière donne.",
  tableSettings: "Autour de la table",
  advanced: "Réglages avancés",
  spectators: "Spectateurs",
  spectatorsNone: "Personne",
  spectatorsPublic: "La table, sans les mains",
  spectatorsDelayed: "La table, 30 secondes plus tard",
  spectatorsConsent: "Par-dessus l’épaule, si le joueur le veut bien",
  talkFree: "Mots libres",
  talkPhrases: "Phrases toutes prêtes seulement",
  talkOff: "Silence",
  replayWho: "Après la partie, chacun peut revoir",
  replayOpen: "Toutes les mains",
  replayOwn: "Sa propre main seulement",
  absent: "En cas d’absence",
  absentBot: "Un robot joue",
  absentDefault: "On joue pour l’absent le coup le plus simple",
  wantAgain: frGiven("Une revanche ? {names} : oui."),
  leaveText: "Un robot prend votre place et joue la suite pour vous. Quitter la table ?",
  leaveYes: "Laisser ma place",
  leaveSoon: "Je reviens : garder ma place",
  othersChoose: frGiven("Les autres choisissent en secret ; choix faits : {done} sur {total}."),
  welcomeDay: "Bonjour. À quoi jouons-nous ?",
  onlyHere: "Seul cet ordinateur peut ouvrir ce lien. Pour laisser entrer téléphones et autres ordinateurs, lancez le serveur avec",
  soundsOffer: "Voulez-vous des sons ?",
  myMatches: "Mes parties",
  searchMatches: "Un jeu ou un nom",
  allGames: "Tous les jeux",
  onlyWon: "Gagnées seulement",
  withWhom: frGiven("avec {names}"),
  noMatches: "Aucune partie ne convient.",
  howCalled: "Comment vous appelle-t-on ?",
  endings: "Après chaque donne",
  endingsReady: "On attend que chacun soit d’accord",
  endingsBrief: "Quelques secondes",
  endingsOff: "On enchaîne aussitôt",
  promisedBy: frGiven("Avant la première carte, le serveur et {players} ont chacun fixé un nombre secret."),
  seal: "Sceau",
  sealTitle: "Le sceau de cette donne",
  sealOver: "Vérifier la donne",
  sealWhat: "Les nombres fixés",
  sealPractice: "Entraînement : les cartes étaient préparées, ou quelqu’un peut les connaître. Aucun nombre n’a été fixé.",
  sealTogether: "Avant la première carte, le serveur et le navigateur de chacun de ces joueurs ont fixé un nombre secret. Puis les joueurs ont dévoilé le leur. Les cartes sont calculées à partir de tous ces nombres.",
  sealAlone: "Avant la première carte, le serveur a fixé le nombre secret d’où viennent les cartes. Aucun joueur n’a ajouté le sien.",
  sealLate: "Cette page est arrivée après la première carte. L’enregistrement dit qui a fixé quoi.",
  sealWhom: "Par qui",
  sealHouse: "Le serveur",
  sealHouseLater: "montre son nombre après la partie",
  sealShown: "fixé et dévoilé",
  sealSilent: "fixé, jamais dévoilé",
  sealNone: "pas de nombre à soi",
  sealKept: "Est-ce tenu ?",
  sealLater: "Le serveur dévoile son nombre à la fin de la partie. Un clic ici vérifie alors chaque carte.",
  sealChecking: "Vérification…",
  sealNoRecord: frGiven("L’enregistrement de cette partie n’est pas ouvert, rien ne peut donc être vérifié ici : {why}"),
  sealBroken: "Quelque chose ne va pas. Ne vous fiez pas à ces cartes.",
  sealByRules: "Cette page vérifie les nombres, pas les coups. Pour rejouer toute la partie selon les règles, sans ce serveur : pioche verify avec l’enregistrement.",
  sealGet: "L’enregistrement",
  fixedTwice: "Le serveur a fixé la liste des nombres deux fois. Votre navigateur n’a pas dévoilé le sien une seconde fois.",
  leftOut: "Votre nombre ne fait pas partie de cette donne : le serveur ne l’a pas mis sur la liste.",
  replaced: "Pour votre place, la liste porte un autre nombre que celui de cette page. Si la table est ouverte sur un autre de vos appareils, c’est le sien. Sinon, c’est le serveur qui l’y a mis.",
  otherPromises: "Le serveur a commencé avec une autre liste que celle qu’il avait fixée.",
  silenced: "Votre nombre ne fait pas partie de cette donne : il est arrivé trop tard, ou le serveur l’a laissé de côté.",
  foundLaid: "Entraînement : aucun nombre n’a été fixé.",
  foundNoPromise: "L’enregistrement ne contient aucun nombre fixé d’avance.",
  foundHouseKey: "Le serveur a fixé sa clé avant la première carte, et c’est bien celle-ci.",
  foundHouseKeyBroken: "Le serveur avait fixé une autre clé que celle-ci.",
  foundUnreadable: "Les promesses de l’enregistrement sont illisibles.",
  foundHouse: "Le nombre du serveur est celui qu’il avait fixé.",
  foundHouseBroken: "Le nombre du serveur n’est pas celui qu’il avait fixé.",
  foundShare: frGiven("Le nombre {de name} est celui qui était fixé."),
  foundShareBroken: frGiven("Le nombre {de name} n’est pas celui qui était fixé."),
  foundSilent: frGiven("{name} a fixé un nombre et ne l’a jamais dévoilé."),
  foundKey: "La clé des cartes est faite de tous ces nombres.",
  foundKeyBroken: "La clé des cartes n’est pas faite de ces nombres.",
  foundDrawn: frGiven("{count} {count|tirage vérifié|tirages vérifiés} : toute la partie vient de la clé."),
  foundDrawnBroken: frGiven("Un tirage ne vient pas de la clé (ligne {line} de l’enregistrement)."),
  foundNotDrawn: "L’enregistrement ne dit pas ce qui a été tiré.",
  foundSeen: frGiven("{count} {count|fait comparé|faits comparés} : l’enregistrement dit ce que cette page a vu."),
  foundSeenBroken: frGiven("L’enregistrement diffère de ce que cette page a vu (ligne {line} de l’enregistrement)."),
  foundNotSeen: "Cette page n’a pas vu la partie elle-même : elle n’a rien à comparer.",
  sealYes: "Oui, tout a été tenu.",
  proofNobodyChose: "Il suffit qu’un seul des nombres de ces joueurs ait été tiré au hasard pour que personne n’ait pu choisir une carte : ni le serveur, ni tous les autres ensemble.",
  proofNotTheHouseAlone: frGiven("Le serveur seul n’a pu choisir aucune carte. Avec {silent} {silent|place silencieuse|places silencieuses}, un serveur de mèche avec elles aurait pu choisir entre {deals} donnes."),
  proofNoChange: "Aucune carte n’a été changée ni choisie après coup. Le serveur seul a fait la clé.",
  proofNothing: "L’enregistrement est en ordre. Il ne prouve rien quant au choix des cartes.",
  lostAt: { "logout": { "title": "Votre session est fermée", "text": "Elle a été fermée dans une autre fenêtre, ou le mot de passe a été changé sur un autre appareil. Connectez-vous, et vous retrouvez cette table." }, "replaced": { "title": "Cette table est ouverte dans d’autres fenêtres", "text": "Elle continue là-bas. Vous pouvez la reprendre dans cette fenêtre.", "next": "Continuer ici" }, "banned": { "title": "L’hôte vous a fait quitter la table", "text": "Seul l’hôte peut vous laisser revenir. Demandez-le-lui, puis réessayez.", "next": "Réessayer" }, "no_spectators": { "title": "La partie est en cours", "text": "À cette table, pas de spectateurs. Vous entrerez automatiquement à la fin de la partie. Si vous voulez jouer, dites-le à l’hôte.", "next": "Réessayer" }, "unreadable": { "title": "Cette table est endommagée", "text": "On ne peut pas l’ouvrir, mais rien n’a été effacé. La personne qui gère ce serveur peut s’en occuper. Toutes les autres tables continuent.", "next": "Réessayer" }, "not_joined": { "title": "Cette table demande son invitation", "text": "Demandez le lien à quelqu’un de la table, et ouvrez-le ici. Si vous y avez une place, connectez-vous, ou ouvrez la page où vous l’avez prise." }, "table_locked": { "title": "La table est fermée aux nouveaux venus", "text": "Demandez à l’hôte de vous laisser entrer, puis réessayez.", "next": "Réessayer" }, "too_many_people": { "title": "Il y a trop de monde à cette table", "text": "Personne ne peut plus y entrer. Demandez à l’hôte d’en ouvrir une autre." }, "no_such_table": { "title": "Cette table n’existe pas", "text": "Elle a peut-être été supprimée, ou le lien est incomplet." } },
  chances: { "pair": "risque de paire" },
  facts: { "tens_left": frGiven("10 restants : {n} sur {of} {of|carte|cartes}"), "pass_half": frGiven("passer = {n} + la mise de {of}"), "second_black": frGiven("deuxième pierre noire = {n} + la mise"), "to_beat": frGiven("à battre : {n}"), "stake": frGiven("mise : {n}"), "dealer_risk": frGiven("risque du donneur : {n}") },
  times: { "pig": frGiven("cochon ×{n}") },
  tags: { "give": "à donner" },
  own: { "sat": "Vous prenez place.", "stood": "Vous quittez votre place.", "stands_in": "Un robot joue pour vous en attendant.", "away": "Vous êtes ailleurs : on joue pour vous le coup le plus simple.", "back": "Vous êtes de retour.", "played_for": "Le temps est écoulé : la règle joue pour vous.", "will_be_kicked": "L’hôte vous fait quitter la table après cette donne.", "kicked": "L’hôte vous fait quitter la table.", "host": "Vous êtes maintenant l’hôte.", "muted": "L’hôte vous met en sourdine : phrases toutes prêtes seulement.", "unmuted": "Vous pouvez reparler.", "paused": "Vous mettez la partie en pause.", "resumed": "Vous reprenez la partie.", "approved": "L’hôte vous permet de prendre une place dans cette partie.", "not_approved": "L’hôte ne vous permet pas de prendre une place dans cette partie.", "again": "Vous proposez une revanche." },
  shortcuts: { "moves": { "press": "1 – 9", "does": "les coups dans l’ordre des boutons" }, "cards": { "press": "← →", "does": "d’une carte à l’autre" }, "play": { "press": "Entrée, Espace", "does": "jouer la carte ou appuyer sur le bouton" }, "signal": { "press": "Z", "does": "signal : nez, couvert, tape" }, "shout": { "press": "X", "does": "crier" }, "skip": { "press": "S", "does": "passer l’animation" }, "rules": { "press": "R", "does": "règles" }, "talk": { "press": "T", "does": "bavardage" }, "close": { "press": "Échap", "does": "fermer" } },
  kinds: { "pairs": "Famille Pairs", "bidding": "Enchères et captures", "reaction": "Réflexes", "memory": "Mémoire" },
  suits: { "♠": "pique", "♥": "cœur", "♦": "carreau", "♣": "trèfle" },
  faces: { "A": "as", "J": "valet", "Q": "dame", "K": "roi" },
  courts: { "A": "A", "J": "V", "Q": "D", "K": "R" },
  captures: { "lowest": "plus basse → plus haute", "below": "prend tout en dessous", "tie": "égalité : une chacun" },
  strokes: { "hammer": "marteau", "pat": "caresse", "twist": "pinçon", "cross": "croix" },
  verdicts: { "ignored": "ignorée", "missed": "manqué", "captured": "capturée" },
  powers: { "9": "Pouvoir si on la défausse : regarder une de vos cartes.", "10": "Pouvoir si on la défausse : regarder une de vos cartes.", "J": "Pouvoir si on la défausse : échanger deux cartes de deux joueurs, sans voir.", "Q": "Pouvoir si on la défausse : espionner une carte d’un autre.", "K": "Pouvoir si on la défausse : voir deux cartes de deux joueurs, puis les échanger ou non." },
  chatter: { "hello": { "calm": "Bonnes cartes à tout le monde.", "proud": "J’ai beaucoup répété.", "merry": "Oh, des cartes ! J’adore ça.", "grumpy": "Qui a mélangé ça ?" }, "won": { "calm": "La chance m’a souri.", "proud": "Comme prévu.", "merry": "Youpi ! Vous avez vu ça ?", "grumpy": "Il était temps." }, "won_again": { "calm": "Merci, c’était juste.", "proud": "Il faut bien que quelqu’un gagne.", "merry": "Encore, encore !", "grumpy": "Et ça ne m’amuse même pas." }, "lost": { "calm": "Ainsi va le jeu.", "proud": "Je voulais voir ce que ça fait.", "merry": "Ah, quel beau désastre !", "grumpy": "Toujours moi." }, "lost_again": { "calm": "Bien mérité, vous autres.", "proud": "Les cartes sont jalouses.", "merry": "Encore ? Encore !", "grumpy": "Je l’avais dit dès le début." }, "match_won": { "calm": "Une belle partie. Merci.", "proud": "Vous pouvez applaudir.", "merry": "J’ai gagné ? J’ai gagné !", "grumpy": "Enfin un peu d’ordre." }, "match_lost": { "calm": "Bien joué. Une autre ?", "proud": "La prochaine fois, j’essaie pour de bon.", "merry": "Qu’est-ce qu’on rit ! On recommence ?", "grumpy": "Je ne dirai rien." } },
  avatars: { "fox": "renard", "cat": "chat", "owl": "hibou", "bear": "ours", "hare": "lièvre", "frog": "grenouille", "hen": "poule", "mouse": "souris" },
  moods: { "laugh": "Ah ah !", "wow": "Oh !", "ouch": "Aïe !", "phew": "Ouf…", "well_played": "Bien joué !" },
}
