/* Written by `npm run types` from the schema of the house; change the schema, not this. */

export type Telling = Welcome | News | Table | Ack | Hints | Asked | No | Bye
export type Wish =
  | Hello
  | Move
  | Say
  | Sit
  | Stand
  | Back
  | Start
  | Rematch
  | Pause
  | Resume
  | Rename
  | SeatBot
  | Lock
  | Mute
  | Kick
  | Ban
  | Approve
  | Penalty
  | HandOver
  | Relink
  | Look
  | Allow
  | AskHint
  | There
  | Ready
  | Promise
  | Reveal

export interface Protocol {
  AboutBot?: AboutBot
  AboutDecided?: AboutDecided
  AboutDefault?: AboutDefault
  AboutFinish?: AboutFinish
  AboutLook?: AboutLook
  AboutName?: AboutName
  AboutNothing?: AboutNothing
  AboutPause?: AboutPause
  AboutPerson?: AboutPerson
  AboutPromises?: AboutPromises
  AboutResult?: AboutResult
  AboutRules?: AboutRules
  AboutSeat?: AboutSeat
  AboutStart?: AboutStart
  AboutTalk?: AboutTalk
  Ack?: Ack
  Act?: Act
  ActionInfo?: ActionInfo
  Allow?: Allow
  Approve?: Approve
  AskHint?: AskHint
  Asked?: Asked
  Back?: Back
  Ban?: Ban
  BotLevel?: BotLevel
  Bye?: Bye
  CallInfo?: CallInfo
  Choice?: Choice
  Clock?: Clock
  Compared?: Compared
  Comparison?: Comparison
  Counts?: Counts
  Credentials?: Credentials
  Deadline?: Deadline
  Display?: Display
  Done?: Done
  Door?: Door
  Ending?: Ending
  Enter?: Enter
  EntrantInfo?: EntrantInfo
  Event?: Event
  Explained?: Explained
  Frame?: Frame
  From?: From
  GameCard?: GameCard
  GameInfo?: GameInfo
  HandOver?: HandOver
  Health?: Health
  Hello?: Hello
  Hint?: Hint
  Hints?: Hints
  HouseInfo?: HouseInfo
  Join?: Join
  Kick?: Kick
  LessonEnd?: LessonEnd
  LessonInfo?: LessonInfo
  LessonNews?: LessonNews
  LessonStep?: LessonStep
  LinkedPerson?: LinkedPerson
  Links?: Links
  LivesInfo?: LivesInfo
  Lobby?: Lobby
  LobbyTable?: LobbyTable
  Lock?: Lock
  Look?: Look
  Made?: Made
  Manage?: Manage
  Me?: Me
  Move?: Move
  Mute?: Mute
  MyPlace?: MyPlace
  MyTable?: MyTable
  MyTables?: MyTables
  MyTournament?: MyTournament
  NewMe?: NewMe
  NewPassword?: NewPassword
  NewTable?: NewTable
  NewTournament?: NewTournament
  News?: News
  No?: No
  Notice?: Notice
  OptionInfo?: OptionInfo
  Pace?: Pace
  Passkey?: Passkey
  PasskeyOptions?: PasskeyOptions
  Pause?: Pause
  Penalty?: Penalty
  PersonInfo?: PersonInfo
  Phrase?: Phrase
  Picture?: Picture
  PlayedMatch?: PlayedMatch
  PresetInfo?: PresetInfo
  ProfileInfo?: ProfileInfo
  Profiles?: Profiles
  Promise?: Promise
  PromisedShare?: PromisedShare
  RankingRow?: RankingRow
  Reaction?: Reaction
  Ready?: Ready
  RefereeInfo?: RefereeInfo
  Refused?: Refused
  Relink?: Relink
  Rematch?: Rematch
  Rename?: Rename
  Replay?: Replay
  ResultInfo?: ResultInfo
  Resume?: Resume
  Reveal?: Reveal
  RoundGame?: RoundGame
  Said?: Said
  SameCards?: SameCards
  Say?: Say
  ScoreCell?: ScoreCell
  SeatBot?: SeatBot
  SeatInfo?: SeatInfo
  SeatLink?: SeatLink
  Settings?: Settings
  Shared?: Shared
  Sheet?: Sheet
  Shelf?: Shelf
  ShownShare?: ShownShare
  Sit?: Sit
  SitDown?: SitDown
  Stand?: Stand
  StandingRow?: StandingRow
  Start?: Start
  SubstituteLink?: SubstituteLink
  Table?: Table
  TableInfo?: TableInfo
  TableWishes?: TableWishes
  Telling?: Telling
  There?: There
  Ticket?: Ticket
  TournamentAnswer?: TournamentAnswer
  TournamentCard?: TournamentCard
  TournamentMade?: TournamentMade
  TournamentRound?: TournamentRound
  TournamentTable?: TournamentTable
  TournamentView?: TournamentView
  Tournaments?: Tournaments
  UseSeatLink?: UseSeatLink
  Welcome?: Welcome
  Wish?: Wish
  You?: You
  ZoneInfo?: ZoneInfo
}
/**
 * A bot sits down.
 */
export interface AboutBot {
  seat: number
  name: string
  who: number | null
  bot: string
}
/**
 * Who won alone, and since which deal nobody stood before them.
 */
export interface AboutDecided {
  how: 'at_last' | 'since' | 'throughout'
  seat: number
  deal: number
  deals: number
  other: number
  by: number
}
/**
 * The rulebook played for a seat.
 */
export interface AboutDefault {
  seat: number
  name: string
  who: number | null
  do: string
}
/**
 * A race is over.
 */
export interface AboutFinish {
  finish: Reaction[]
  differs: boolean
}
/**
 * How fast a seat was.
 */
export interface Reaction {
  seat: number
  reaction: number
  place: number
  credit: number
  earliest: number
  latest: number
  doubt: '' | 'impossible' | 'late' | 'regular'
}
/**
 * A person and a seat of another one: who looks over its shoulder, or who gives it a penalty.
 */
export interface AboutLook {
  who: number
  name: string
  seat: number
  other: string
}
/**
 * A person has another name.
 */
export interface AboutName {
  who: number
  old: string
  name: string
}
/**
 * There is nothing more to say.
 */
export interface AboutNothing {}
/**
 * A match is paused.
 */
export interface AboutPause {
  who: number
  name: string
  minutes?: number | null
}
/**
 * Something about a person.
 */
export interface AboutPerson {
  who: number
  name: string
}
/**
 * A match is about to begin: who has promised what is fixed. Whoever is in the list shows their share now (`reveal`).
 */
export interface AboutPromises {
  match: number
  deal: string
  promise: string
  shares: PromisedShare[]
}
/**
 * A seat has promised a share of the chance.
 */
export interface PromisedShare {
  seat: number
  promise: string
}
/**
 * A match is over.
 */
export interface AboutResult {
  scores: number[]
  ranking: number[]
  deals?: number[][]
}
/**
 * A match of other rules is kept and not played on.
 */
export interface AboutRules {
  match: number
  rules: number
  ours: number
}
/**
 * Something about a seat.
 */
export interface AboutSeat {
  seat: number
  name: string
  who: number | null
}
/**
 * A match begins.
 */
export interface AboutStart {
  match: number
  promise: string
  names: string[]
  deal?: string
  shares?: ShownShare[]
}
/**
 * A seat's share of the chance.
 */
export interface ShownShare {
  seat: number
  promise: string
  share: string | null
}
/**
 * Somebody said something.
 */
export interface AboutTalk {
  message: number
  who: number
  seat: number | null
  name: string
  text: string
  phrase: string
  to: number[]
  reply_to: number | null
}
/**
 * The wish is done and durable; `n` is the last number it told this stream.
 */
export interface Ack {
  t: 'ack'
  id: string
  n: number
  late?: boolean
  secret?: string
}
/**
 * One action of section 4.1 with its arguments. The same `id` again is the same deed: it happens once.
 *
 *     `by`: in which role, for whoever has several; usually as an entrant in what concerns oneself, else as the organiser or
 *     referee one is. `register` and `late` add somebody who has no device of their own, or a bot.
 */
export interface Act {
  /**
   * made up by the client, new for every wish
   */
  id: string
  do:
    | 'answer'
    | 'call'
    | 'cancel'
    | 'check_in'
    | 'close'
    | 'confirm'
    | 'correct'
    | 'decline'
    | 'disqualify'
    | 'drop'
    | 'excuse'
    | 'finish'
    | 'forfeit'
    | 'late'
    | 'no_show'
    | 'object'
    | 'pause'
    | 'penalty'
    | 'readmit'
    | 'register'
    | 'reseat'
    | 'result'
    | 'resume'
    | 'rule'
    | 'seat'
    | 'start'
    | 'start_finals'
    | 'substitute'
    | 'swap'
    | 'warn'
    | 'withdraw'
  by?: ('entrant' | 'organiser' | 'referee') | null
  name?: string | null
  /**
   * Items: a name in the tournament
   */
  names?: string[]
  other?: string | null
  new?: string | null
  club?: string
  rating?: number | null
  kind?: ('bot' | 'person') | null
  consent?: boolean
  reason?: string
  round?: number | null
  table?: number | null
  raw?: number[] | null
  second?: number[] | null
  units?: number | null
  lines?: number[][] | null
  points?: string | null
  call?: number | null
  tables?: string[][] | null
  /**
   * Items: a name in the tournament
   */
  fillers?: string[]
  beyond?: number[]
}
export interface ActionInfo {
  pattern: string
  label: Said
}
/**
 * One sentence in both languages.
 */
export interface Said {
  en: string
  fr: string
}
/**
 * A seat lets a spectator look over its shoulder, or no longer. Everybody is told.
 */
export interface Allow {
  t: 'allow'
  /**
   * made up by the client, new for every wish
   */
  id: string
  /**
   * a person at this table; public, opens nothing
   */
  who: number
  on: boolean
}
/**
 * The host lets a person take a seat in this match, or no longer. Everybody is told.
 */
export interface Approve {
  t: 'approve'
  /**
   * made up by the client, new for every wish
   */
  id: string
  /**
   * a person at this table; public, opens nothing
   */
  who: number
  on: boolean
}
/**
 * What may come of the moves on my menu? (tables with `hints`)
 */
export interface AskHint {
  t: 'hint'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * Somebody would like to look over your shoulder: `allow` answers. Or, put to the host, somebody would like to take a
 *     seat in mid-match: `approve` answers.
 */
export interface Asked {
  t: 'asked'
  who: number
  name: string
  seat: number
  wants?: 'look' | 'sit'
}
/**
 * Take one's own seat back from the bot that stood in.
 */
export interface Back {
  t: 'back'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * The host sends a person away from the table, with or without a seat, or lets them back.
 */
export interface Ban {
  t: 'ban'
  /**
   * made up by the client, new for every wish
   */
  id: string
  /**
   * a person at this table; public, opens nothing
   */
  who: number
  on: boolean
}
export interface BotLevel {
  id: string
  label: Said
  games: string[]
}
/**
 * The socket is about to be closed. `retry`: milliseconds after which coming back makes sense, None: do not.
 */
export interface Bye {
  t: 'bye'
  reason: string
  en: string
  fr: string
  retry?: number | null
}
/**
 * Somebody asks for the referee; `call` answers it.
 */
export interface CallInfo {
  call: number
  name: string
  reason: string
  at: number | null
  table: number | null
}
/**
 * A legal action: the word to send back, and what a button says.
 */
export interface Choice {
  do: string
  en: string
  fr: string
}
/**
 * `now` is the match time in milliseconds; it stands still while `running` is false.
 */
export interface Clock {
  now: number
  running: boolean
  deadlines: Deadline[]
  next_deal?: number | null
}
/**
 * A seat that is thinking: milliseconds until its time is up, spare time included.
 */
export interface Deadline {
  seat: number
  left: number
  bank: number
}
/**
 * What one entrant did with the cards of a seat.
 */
export interface Compared {
  name: string
  table: number
  raw: number
  second: number | null
  units: number
}
export interface Comparison {
  round: number
  groups: SameCards[]
}
/**
 * Tables of one size have played the same shuffles: by seat, the best first.
 */
export interface SameCards {
  size: number
  tables: number[]
  seats: Compared[][]
}
/**
 * For whoever prepares the next round.
 */
export interface Counts {
  registered: number
  active: number
  paused: number
  sizes: number[]
  byes: number
  suggested: number
}
export interface Credentials {
  login: string
  password: string
}
/**
 * What a game declares about itself for whoever draws its table.
 */
export interface Display {
  machinery: string[]
  still_in: string[]
  signals: string[]
  goals: string[]
  length: string
  lives?: LivesInfo | null
}
/**
 * Lives lost letter by letter. A value of the option that is not among `words` spells itself, in capitals.
 */
export interface LivesInfo {
  zone: string
  option: string
  when: {
    [k: string]: any
  }
  words: {
    [k: string]: Said
  }
  lives_in_all: {
    [k: string]: number
  }
}
export interface Done {
  ok?: boolean
}
/**
 * The house is open to other devices.
 */
export interface Door {
  lan: string
}
/**
 * A deal that is over, shown until everybody is ready. The view is that of the ended deal meanwhile.
 */
export interface Ending {
  deal: number
  since: number
  scores: number[]
  gained: number[]
  ranking: number[]
  slow?: boolean
  over?: boolean
}
/**
 * Come to a tournament. With the secret of the invitation: as an entrant when a `name` is given, else to look on. With
 *     that of the referees' link: as a referee. With that of a substitute's link: `name` takes over the place (TR75). Whoever
 *     has come before needs none to be an entrant.
 */
export interface Enter {
  secret?: string
  name?: string | null
  club?: string
  rating?: number | null
}
export interface EntrantInfo {
  name: string
  club: string
  rating: number | null
  kind: 'bot' | 'person'
  status: 'active' | 'disqualified' | 'dropped' | 'paused' | 'registered'
  lot: number | null
  here: boolean
  former: string[]
  penalties: [string, string][]
  warnings?: string[] | null
}
/**
 * A happening, numbered from 1 without gaps for each stream. The sentences are meant for this reader (« vous »).
 */
export interface Event {
  n: number
  by: 'game' | 'house' | 'talk'
  kind: string
  match: number
  about: {
    [k: string]: any
  }
  en: string
  fr: string
  at?: number | null
}
/**
 * Why everybody sits where they sit, or why one of them does.
 */
export interface Explained {
  round: number
  reasons: Said[]
}
/**
 * The table after `at` lines of the record, as one reader saw it.
 */
export interface Frame {
  at: number
  line: {
    [k: string]: any
  } | null
  events: Event[]
  view: {
    [k: string]: any
  }
}
/**
 * Continue from a finished match at one of its moves, against bots or friends; such a table is for practice.
 */
export interface From {
  /**
   * the public name of a table
   */
  code: string
  match?: number
  at?: number
}
/**
 * A game as the shelf shows it.
 */
export interface GameCard {
  id: string
  title: Said
  pitch: Said
  family: string
  deck: string
  timed: boolean
  seats: number[]
  minutes: number[]
  presets: PresetInfo[]
  lesson?: boolean
}
export interface PresetInfo {
  id: string
  title: Said
  options: {
    [k: string]: any
  }
}
/**
 * Everything a page needs to draw a table of this game without knowing its rules.
 */
export interface GameInfo {
  card: GameCard
  options: OptionInfo[]
  zones: {
    [k: string]: ZoneInfo
  }
  phases: {
    [k: string]: Said
  }
  actions: ActionInfo[]
  events: {
    [k: string]: string[]
  }
  display: Display
  deal: Said
}
export interface OptionInfo {
  id: string
  kind: string
  label: Said
  help: Said
  default: any
  low?: number | null
  high?: number | null
  step?: number | null
  values?: string[] | null
  value_labels?: {
    [k: string]: Said
  } | null
  only?: {
    [k: string]: any
  } | null
}
/**
 * A field of a view: what kind of thing it is, and whether there is one for each seat.
 */
export interface ZoneInfo {
  kind: string
  per_seat: boolean
  label: Said
}
/**
 * The host makes somebody else host.
 */
export interface HandOver {
  t: 'host'
  /**
   * made up by the client, new for every wish
   */
  id: string
  /**
   * a person at this table; public, opens nothing
   */
  who: number
}
/**
 * Moves can be stored. What is wrong all the same stands beside it.
 */
export interface Health {
  ok: boolean
  unreadable: number
  undurable: string[]
  damaged: boolean
}
/**
 * The first message. `since`: the last number this client has, of the `stream` it names; without it the
 *     last hundred events are sent.
 */
export interface Hello {
  t: 'hello'
  ticket: string
  since?: number | null
  stream?: string
}
/**
 * What may come of one action, counted on what the seat can know.
 */
export interface Hint {
  do: string
  price: {
    [k: string]: number
  } | null
  chances: {
    [k: string]: number
  } | null
}
/**
 * The answer to `hint`.
 */
export interface Hints {
  t: 'hints'
  id: string
  hints: Hint[]
}
/**
 * What a page must know before anything else.
 */
export interface HouseInfo {
  version: string
  languages: string[]
  paces: Pace[]
  phrases: Phrase[]
  bots: BotLevel[]
  lan?: string
  door?: boolean
  passkeys?: boolean
  notices?: Notice[]
}
/**
 * Time for a decision and spare time for a match, in milliseconds; 0 is unlimited.
 */
export interface Pace {
  id: string
  turn: number
  bank: number
  label: Said
}
export interface Phrase {
  id: string
  said: Said
}
/**
 * A page of the operator's own, at /notices/ID.
 */
export interface Notice {
  id: string
  title: Said
}
/**
 * Enter a table: with the secret of the invitation, or without it when the table is public.
 */
export interface Join {
  secret?: string
  /**
   * a face the page draws
   */
  face?: string
}
/**
 * The host frees a seat: in a match when the deal is over, and a bot plays on.
 */
export interface Kick {
  t: 'kick'
  /**
   * made up by the client, new for every wish
   */
  id: string
  seat: number
}
/**
 * What comes of one move of the last choice.
 */
export interface LessonEnd {
  do: string
  said: Said
  after: LessonNews[]
}
/**
 * What happened and how the table looks after it, as in `News`.
 */
export interface LessonNews {
  events: Event[]
  view: {
    [k: string]: any
  }
  menu: Choice[]
  clock?: Clock | null
}
/**
 * A first deal: a table of its own, which is no match and is kept nowhere.
 */
export interface LessonInfo {
  table: TableInfo
  you: You
  first: LessonNews
  steps: LessonStep[]
  ends: LessonEnd[]
}
/**
 * Everything about a table but the cards.
 */
export interface TableInfo {
  code: string
  game: string
  preset: string
  title: Said
  options: {
    [k: string]: any
  }
  settings: Settings
  phase: 'gathering' | 'over' | 'paused' | 'playing'
  match: number
  seats: SeatInfo[]
  people: PersonInfo[]
  host: number
  locked?: boolean
  practice?: boolean
  watchers?: number
  banned?: PersonInfo[]
  tournament?: string
  ready?: number[]
}
/**
 * What the host chose when the table was made; disclosed to everybody before the start.
 */
export interface Settings {
  privacy?: 'link' | 'public'
  pace?: 'normal' | 'quick' | 'relaxed'
  spectators?: 'consent' | 'delayed' | 'none' | 'public'
  talk?: 'free' | 'off' | 'phrases'
  hints?: boolean
  replay?: 'open' | 'own'
  absent?: 'bot' | 'default'
  endings?: 'brief' | 'off' | 'ready'
  handicap?: boolean
}
/**
 * One chair: who owns it, who plays it now, and whether anybody is there.
 */
export interface SeatInfo {
  seat: number
  name: string
  who?: number | null
  bot?: string
  present?: boolean
  away?: boolean
  muted?: boolean
  face?: string
}
/**
 * Somebody at the table without a seat.
 */
export interface PersonInfo {
  who: number
  name: string
  muted?: boolean
  eyes?: number | null
  approved?: boolean
}
/**
 * Who this socket speaks for.
 */
export interface You {
  who: number
  name: string
  seat: number | null
  host: boolean
  eyes?: number | null
}
/**
 * A line and what it asks for. Any other move is answered with `no`.
 */
export interface LessonStep {
  said: Said
  ask: string[]
  no: Said
  disaster: boolean
  after: LessonNews[]
}
/**
 * Whom a private link makes of a device; `same`: it is that person already.
 */
export interface LinkedPerson {
  name: string
  same: boolean
}
/**
 * For the organiser. The secret stands in the fragment: /tournament/<code>#<secret>
 */
export interface Links {
  entrants: string
  referees: string
  substitutes: SubstituteLink[]
}
export interface SubstituteLink {
  name: string
  link: string
}
export interface Lobby {
  tables: LobbyTable[]
}
/**
 * A public table somebody may sit down at or watch.
 */
export interface LobbyTable {
  code: string
  game: string
  title: Said
  phase: 'gathering' | 'over' | 'paused' | 'playing'
  host: string
  seats: number
  free: number
  people: string[]
  pace: string
  spectators: string
  locked: boolean
}
/**
 * The host lets nobody new in, or opens again.
 */
export interface Lock {
  t: 'lock'
  /**
   * made up by the client, new for every wish
   */
  id: string
  on: boolean
}
/**
 * A spectator asks to look over a seat's shoulder (tables with `spectators: consent`).
 */
export interface Look {
  t: 'look'
  /**
   * made up by the client, new for every wish
   */
  id: string
  seat: number
}
/**
 * A new table and its invitation. The secret belongs into the fragment of the link: /t/<code>#<secret>
 */
export interface Made {
  code: string
  secret: string
  link: string
  table: TableInfo
}
/**
 * What an organiser settles about the house, not about the rules.
 *
 *     relink: a new secret for `link`, the old one is worth nothing. place: where `table` (none: every table) of the round
 *     being prepared is played. tables: how tables opened from now on are set. registration: `on` or not. dismiss: the
 *     person `who` is no referee any more, and the referees' link is a new one. unlink: the entrant `name` is nobody's any
 *     more; a substitute's link without a new name (`act` substitute) gives the place to somebody again. extend: so many
 *     `minutes` more for this round.
 */
export interface Manage {
  /**
   * made up by the client, new for every wish
   */
  id: string
  do: 'dismiss' | 'extend' | 'place' | 'registration' | 'relink' | 'tables' | 'unlink'
  link?: ('entrants' | 'referees') | null
  place?: ('house' | 'real') | null
  table?: number | null
  tables?: TableWishes | null
  on?: boolean | null
  who?: number | null
  name?: string | null
  minutes?: number | null
}
/**
 * How the tables that are played here are set. With duplicate deals nobody may look on, whatever is said here.
 */
export interface TableWishes {
  pace?: 'normal' | 'quick' | 'relaxed'
  spectators?: 'delayed' | 'none' | 'public'
  talk?: 'free' | 'off' | 'phrases'
}
export interface Me {
  name: string
  lang: string
  login?: string
  token?: string
  passkeys?: number
  password?: boolean
  before?: string
}
/**
 * A game action, by its word. In games with a clock `seen` is the last number drawn on the player's screen and
 *     `since_open` the milliseconds from drawing the opening of a race to the player's act.
 */
export interface Move {
  t: 'move'
  /**
   * made up by the client, new for every wish
   */
  id: string
  do: string
  deal?: number | null
  seen?: number | null
  since_open?: number | null
}
/**
 * The host silences a person's free text; ready phrases stay.
 */
export interface Mute {
  t: 'mute'
  /**
   * made up by the client, new for every wish
   */
  id: string
  /**
   * a person at this table; public, opens nothing
   */
  who: number
  on: boolean
}
/**
 * You play at table 3, seat 1, against …
 */
export interface MyPlace {
  round: number
  table: number
  seat: number
  against: string[]
  place: 'house' | 'real'
  code: string
  link: string
  status: 'disputed' | 'final' | 'proposed' | 'running'
  over: boolean
  result: ResultInfo | null
  confirmed: string[]
  i_confirmed: boolean
  objections: [string, string][]
  lapses: number | null
}
export interface ResultInfo {
  raw: number[]
  second: number[] | null
  units: number
  lines: number[][] | null
  scores: string[] | null
}
/**
 * A table I have sat at.
 */
export interface MyTable {
  code: string
  game: string
  title: Said
  phase: 'gathering' | 'over' | 'paused' | 'playing'
  seat: number | null
  your_turn: boolean
  last: number
  players?: string[]
  scores?: number[]
  ranking?: number[]
  match?: number
  played?: PlayedMatch[]
  closed?: '' | 'banned' | 'damaged'
}
/**
 * A match I have played to its end.
 */
export interface PlayedMatch {
  match: number
  at: number
  seat: number
  players: string[]
  scores: number[]
  ranking: number[]
}
export interface MyTables {
  tables: MyTable[]
}
/**
 * What one person is in a tournament, and what concerns nobody else.
 */
export interface MyTournament {
  role: 'entrant' | 'organiser' | 'referee' | 'spectator'
  name: string | null
  status: ('active' | 'disqualified' | 'dropped' | 'paused' | 'registered') | null
  place: MyPlace | null
  bye: boolean
  warnings: string[]
  calls: number[]
  may: string[]
  links?: Links | null
}
/**
 * Who I am. The first time this makes a guest; later it renames.
 */
export interface NewMe {
  name?: string | null
  lang?: ('en' | 'fr') | null
}
export interface NewPassword {
  old: string
  new: string
}
/**
 * A table to be: a game or a preset with its options (`seats` is one of them), bots by seat, the host's settings.
 *
 *     `seed`, `cards` and `position` lay the cards as the maker wishes: the table is then marked as practice for all. What
 *     cannot be played is refused here (400), whether the match begins at once or later.
 */
export interface NewTable {
  game: string
  options?: {
    [k: string]: boolean | number | string
  }
  settings?: Settings1
  bots?: {
    [k: string]: string
  }
  sit?: number | null
  start?: boolean
  seed?: number | null
  cards?: string
  position?: {
    [k: string]:
      | boolean
      | number
      | string
      | (boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null)[]
      | {
          [k: string]:
            boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null
        }
      | null
  } | null
  continues?: From | null
  /**
   * a face the page draws
   */
  face?: string
}
/**
 * What the host chose when the table was made; disclosed to everybody before the start.
 */
export interface Settings1 {
  privacy?: 'link' | 'public'
  pace?: 'normal' | 'quick' | 'relaxed'
  spectators?: 'consent' | 'delayed' | 'none' | 'public'
  talk?: 'free' | 'off' | 'phrases'
  hints?: boolean
  replay?: 'open' | 'own'
  absent?: 'bot' | 'default'
  endings?: 'brief' | 'off' | 'ready'
  handicap?: boolean
}
/**
 * The options of section 7 by name; what is left out comes from the profile of the game.
 */
export interface NewTournament {
  game: string
  title?: string
  privacy?: 'link' | 'public'
  place?: 'house' | 'real'
  tables?: TableWishes1
  game_options?: {
    [k: string]: boolean | number | string
  }
  games?: {
    [k: string]: RoundGame
  }
  k?: number | null
  kmin?: number | null
  kmax?: number | null
  uneven?: ('larger' | 'smaller') | null
  filler?: ('bot' | 'none') | null
  rounds?: number | null
  pairing?: ('manual' | 'random' | 'swiss') | null
  round1?: ('lot' | 'snake') | null
  avoid_club?: number | null
  plain_last?: number | null
  scoring?: ('rank' | 'raw' | 'win') | null
  tiebreaks?: string[] | null
  units?: number | null
  final_units?: number | null
  final?: ('none' | 'semis' | 'table') | null
  duplicate?: number | null
  round_minutes?: number | null
  grace?: number | null
  late_until?: number | null
}
/**
 * How the tables that are played here are set. With duplicate deals nobody may look on, whatever is said here.
 */
export interface TableWishes1 {
  pace?: 'normal' | 'quick' | 'relaxed'
  spectators?: 'delayed' | 'none' | 'public'
  talk?: 'free' | 'off' | 'phrases'
}
/**
 * Another game in one round (TR2).
 */
export interface RoundGame {
  game: string
  game_options?: {
    [k: string]: boolean | number | string
  }
  units?: number | null
}
/**
 * What has happened and how the table looks after it. Sent only when something changed for this reader.
 */
export interface News {
  t: 'news'
  events: Event[]
  view: {
    [k: string]: any
  } | null
  menu: Choice[] | null
  clock: Clock | null
  ending: Ending | null
  more?: boolean
}
/**
 * The wish is refused and nothing has changed.
 */
export interface No {
  t: 'no'
  id: string
  reason: string
  en: string
  fr: string
  rule?: string
}
/**
 * What the browser gives: a credential, as its own `toJSON` writes it.
 */
export interface Passkey {
  id: string
  rawId: string
  type: 'public-key'
  response: {
    [k: string]: boolean | number | string | string[] | null
  }
  clientExtensionResults?: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: boolean | number | string | null
        }
      | null
  }
  authenticatorAttachment?: string | null
}
/**
 * What the browser wants: for `parseCreationOptionsFromJSON`, or for `parseRequestOptionsFromJSON`.
 */
export interface PasskeyOptions {
  publicKey: {
    [k: string]: any
  }
}
/**
 * Stop the clocks and the cards until `resume`.
 */
export interface Pause {
  t: 'pause'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * The host, as referee, gives a seat a penalty (games whose rules know one).
 */
export interface Penalty {
  t: 'penalty'
  /**
   * made up by the client, new for every wish
   */
  id: string
  seat: number
}
/**
 * An address to be drawn as a QR code: of at most 300 bytes.
 */
export interface Picture {
  text: string
}
/**
 * What a game is for a tournament unless the organiser says otherwise (TR2), and why.
 */
export interface ProfileInfo {
  game: string
  title: Said
  k: number
  kmin: number
  kmax: number
  seats: number[]
  units: number
  final_units: number
  round_minutes: number
  scoring: string
  unit_option: string
  second: string
  second_lower: boolean
  by_line: boolean
  why: Said
}
export interface Profiles {
  profiles: ProfileInfo[]
}
/**
 * A promise of one's share of the chance for the next match: docs/fair-spec.md. It is kept in memory only: send it again
 *     after every welcome, and when seat or match have changed.
 */
export interface Promise {
  t: 'promise'
  /**
   * made up by the client, new for every wish
   */
  id: string
  match: number
  /**
   * 32 bytes in hexadecimal
   */
  promise: string
}
export interface RankingRow {
  place: number
  name: string
  by: 'final' | 'semi' | 'standings'
}
/**
 * The end of a deal has been seen: go on with the next one when the others are ready, too. `on: false` asks for more
 *     time instead.
 */
export interface Ready {
  t: 'ready'
  /**
   * made up by the client, new for every wish
   */
  id: string
  deal?: number | null
  on?: boolean
}
export interface RefereeInfo {
  who: number
  name: string
}
/**
 * Every refusal, whatever its status code, in both languages.
 */
export interface Refused {
  reason: string
  en: string
  fr: string
  retry?: number | null
  rule?: string
}
/**
 * The host makes the old invitation worthless. The new secret is in the answer.
 */
export interface Relink {
  t: 'relink'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * Another match with the same seats. At tables with `endings` it begins when all who are there have asked for it; the
 *     host may ask twice.
 */
export interface Rematch {
  t: 'rematch'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * Another name at this table, for later sentences; another face.
 */
export interface Rename {
  t: 'rename'
  /**
   * made up by the client, new for every wish
   */
  id: string
  name: string
  /**
   * a face the page draws
   */
  face?: string
}
export interface Replay {
  match: number
  eyes: number | null
  moves: number
  names: string[]
  frames: Frame[]
  game?: string
  title?: Said1
}
/**
 * One sentence in both languages.
 */
export interface Said1 {
  en: string
  fr: string
}
/**
 * Go on after a pause.
 */
export interface Resume {
  t: 'resume'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * The share that was promised, shown once the list of promises is fixed (`promised`). It counts if `started` has it.
 */
export interface Reveal {
  t: 'reveal'
  /**
   * made up by the client, new for every wish
   */
  id: string
  match: number
  /**
   * 32 bytes in hexadecimal
   */
  share: string
}
/**
 * Talk, heard by the whole table: free text, or a ready phrase of the house by its name.
 */
export interface Say {
  t: 'say'
  /**
   * made up by the client, new for every wish
   */
  id: string
  text?: string
  phrase?: string
  to?: number[]
  reply_to?: number | null
  seen?: number | null
}
export interface ScoreCell {
  round: number
  kind: 'bye' | 'forfeit' | 'missed' | 'table' | 'waiting'
  score: string
  table: number | null
}
/**
 * The host puts a bot on a free seat; an empty level takes it away.
 */
export interface SeatBot {
  t: 'bot'
  /**
   * made up by the client, new for every wish
   */
  id: string
  seat: number
  level?: string
}
/**
 * The private way back to one's own seats from another device; works once: /s#<token>
 */
export interface SeatLink {
  token: string
  link: string
}
/**
 * A replay that strangers may see: `GET /api/shared/{code}?match=…&share=…`.
 */
export interface Shared {
  share: string
}
/**
 * The rules for players, in Markdown.
 */
export interface Sheet {
  game: string
  lang: 'en' | 'fr'
  markdown: string
}
export interface Shelf {
  games: GameCard[]
}
/**
 * Take a free seat, or one a bot keeps warm; without `seat` any.
 */
export interface Sit {
  t: 'sit'
  /**
   * made up by the client, new for every wish
   */
  id: string
  seat?: number | null
}
export interface SitDown {
  seat?: number | null
}
/**
 * Leave the seat. In a match a bot plays on.
 */
export interface Stand {
  t: 'stand'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
export interface StandingRow {
  place: number
  name: string
  club: string
  status: 'active' | 'disqualified' | 'dropped' | 'paused' | 'registered'
  score: string
  wins: string
  raw: string
  second: string | null
  opp: string | null
  met: number
  lot: number | null
  rounds: ScoreCell[]
  penalties: [string, string][]
}
/**
 * Begin the match; bots fill the empty seats.
 */
export interface Start {
  t: 'start'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * Seats, people and settings as they are now.
 */
export interface Table {
  t: 'table'
  you: You
  table: TableInfo
}
/**
 * The answer to hello. Numbers belong to a `stream`: under another name, forget the old ones.
 */
export interface Welcome {
  t: 'welcome'
  you: You
  table: TableInfo
  stream: string
  n: number
  skipped: number
}
/**
 * Is anybody there? Acknowledged in its turn. Whoever has heard nothing for a while asks: a page sees no pings.
 */
export interface There {
  t: 'there'
  /**
   * made up by the client, new for every wish
   */
  id: string
}
/**
 * Opens one socket, once, within half a minute. Send it in the first message, never in an address.
 */
export interface Ticket {
  ticket: string
  expires: number
}
/**
 * `version` grows with everything that changes for the asker; `events` tells it. `now` is the house's clock.
 */
export interface TournamentAnswer {
  version: number
  now: number
  you: MyTournament
  view: TournamentView
}
/**
 * The tournament as everybody sees it, or as organiser and referees do (`staff`).
 */
export interface TournamentView {
  code: string
  title: string
  game: string
  game_title: Said
  phase: 'cancelled' | 'closed' | 'finals' | 'finished' | 'open' | 'playing' | 'seated'
  settings: {
    [k: string]: any
  }
  second: string
  by_line: boolean
  public: boolean
  place: 'house' | 'real'
  tables: TableWishes
  registration: boolean
  round: number
  rounds: number
  entrants: EntrantInfo[]
  history: TournamentRound[]
  standings: StandingRow[]
  provisional: boolean
  ranking: RankingRow[]
  log_open: boolean
  staff?: boolean
  counts?: Counts | null
  calls?: CallInfo[] | null
  referees?: RefereeInfo[] | null
  absent?: string[] | null
}
export interface TournamentRound {
  number: number
  kind: 'final' | 'round' | 'semi'
  state: 'closed' | 'playing' | 'seated'
  game: string
  units: number
  seating: number
  tables: TournamentTable[]
  byes: string[]
  absent: string[]
  changed: string[]
  /**
   * @minItems 2
   * @maxItems 2
   */
  cost: [number, number]
  started: number | null
  ends: number | null
  grace: number | null
}
/**
 * One table of a round. To whoever does not sit there and is no referee, a proposed result looks like none.
 */
export interface TournamentTable {
  number: number
  seats: string[]
  fillers: number[]
  place: 'house' | 'real'
  status: 'disputed' | 'final' | 'proposed' | 'running'
  code: string
  link: string
  unit: number | null
  over: boolean
  result: ResultInfo | null
  forfeits: string[]
  excused: string[]
  corrections: string[]
  confirmed?: string[] | null
  objections?: [string, string][] | null
  lapses?: number | null
  absent?: string[] | null
}
/**
 * A tournament in a list.
 */
export interface TournamentCard {
  code: string
  title: string
  game: string
  game_title: Said
  phase: 'cancelled' | 'closed' | 'finals' | 'finished' | 'open' | 'playing' | 'seated'
  public: boolean
  last: number
  entrants: number
  round: number
  rounds: number
  role?: string
}
export interface TournamentMade {
  /**
   * the public name of a table
   */
  code: string
  links: Links
}
export interface Tournaments {
  mine: TournamentCard[]
  public: TournamentCard[]
}
export interface UseSeatLink {
  token: string
}
