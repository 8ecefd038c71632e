/* Pairs, base game, played by seats that hit or fold at random: what this machine can do
 * when nothing stands between the rules and the processor.
 *
 * The rules are those of the rulebook, whole (R1-R11 with C4 and C5); the numbers in the
 * comments are theirs. It is written to be read beside the Python rules and to be checked
 * against them: the mean length of a game and the losses by seat must agree.
 *
 *     pairs [SEATS [GAMES [SEED]]]        2 to 8 seats, 4 by default
 */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RANKS = 10, CARDS = 55, SEATS = 8, BURN = 5, NO_CARD = RANKS + 1, ROW = 16 };

static const int LOSING_SCORE[SEATS + 1] = {0, 0, 31, 21, 16, 13, 11, 11, 11};   /* R1 */

/* Cards of one rank are alike, so a zone is a row of counts by rank, padded to 16 bytes that
 * the processor handles at once. The deck is kept as running totals, which turns the search
 * for the drawn rank into a comparison of the whole row. Burned cards stay in it: they are as
 * unknown as the cards above them, hence exchangeable with them, and it is enough to remember
 * how many of the face-down cards may not be drawn. */
typedef int8_t row[ROW];

struct table {
    uint32_t s0, s1;                /* xoroshiro64* */
    int seats, losing_score;
    int unseen, burned, discards;   /* face-down cards; of those, not to be drawn; face-up discards */
    row deck;                       /* deck[r]: face-down cards of rank r or less */
    row discard;
    row shown;                      /* the cards of all piles together */
    row kept[SEATS];                /* penalty cards */
    unsigned pile[SEATS];           /* bit r: this pile shows rank r */
    int score[SEATS];
};

static inline uint32_t rotl(uint32_t x, int k)
{
    return (x << k) | (x >> (32 - k));
}

static inline uint32_t below(struct table *t, uint32_t n)
{
    uint32_t s0 = t->s0, s1 = t->s1 ^ s0;
    t->s0 = rotl(s0, 26) ^ s1 ^ (s1 << 9);
    t->s1 = rotl(s1, 13);
    return (uint32_t)(((uint64_t)(s0 * 0x9E3779BBu) * n) >> 32);
}

static uint32_t mix(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x21F0AAADu;
    x = (x ^ (x >> 15)) * 0x735A2D97u;
    return x ^ (x >> 15);
}

/* C4: the discard pile, burned cards included, becomes the deck; burn anew. */
static void shuffle(struct table *t)
{
    int8_t total = 0;
    for (int r = 0; r < ROW; r++)
        t->deck[r] += total += t->discard[r];
    memset(t->discard, 0, sizeof t->discard);
    t->unseen += t->discards;
    t->discards = 0;
    t->burned = t->unseen - 1 < BURN ? t->unseen - 1 : BURN;
}

static inline int can_draw(const struct table *t)
{
    return t->unseen + t->discards > 0;
}

static inline int draw(struct table *t)
{
    assert(can_draw(t));
    if (t->unseen == t->burned)
        shuffle(t);
    int8_t card = (int8_t)below(t, (uint32_t)t->unseen--), rank = 0;
    for (int r = 0; r < ROW; r++)
        rank += t->deck[r] <= card;
    for (int r = 0; r < ROW; r++)
        t->deck[r] -= t->deck[r] > card;
    return rank;
}

static inline void show(struct table *t, int seat, int rank)
{
    t->pile[seat] |= 1u << rank;
    t->shown[rank]++;
}

static inline int shows(const struct table *t, int seat, int rank)
{
    return t->pile[seat] >> rank & 1;
}

/* C5 (a), (b), (e): the card that stays, or NO_CARD when no missing rank is left. */
static int tie_card(struct table *t, int seat)
{
    int fresh = 0;
    for (int r = 1; r <= RANKS; r++)
        fresh |= !shows(t, seat, r) && t->deck[r] - t->deck[r - 1] + t->discard[r] > 0;
    if (!fresh)
        return NO_CARD;
    for (;;) {
        int rank = draw(t);
        if (!shows(t, seat, rank)) {
            show(t, seat, rank);
            return rank;
        }
        t->discard[rank]++;
        t->discards++;
    }
}

/* R3, R4: a card each; the lowest starts, ties are settled by C5. */
static int deal(struct table *t)
{
    int card[SEATS], tied[SEATS], n = t->seats;
    for (int seat = 0; seat < n; seat++) {
        tied[seat] = seat;
        card[seat] = draw(t);
        show(t, seat, card[seat]);
    }
    for (;;) {
        int low = NO_CARD, still = 0;
        for (int i = 0; i < n; i++)
            low = card[i] < low ? card[i] : low;
        for (int i = 0; i < n; i++) {
            tied[still] = tied[i];
            still += card[i] == low;
        }
        n = still;
        if (n == 1 || low == NO_CARD)
            return tied[0];
        for (int i = 0; i < n; i++)
            card[i] = tie_card(t, tied[i]);
    }
}

/* R8, R10: one card of this rank leaves the table for good, into the seat's penalty cards. */
static inline void keep(struct table *t, int seat, int rank)
{
    t->shown[rank]--;
    t->kept[seat][rank]++;
    t->score[seat] += rank;
}

static inline int lowest(const struct table *t)
{
    unsigned all = 0;
    for (int seat = 0; seat < t->seats; seat++)
        all |= t->pile[seat];
    return __builtin_ctz(all);
}

/* R9: the piles are discarded, the penalty cards stay. */
static void clear_piles(struct table *t)
{
    for (int r = 0; r < ROW; r++) {
        t->discard[r] += t->shown[r];
        t->discards += t->shown[r];
    }
    memset(t->shown, 0, sizeof t->shown);
    memset(t->pile, 0, sizeof t->pile);
}

#ifndef NDEBUG
static int conserved(const struct table *t)
{
    for (int r = 1; r <= RANKS; r++) {
        int count = t->deck[r] - t->deck[r - 1] + t->discard[r] + t->shown[r];
        for (int seat = 0; seat < t->seats; seat++)
            count += t->kept[seat][r];
        if (count != r)
            return 0;
    }
    return 1;
}
#endif

/* R5-R8: turns until somebody scores. Returns that seat and adds the decisions made. */
static int play_round(struct table *t, int64_t *decisions)
{
    for (int seat = deal(t);; seat = seat + 1 == t->seats ? 0 : seat + 1) {
        ++*decisions;
        if (can_draw(t) && below(t, 2)) {
            int rank = draw(t), pair = shows(t, seat, rank);
            show(t, seat, rank);
            if (!pair)
                continue;
            keep(t, seat, rank);
        } else {
            keep(t, seat, lowest(t));
        }
        return seat;
    }
}

/* R2, R11: a game from the first burn to its one loser. */
static int play_game(struct table *t, int64_t *decisions)
{
    for (int r = 0; r < ROW; r++)
        t->deck[r] = (int8_t)(r < RANKS ? r * (r + 1) / 2 : CARDS);
    t->unseen = CARDS;
    t->burned = BURN;
    t->discards = 0;
    memset(t->discard, 0, sizeof t->discard);
    memset(t->shown, 0, sizeof t->shown);
    memset(t->pile, 0, sizeof t->pile);
    memset(t->kept, 0, sizeof t->kept);
    memset(t->score, 0, sizeof t->score);
    for (;;) {
        int seat = play_round(t, decisions);
        assert(conserved(t));
        if (t->score[seat] >= t->losing_score)
            return seat;
        clear_piles(t);
    }
}

int main(int argc, char **argv)
{
    int seats = argc > 1 ? atoi(argv[1]) : 4;
    int64_t games = argc > 2 ? atoll(argv[2]) : 1000000;
    uint32_t seed = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1;
    if (seats < 2 || seats > SEATS || games < 1) {
        fprintf(stderr, "usage: %s [SEATS (2 to 8) [GAMES [SEED]]]\n", argv[0]);
        return 2;
    }
    struct table t = {.seats = seats, .losing_score = LOSING_SCORE[seats]};
    t.s0 = mix(seed + 0x9E3779B9u);
    t.s1 = mix(seed + 0x3C6EF372u) | 1;

    int64_t decisions = 0, losses[SEATS] = {0};
    double squares = 0;
    clock_t start = clock();
    for (int64_t game = 0; game < games; game++) {
        int64_t before = decisions;
        losses[play_game(&t, &decisions)]++;
        squares += (double)((decisions - before) * (decisions - before));
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    double mean = (double)decisions / (double)games;

    printf("seats %d\ngames %lld\ndecisions %lld\nseconds %.6f\n", seats, (long long)games,
           (long long)decisions, seconds);
    printf("mean %.6f\ndeviation %.6f\nlosses", mean, sqrt(squares / (double)games - mean * mean));
    for (int seat = 0; seat < seats; seat++)
        printf(" %lld", (long long)losses[seat]);
    printf("\n");
    return 0;
}
